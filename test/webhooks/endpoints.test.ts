import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect } from '../../src/base/db/pool.ts';
import { heldUntil } from '../../src/events/outbox/delivery.ts';
import { openEndpointBook } from '../../src/events/outbox/endpoint-book.ts';
import { finishPausesJob } from '../../src/events/webhooks/endpoints/finish-pauses.ts';
import { insertEndpoint } from '../../src/events/webhooks/endpoints/store.ts';
import { type Answer, type Credentials, call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { cards } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { recordEvents } from '../kit/webhooks/events.ts';
import { type Received, type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** Several webhook endpoints of a merchant. */

let server: TestServer;
let merchant: Credentials;
let first: Receiver;
let second: Receiver;

beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_DELAYS: '0.02,0.02,0.02' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  [merchant, first, second] = await Promise.all([addMerchant(server), startReceiver(), startReceiver()]);
  await updateMerchant(server.sql, merchant.merchantId, { webhookUrl: `${first.url}/hook` });
});
afterEach(() => Promise.all([first.close(), second.close()]));

const path = '/api/webhooks/endpoints';
const ask = (method: string, to: string, body?: unknown, by = merchant): Promise<Answer> =>
  call(server, method, to, keyHeaders(by), body);

async function added(fields: object = {}): Promise<{ id: string; secret: string }> {
  const { httpStatus, body } = await ask('POST', path, { url: `${second.url}/further`, ...fields });
  expect(httpStatus).toBe(200);
  return body.data;
}

async function arrived(receiver: Receiver, count: number): Promise<Received[]> {
  await until(
    async () => receiver.received.length,
    (length) => length >= count,
  );
  return receiver.received;
}

const happen = (count = 1): Promise<string[]> => recordEvents(server.sql, merchant.merchantId, null, count);
const idOf = ({ headers }: Received): string => String(headers['webhook-id']);
const verified = ({ headers, body }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('an event goes to each endpoint under the same id, signed with the secret of each', async () => {
  const { secret } = await added();
  const [event] = await happen();
  const [[usual], [further]] = await Promise.all([arrived(first, 1), arrived(second, 1)]);
  expect([usual, further].map((each) => each && idOf(each))).toEqual([event, event]);
  expect(further?.body).toBe(usual?.body);
  expect(verified(further as Received, secret)).toMatchObject({
    eventId: event,
    eventType: 'charge.approved',
  });
  expect(() => verified(usual as Received, secret)).toThrow();
});

test('an endpoint gets the types it asks for, from all charges whatever their own address', async () => {
  await Promise.all([added({ events: ['order.*', 'refund.failed'] }), added({ events: ['charge.*'] })]);
  await recordEvents(server.sql, merchant.merchantId, `${first.url}/of-charge`, 3);
  await arrived(first, 3);
  await arrived(second, 3);
  const { body } = await ask('GET', '/api/events?endpoint=all');
  expect(
    body.data.events.filter(({ endpoint }: { endpoint: string | null }) => endpoint !== null),
  ).toHaveLength(3);
  expect(second.received).toHaveLength(3);
});

test('an endpoint that hangs holds up neither the first nor another', async () => {
  const third = await startReceiver();
  second.answer(() => {});
  await added();
  await added({ url: `${third.url.replace('127.0.0.1', '127.0.0.2')}/third` });
  await happen(30);
  await Promise.all([arrived(first, 30), arrived(third, 30)]);
  expect(second.received).toHaveLength(8);
  await third.close();
});

test('what fails at one endpoint is retried there alone, given up, and sent again from its own log', async () => {
  second.answer((response) => response.writeHead(500).end());
  const { id } = await added({ description: 'Bookkeeping' });
  const [event] = await happen();
  const log = `/api/events?endpoint=${id}`;
  const given = await until(
    () => ask('GET', log),
    ({ body }) => body.data.events[0]?.delivery.status === 'undeliverable',
  );
  const [message] = given.body.data.events;
  expect(message).toMatchObject({ endpoint: id, payload: { eventId: event }, delivery: { failures: 4 } });
  expect(message.attempts[0].request.headers['webhook-id']).toBe(event);
  expect(first.received).toHaveLength(1);
  expect((await ask('GET', `/api/events/${event}`)).body.data.delivery.status).toBe('delivered');

  second.answer((response) => response.end());
  expect((await ask('POST', `/api/events/${message.id}/redeliver`)).httpStatus).toBe(200);
  await arrived(second, 5);
  const replay = await ask('POST', '/api/events/replays', { endpoint: id, dry_run: true });
  expect(replay.body.data.count).toBe(1);
  expect(first.received).toHaveLength(1);
});

test('messages wait while an endpoint is paused, and are sent when it goes on', async () => {
  const { id } = await added();
  expect((await ask('PATCH', `${path}/${id}`, { paused: true })).body.data.paused).toBe(true);
  const events = await happen(5);
  await arrived(first, 5);
  const { body } = await ask('GET', `/api/events?endpoint=${id}`);
  const [waiting] = body.data.events;
  expect(waiting.delivery).toEqual({ status: 'pending', failures: 0, next_attempt_at: null });
  expect(second.received).toEqual([]);
  await ask('PATCH', `${path}/${id}`, { paused: false });
  expect((await arrived(second, 5)).map(idOf).sort()).toEqual(events);
});

test('what a killed pause left, and what a process recorded that had not heard of it, is put right', async () => {
  const { id } = await added();
  const job = finishPausesJob(server.sql, () => new Date());
  const due = async () =>
    (
      await server.sql<{ held: boolean }[]>`
        SELECT due_at >= ${heldUntil} AS held
          FROM deliveries
         WHERE merchant_id = ${merchant.merchantId}
           AND of_event_id IS NOT NULL`
    ).map(({ held }) => held);
  const setPaused = (at: Date | null) => server.sql`
    UPDATE webhook_endpoints SET paused_at = ${at}, changed_at = now() WHERE id = ${id}`;
  await ask('PATCH', `${path}/${id}`, { paused: true });
  await happen(3);
  expect(await due()).toEqual([true, true, true]);
  // The process dies between the word and the move.
  await setPaused(null);
  await job.run();
  await arrived(second, 3);
  await setPaused(new Date());
  await until(
    async () => {
      await happen(1);
      return await due();
    },
    (held) => held.includes(true),
  );
  // As if it were recorded by a process that did not know of the pause.
  await server.sql`
    UPDATE deliveries
       SET due_at = now() + interval '1 hour'
     WHERE merchant_id = ${merchant.merchantId}
       AND of_event_id IS NOT NULL
       AND status = 'pending'`;
  await job.run();
  expect(await due()).toContain(true);
});

test('a removed endpoint gets nothing more, and what waited for it goes nowhere', async () => {
  const { id } = await added();
  await ask('PATCH', `${path}/${id}`, { paused: true });
  await happen();
  await ask('DELETE', `${path}/${id}`);
  await happen();
  await arrived(first, 2);
  const { body } = await ask('GET', `/api/events?endpoint=${id}`);
  expect(body.data.events.map(({ delivery }: { delivery: { status: string } }) => delivery.status)).toEqual([
    'no_endpoint',
  ]);
  expect(second.received).toEqual([]);
  expect((await ask('GET', path)).body.data.endpoints).toEqual([]);
});

test('a rotated secret is signed along with the one before, and the test event goes to one endpoint', async () => {
  const { id, secret } = await added();
  const rotated = await ask('POST', `${path}/${id}/secret`, { overlap_hours: 1 });
  expect(rotated.body.data.previous_secret_until).not.toBeNull();
  await ask('POST', '/api/webhooks/test', { endpoint: id });
  const [sample] = (await arrived(second, 1)) as [Received];
  for (const each of [secret, rotated.body.data.secret]) {
    expect(verified(sample, each)).toMatchObject({ sample: true });
  }
  expect(first.received).toEqual([]);
});

test('every fault of a request is named at once, private addresses are refused, and others see nothing', async () => {
  const bad = await ask('POST', path, {
    url: 'http://10.0.0.1/',
    events: ['charge.paid', 'order.*'],
    extra: 1,
  });
  expect(bad.httpStatus).toBe(422);
  expect(bad.body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
    'events.0',
    'extra',
    'url',
  ]);
  const { id } = await added();
  for (const [method, to, body] of [
    ['PATCH', `${path}/${id}`, { paused: true }],
    ['DELETE', `${path}/${id}`, undefined],
    ['POST', `${path}/${id}/secret`, { overlap_hours: 0 }],
    ['POST', '/api/webhooks/test', { endpoint: id }],
  ] as const) {
    expect((await ask(method, to, body, server.merchant)).httpStatus).toBe(404);
  }
  for (let count = 1; count < 10; count++) await added();
  const many = await ask('POST', path, { url: `${second.url}/eleventh` });
  expect(many.body.data.fields).toEqual([
    { field: 'url', message: expect.stringContaining('there are 10 endpoints already') },
  ]);
  const acts = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log WHERE subject = ${`merchant ${merchant.merchantId}`} ORDER BY number DESC LIMIT 1`;
  expect(acts[0]?.act).toBe('webhook_endpoint_added');
});

describe('before its change is announced', () => {
  beforeEach(async () => {
    await server.sql`ALTER TABLE webhook_endpoints DISABLE TRIGGER webhook_endpoint_changed`;
    // From here on the server knows this merchant's endpoints, for some seconds.
    await pay(server, await createCharge(server, {}, merchant), cards.good);
  });
  afterEach(() => server.sql`ALTER TABLE webhook_endpoints ENABLE TRIGGER webhook_endpoint_changed`);

  test('an endpoint gets what happens once its merchant has been told that it is there', async () => {
    await added();
    await pay(server, await createCharge(server, {}, merchant), cards.good);
    await arrived(second, 1);
  });

  test('an event that another process recorded for an endpoint is sent there', async () => {
    const { merchantId } = merchant;
    const [own] = await server.sql<{ secret: Buffer }[]>`
      SELECT webhook_secret AS secret FROM merchants WHERE id = ${merchantId}`;
    const endpoint = { merchantId, id: newId(), url: `${second.url}/further`, description: '', events: [] };
    await server.sql.begin((tx) =>
      insertEndpoint(tx, { ...endpoint, secret: own?.secret as Buffer, createdAt: new Date() }),
    );
    await happen();
    await arrived(second, 1);
  });
});

test('an event of a merchant without further endpoints costs no statement more', async () => {
  const statements: string[] = [];
  const sql = connect(server.databaseUrl, { max: 1, onStatement: (text) => statements.push(text) });
  const book = await openEndpointBook(sql);
  statements.length = 0;
  await recordEvents(sql, merchant.merchantId, null, 2);
  const begun = statements.map((text) => text.split('(')[0]?.trim());
  expect(begun).toEqual(['BEGIN', 'INSERT INTO events', 'INSERT INTO deliveries', 'COMMIT']);
  expect(statements[2]).not.toContain('of_event_id');
  await book.close();
  await sql.end();
});
