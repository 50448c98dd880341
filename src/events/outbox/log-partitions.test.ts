import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, keyHeaders } from '../../../test/kit/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { startTestServer } from '../../../test/kit/server.ts';
import { recordEvents } from '../../../test/kit/webhooks/events.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { recordSends } from '../webhooks/delivery/record-sends.ts';
import { dropOldLog, makeLogPartitions } from './log-partitions.ts';

let database: TestDatabase;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

/** The hourly work of the job. */
async function keepPartitions(of: Sql, keepDays: number, now: Date): Promise<void> {
  await makeLogPartitions(of, now);
  await dropOldLog(of, keepDays, now);
}

async function partitions(of: Sql = sql): Promise<string[]> {
  const rows = await of<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name
      FROM pg_inherits
     WHERE inhparent = 'delivery_attempts'::regclass
     ORDER BY name`;
  return rows.map((row) => row.name.replace('delivery_attempts_', ''));
}

/** Logs a send of an event as the deliverer does. */
async function logSend(to: Sql, merchantId: string, eventId: string, sentAt: Date): Promise<void> {
  const delivery = {
    merchantId,
    eventId,
    version: '1',
    failures: 0,
    ofEventId: null,
    endpoint: 0n,
    url: null,
    body: '{}',
    subjectId: '',
    traceparent: null,
  };
  const result = {
    ok: true,
    httpStatus: 200,
    responseHeaders: {},
    bodyExcerpt: '',
    durationMs: 1,
    cause: 'ok' as const,
    explanation: '',
  };
  const attempt = { sentAt, url: 'https://shop.example/hook', signature: '', result };
  await recordSends(to, [{ delivery, decision: { status: 'delivered', failures: 0 }, attempt }]);
}

async function partitionOfSend(sentAt: Date): Promise<string | undefined> {
  const eventId = newId();
  await logSend(sql, newId(), eventId, sentAt);
  const [row] = await sql<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name
      FROM delivery_attempts
     WHERE event_id = ${eventId}`;
  // On Citus a shard's name has a number appended.
  return row?.name.replace('delivery_attempts_', '').replace(/_\d+$/, '');
}

test('days are made a week ahead, and yesterday for a clock that is behind', async () => {
  await keepPartitions(sql, 30, new Date('2026-02-26T12:00:00Z'));
  expect(await partitions()).toEqual([
    '20260225',
    '20260226',
    '20260227',
    '20260228',
    '20260301',
    '20260302',
    '20260303',
    '20260304',
    '20260305',
  ]);
});

test('a day that an older version made gets the replica identity that Citus needs to move it', async () => {
  const now = new Date('2026-02-26T12:00:00Z');
  await keepPartitions(sql, 30, now);
  await sql.unsafe('ALTER TABLE delivery_attempts_20260227 REPLICA IDENTITY DEFAULT');
  await keepPartitions(sql, 30, now);
  const [day] = await sql`
    SELECT relreplident AS identity FROM pg_class WHERE oid = 'delivery_attempts_20260227'::regclass`;
  expect(day).toEqual({ identity: 'f' });
});

test('sends on both sides of midnight, UTC, are logged in their own day', async () => {
  await keepPartitions(sql, 30, new Date('2026-02-26T23:59:59.999Z'));
  expect(await partitionOfSend(new Date('2026-02-26T23:59:59.999Z'))).toBe('20260226');
  expect(await partitionOfSend(new Date('2026-02-27T00:00:00.000Z'))).toBe('20260227');
});

test('sends go on being logged in a week without upkeep', async () => {
  await keepPartitions(sql, 30, new Date('2026-02-26T12:00:00Z'));
  expect(await partitionOfSend(new Date('2026-03-05T23:59:59Z'))).toBe('20260305');
});

test('a day is dropped once it is past the age, and no day before that', async () => {
  await keepPartitions(sql, 3, new Date('2026-02-10T00:00:00Z'));
  await keepPartitions(sql, 3, new Date('2026-02-13T23:59:59Z'));
  expect((await partitions())[0]).toBe('20260210');
  await keepPartitions(sql, 3, new Date('2026-02-14T00:00:00Z'));
  expect((await partitions())[0]).toBe('20260211');
});

test('many processes at once, at a time when days are to be made and dropped, get in nobody’s way', async () => {
  await keepPartitions(sql, 2, new Date('2026-02-10T00:00:00Z'));
  const others = Array.from({ length: 4 }, () => connect(database.url, { max: 1 }));
  const now = new Date('2026-02-16T00:00:00Z');
  try {
    // Sends are logged at the same time.
    await Promise.all([
      ...others.map((other) => keepPartitions(other, 2, now)),
      ...Array.from({ length: 20 }, () => partitionOfSend(new Date('2026-02-15T12:00:00Z'))),
    ]);
  } finally {
    await Promise.all(others.map((other) => other.end()));
  }
  expect(await partitions()).toEqual(Array.from({ length: 10 }, (_, index) => String(20260214 + index)));
});

test('what the log no longer has is absent from the event, which can still be read', async () => {
  const server = await startTestServer({ ROLES: 'api' });
  try {
    const { merchantId } = server.merchant;
    const [eventId = ''] = await recordEvents(server.sql, merchantId, 'http://127.0.0.1:9/hook', 1);
    const sentAt = new Date();
    await logSend(server.sql, merchantId, eventId, sentAt);
    const read = () => call(server, 'GET', `/api/events/${eventId}`, keyHeaders(server.merchant));
    expect((await read()).body.data.attempts).toHaveLength(1);
    await keepPartitions(server.sql, 30, new Date(sentAt.getTime() + 31 * 24 * 3_600_000));
    const { httpStatus, body } = await read();
    expect(httpStatus).toBe(200);
    expect(body.data).toMatchObject({ id: eventId, attempts: [] });
  } finally {
    await server.stop();
  }
});
