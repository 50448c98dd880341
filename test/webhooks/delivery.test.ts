import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { replaceWebhookSecret } from '../../src/accounts/merchants/store.ts';
import { newWebhookSecret } from '../../src/accounts/merchants/webhook-secret.ts';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { readConfig } from '../../src/config/config.ts';
import { call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { deliveryStatuses, recordEvents } from '../kit/webhooks/events.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_DELAYS: '0.05,0.05,0.05' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

async function paidCharge(change: object = {}): Promise<string> {
  const reference = await createCharge(server, { notification_url: `${receiver.url}/hook`, ...change });
  await pay(server, reference, '4242424242424242');
  return reference;
}

async function deliveryOf(reference: string): Promise<{ status: string; failures: number }> {
  const [row] = await server.sql<{ status: string; failures: number }[]>`
    SELECT delivery.status, delivery.failures
      FROM deliveries AS delivery
      JOIN events AS event ON event.merchant_id = delivery.merchant_id AND event.id = delivery.event_id
     WHERE event.subject_id = ${reference}`;
  if (!row) throw new Error('no delivery');
  return row;
}

test('a paid charge is announced once, signed, with the fields of Payload B first, as the contract has them, and ours after them', async () => {
  const reference = await paidCharge();
  await until(
    () => deliveryOf(reference),
    (row) => row.status === 'delivered',
  );
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body, path }] = receiver.received as [Receiver['received'][0]];
  expect(path).toBe('/hook');
  expect(headers['content-type']).toBe('application/json');
  const verified = new Webhook(server.merchant.webhookSecret).verify(body, headers as Record<string, string>);
  expect(Object.keys(verified as object)).toEqual([
    'transactionDate',
    'transactionStatus',
    'transactionId',
    'totalAmount',
    'paymentMethod',
    'email',
    'numeroOrden',
    'merchantId',
    'currency',
    'refundedAmount',
    'transactionDateUtc',
    'eventType',
    'eventId',
  ]);
  expect(verified).toMatchObject({
    transactionId: reference,
    transactionStatus: 'approved',
    totalAmount: 10.5,
    eventType: 'charge.approved',
    eventId: headers['webhook-id'],
  });
});

test('what is never answered 200 is sent four times under one id, then mailed to the contact', async () => {
  receiver.answer((response) => response.writeHead(500).end('database is down'));
  const reference = await paidCharge();
  await until(
    () => deliveryOf(reference),
    (row) => row.status === 'undeliverable',
  );
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const mails = await until(
    async () =>
      (
        (await call(server, 'GET', '/sandbox/mail')).body as { to: string[]; subject: string; text: string }[]
      ).filter(({ to }) => to.includes(server.merchant.contactEmail)),
    (list) => list.length > 0,
  );
  expect(mails[0]).toMatchObject({
    to: [server.merchant.contactEmail],
    subject: 'A notification could not be delivered',
  });
  expect(mails[0]?.text).toContain(reference);
  expect(mails[0]?.text).toContain('500');
  expect(mails[0]?.text).toContain('/redeliver');
});

test('a receiver that recovers gets the re-send', async () => {
  let answers = 0;
  receiver.answer((response) => response.writeHead(++answers < 3 ? 503 : 200).end());
  const reference = await paidCharge();
  const delivery = await until(
    () => deliveryOf(reference),
    (row) => row.status !== 'pending',
  );
  expect(delivery).toEqual({ status: 'delivered', failures: 2 });
  expect(receiver.received).toHaveLength(3);
});

test('a 200 with a large body is delivered by one send', async () => {
  receiver.answer((response) => response.end('x'.repeat(2_000_000)));
  const before = receiver.received.length;
  const { merchantId } = server.merchant;
  const eventIds = await recordEvents(server.sql, merchantId, `${receiver.url}/hook`, 1);
  await until(
    () => deliveryStatuses(server.sql, eventIds),
    (counts) => counts.delivered === 1,
  );
  expect(receiver.received).toHaveLength(before + 1);
});

test.each([
  ['201', (response: ServerResponse) => response.writeHead(201).end()],
  ['204', (response: ServerResponse) => response.writeHead(204).end()],
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['404', (response: ServerResponse) => response.writeHead(404).end()],
  ['a reset', (response: ServerResponse) => response.destroy()],
])('%s is a failure: one send and three re-sends, then undeliverable', async (_, answer) => {
  receiver.answer(answer);
  const [eventId] = (await recordEvents(
    server.sql,
    server.merchant.merchantId,
    `${receiver.url}/hook`,
    1,
  )) as [string];
  await until(
    () => deliveryStatuses(server.sql, [eventId]),
    (counts) => counts.undeliverable === 1,
  );
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook', '/hook']);
  const attempts = await server.sql`
    SELECT cause, explanation
      FROM delivery_attempts
     WHERE event_id = ${eventId}`;
  expect(attempts).toHaveLength(4);
  for (const attempt of attempts) expect(attempt.explanation).toMatch(/\w+ \w+/);
});

test('without any address the delivery rests as no_endpoint; nothing is sent or mailed', async () => {
  const [eventId] = (await recordEvents(server.sql, server.merchant.merchantId, null, 1)) as [string];
  await until(
    () => deliveryStatuses(server.sql, [eventId]),
    (counts) => counts.no_endpoint === 1,
  );
});

test('the account webhook URL is used when the charge names none, as it is at the time of sending', async () => {
  await server.sql`UPDATE merchants SET webhook_url = ${`${receiver.url}/account`}`;
  const [eventId] = (await recordEvents(server.sql, server.merchant.merchantId, null, 1)) as [string];
  await until(
    () => deliveryStatuses(server.sql, [eventId]),
    (counts) => counts.delivered === 1,
  );
  expect(receiver.received[0]?.path).toBe('/account');
});

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  const { merchantId, webhookSecret: oldSecret } = server.merchant;
  const secrets = await openInstallation(server.sql, readConfig({}));
  const newSecret = newWebhookSecret();
  await replaceWebhookSecret(server.sql, merchantId, secrets.seal(newSecret, 'webhook-secret'), 24 * 60 * 60);
  const send = async () => {
    const [eventId] = (await recordEvents(server.sql, merchantId, `${receiver.url}/hook`, 1)) as [string];
    await until(
      () => deliveryStatuses(server.sql, [eventId]),
      (counts) => counts.delivered === 1,
    );
    return receiver.received.at(-1) as Receiver['received'][0];
  };
  const verifies = ({ body, headers }: Receiver['received'][0], secret: string) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  const during = await send();
  expect([verifies(during, oldSecret), verifies(during, newSecret)]).toEqual([true, true]);
  await server.sql`UPDATE merchants SET webhook_secret_previous_until = now()`;
  const later = await send();
  expect([verifies(later, oldSecret), verifies(later, newSecret)]).toEqual([false, true]);
});

test('many failures make one mail, in the language of the account', async () => {
  await server.sql`UPDATE merchants SET language = 'es'`;
  await server.sql`DELETE FROM mails`;
  await server.sql`DELETE FROM sandbox_mail.mails`;
  receiver.answer((response) => response.writeHead(500).end());
  const eventIds = await recordEvents(server.sql, server.merchant.merchantId, `${receiver.url}/hook`, 30);
  await until(
    () => deliveryStatuses(server.sql, eventIds),
    (counts) => counts.undeliverable === 30,
  );
  // One delivery succeeds before the mail is written; the mail still reports why it had failed.
  receiver.answer((response) => response.writeHead(200).end());
  await call(server, 'POST', `/api/events/${eventIds[0]}/redeliver`, keyHeaders(server.merchant));
  await until(
    () => deliveryStatuses(server.sql, eventIds),
    (counts) => counts.delivered === 1,
  );
  await server.sql`UPDATE mails SET due_at = now()`;
  const mails = await until(
    async () => (await call(server, 'GET', '/sandbox/mail')).body as { subject: string; text: string }[],
    (list) => list.length > 0,
  );
  expect(mails.map(({ subject }) => subject)).toEqual(['30 notificaciones no pudieron entregarse']);
  const { text } = mails[0] as { text: string };
  expect(text).toContain('y 10 más');
  expect(text).toContain('Último intento: Su servidor respondió HTTP 500,');
  expect(text).not.toContain('The receiver');
  // The request for all of them can be sent exactly as the mail prints it.
  const [, url, filter] = /^POST (\S+)\n(\{.*\})$/m.exec(text) as unknown as [string, string, string];
  const preview = { ...JSON.parse(filter), dry_run: true };
  const answer = await call(server, 'POST', new URL(url).pathname, keyHeaders(server.merchant), preview);
  expect(answer.body.data.count).toBeGreaterThanOrEqual(29);
});
