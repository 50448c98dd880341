import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, createCharge, pay, until } from '../client.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { type Receiver, startReceiver } from './receiver.ts';

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
      JOIN events AS event ON event.id = delivery.event_id
     WHERE event.subject_id = ${reference}`;
  if (!row) throw new Error('no delivery');
  return row;
}

test('a paid charge is announced once, signed, with exactly the fields of Payload B', async () => {
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
  ]);
  expect(verified).toMatchObject({
    transactionId: reference,
    transactionStatus: 'approved',
    totalAmount: 10.5,
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
      (await call(server, 'GET', '/sandbox/mail')).body as { to: string[]; subject: string; text: string }[],
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
