import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { recordEvents } from '../../../../test/kit/webhooks/events.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import type { ClaimedDelivery, DeliveryDecision } from '../../outbox/delivery.ts';
import type { MadeSend } from '../../outbox/delivery-store.ts';
import { putBack } from '../../outbox/event-store.ts';
import { makeLogPartitions } from '../../outbox/log-partitions.ts';
import { recordSends } from './record-sends.ts';

let database: TestDatabase;
let sql: Sql;
const merchantId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  await makeLogPartitions(sql, new Date());
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function claimed(): Promise<ClaimedDelivery> {
  const [eventId = ''] = await recordEvents(sql, merchantId, 'https://shop.example/hook', 1);
  const [row] = await sql<{ version: string }[]>`
    SELECT xmin::text AS version FROM deliveries WHERE event_id = ${eventId}`;
  const rest = {
    failures: 0,
    endpoint: 0n,
    ofEventId: null,
    url: null,
    body: '',
    subjectId: '',
    traceparent: null,
  };
  return { merchantId, eventId, version: row?.version ?? '', ...rest };
}

function made(delivery: ClaimedDelivery, decision: DeliveryDecision): MadeSend {
  const ok = decision.status === 'delivered';
  const result = {
    ok,
    httpStatus: ok ? 200 : 500,
    responseHeaders: { server: 'shop "1"\u0001' },
    bodyExcerpt: 'a "word" \\ and ñandú',
    durationMs: 12.4,
    cause: ok ? ('ok' as const) : ('http_status' as const),
    explanation: ok ? 'confirmed' : 'answered HTTP 500',
  };
  const attempt = { sentAt: new Date(), url: 'https://shop.example/hook', signature: 'v1,abc=', result };
  return { delivery, decision, attempt };
}

const stateOf = async ({ eventId }: ClaimedDelivery) =>
  (await sql`SELECT status, failures FROM deliveries WHERE event_id = ${eventId}`)[0];
const logOf = ({ eventId }: ClaimedDelivery) =>
  sql`SELECT * FROM delivery_attempts WHERE event_id = ${eventId} ORDER BY sent_at`;

const delivered: DeliveryDecision = { status: 'delivered', failures: 0 };
const failedOnce: DeliveryDecision = { status: 'pending', failures: 1, delayMs: 60_000 };

test('a send is logged as it was made, to the millisecond', async () => {
  const delivery = await claimed();
  const send = made(delivery, failedOnce);
  await recordSends(sql, [send]);
  expect(await stateOf(delivery)).toEqual({ status: 'pending', failures: 1 });
  expect(await logOf(delivery)).toMatchObject([
    {
      sent_at: send.attempt?.sentAt,
      url: 'https://shop.example/hook',
      signature: 'v1,abc=',
      http_status: 500,
      response_headers: { server: 'shop "1"\u0001' },
      body_excerpt: 'a "word" \\ and ñandú',
      duration_ms: 12,
      cause: 'http_status',
      explanation: 'answered HTTP 500',
    },
  ]);
});

test('of two sends of one delivery the first that is recorded decides; both are logged', async () => {
  const delivery = await claimed();
  await recordSends(sql, [made(delivery, delivered)]);
  await recordSends(sql, [made(delivery, failedOnce)]);
  expect(await stateOf(delivery)).toEqual(delivered);
  expect(await logOf(delivery)).toHaveLength(2);
});

test('a send under way when its delivery was put back decides nothing: it is sent once more', async () => {
  const delivery = await claimed();
  await sql`UPDATE deliveries SET status = 'undeliverable', failures = 4 WHERE event_id = ${delivery.eventId}`;
  expect(await putBack(sql, merchantId, [delivery.eventId])).toBe(1);
  await recordSends(sql, [made(delivery, { status: 'undeliverable', failures: 4 })]);
  expect(await stateOf(delivery)).toEqual({ status: 'pending', failures: 0 });
  expect(await logOf(delivery)).toHaveLength(1);
  expect(await sql`SELECT FROM mails`).toHaveLength(0);
});

test('what became undeliverable is recorded with its mail, beside what did not', async () => {
  const [lost, well] = [await claimed(), await claimed()];
  await recordSends(sql, [made(lost, { status: 'undeliverable', failures: 4 }), made(well, delivered)]);
  expect([await stateOf(lost), await stateOf(well)]).toEqual([
    { status: 'undeliverable', failures: 4 },
    delivered,
  ]);
  expect(await sql`SELECT status FROM mails`).toEqual([{ status: 'collecting' }]);
});
