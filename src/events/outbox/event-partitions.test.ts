import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { firstIdAt, newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { migrate } from '../../base/db/schema/migrate.ts';
import { partitionsOf } from '../../base/db/schema/partitions.ts';
import { claimDeliveries, firstEndpoint } from '../webhooks/delivery/claim-deliveries.ts';
import { createOwnEndpoints, type OwnEndpoints } from '../webhooks/delivery/endpoint-owners.ts';
import { writeSends } from './delivery-store.ts';
import { dropOldEvents, makeEventPartitions } from './event-partitions.ts';
import { findEvent, listEvents, putBack } from './event-store.ts';

/** Migrates a database that was filled before there were partitions. */

/** On Citus the tables have had partitions from the start. */
const isOnCitus = process.env.CITUS_URL !== undefined;

const merchantId = newId();
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number, from = new Date()): Date => new Date(from.getTime() + days * dayMs);

let database: TestDatabase;
let sql: Sql;
let own: OwnEndpoints;
let before: string[];
let first: string;
let firstEnd: Date;

beforeAll(async () => {
  database = await createEmptyDatabase();
  sql = connect(database.url, { max: 4 });
  own = createOwnEndpoints(sql);
  if (isOnCitus) await migrate(sql);
  else await migrateToBefore();
  before = [await record(inDays(-700), 'delivered'), await record(inDays(-300), 'delivered')];
  before.push(await record(new Date(), 'pending'));
  await migrate(sql);
  first = (await partitionsOf(sql, 'events'))[0] as string;
  firstEnd = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(4))));
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function migrateToBefore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-migrations-'));
  const all = new URL('../../../migrations/', import.meta.url);
  for (const name of await readdir(all)) if (name < '0044') await cp(new URL(name, all), join(folder, name));
  await migrate(sql, { folder: pathToFileURL(`${folder}/`) });
  await rm(folder, { recursive: true });
}

/** Inserts an event of that time, with its delivery; returns its id. */
async function record(at: Date, status: 'pending' | 'delivered'): Promise<string> {
  const id = `${firstIdAt(at).slice(0, 24)}${newId().slice(24)}`;
  await sql`
    INSERT INTO events (merchant_id, id, subject, subject_id, status, body, created_at)
    VALUES (${merchantId}, ${id}, 'charge', ${newId()}, 'approved', '{}', ${at})`;
  await sql`
    INSERT INTO deliveries (merchant_id, event_id, status, endpoint, due_at)
    VALUES (${merchantId}, ${id}, ${status}, 7, ${at})`;
  return id;
}

async function partitionsOfEvent(id: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT tableoid::regclass::text AS name FROM events WHERE merchant_id = ${merchantId} AND id = ${id}
     UNION ALL
    SELECT tableoid::regclass::text FROM deliveries WHERE merchant_id = ${merchantId} AND event_id = ${id}`;
  // On Citus a shard's name has a number appended.
  return rows.map(({ name }) => name.replace(/^([a-z]+_[a-z0-9]+)_\d+$/, '$1'));
}

const claim = async () =>
  (
    await claimDeliveries(sql, {
      own,
      after: firstEndpoint,
      limit: 10,
      placesAt: () => 10,
      held: [],
    })
  ).claimed;

const send = async (claimed: Awaited<ReturnType<typeof claim>>) =>
  await writeSends(
    sql,
    claimed.map((delivery) => ({
      delivery,
      decision: { status: 'delivered', failures: 0 } as const,
      attempt: null,
    })),
  );

test('what was there before lies in the first month, which ends two weeks ahead at the least', async () => {
  for (const id of before) {
    expect(await partitionsOfEvent(id)).toEqual([`events_${first}`, `deliveries_${first}`]);
  }
  expect(firstEnd.getTime()).toBeGreaterThanOrEqual(inDays(14).getTime() - 1000);
  expect(await partitionsOf(sql, 'events')).toEqual([first, 'default']);
  const [indexes] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM pg_index
     WHERE indrelid IN ('events'::regclass, 'deliveries'::regclass)
       AND indisvalid`;
  expect(indexes?.count).toBe(7);
});

test('it is listed, claimed and recorded as before, and what comes later beside it', async () => {
  await makeEventPartitions(sql, firstEnd);
  expect(await partitionsOf(sql, 'events')).toHaveLength(5);
  const later = await record(inDays(3, firstEnd), 'pending');
  const [name] = await partitionsOfEvent(later);
  expect(name).not.toBe(`events_${first}`);
  const listed = await listEvents(sql, merchantId, {}, {}, 10);
  expect(listed.map(({ id }) => id)).toEqual([...before, later].reverse());
  await sql`UPDATE deliveries SET due_at = now() WHERE status = 'pending'`;
  const claimed = await claim();
  expect(claimed.map(({ eventId }) => eventId).sort()).toEqual([before[2], later].sort());
  await send(claimed);
  expect((await findEvent(sql, merchantId, later))?.deliveryStatus).toBe('delivered');
  expect(await claim()).toEqual([]);
});

test('what fits in no month is recorded all the same', async () => {
  const far = await record(new Date('2100-01-01T00:00:00Z'), 'delivered');
  expect(await partitionsOfEvent(far)).toEqual(['events_default', 'deliveries_default']);
  await makeEventPartitions(sql, firstEnd);
});

test('two that make months at once make each once', async () => {
  const now = inDays(90, firstEnd);
  await Promise.all([makeEventPartitions(sql, now), makeEventPartitions(sql, now)]);
  expect((await partitionsOf(sql, 'events')).length).toBe((await partitionsOf(sql, 'deliveries')).length);
});

test('a month goes when its last event is past its age, and never with 0 days', async () => {
  expect(await dropOldEvents(sql, 0, inDays(5000, firstEnd))).toEqual({ dropped: [], kept: [] });
  expect(await dropOldEvents(sql, 400, inDays(399, firstEnd))).toEqual({ dropped: [], kept: [] });
});

test('a month in which something is to be delivered stays until it is', async () => {
  const [oldest = ''] = before;
  expect(await putBack(sql, merchantId, [oldest])).toBe(1);
  const now = inDays(400, firstEnd);
  expect(await dropOldEvents(sql, 400, now)).toEqual({ dropped: [], kept: [first] });
  expect(await findEvent(sql, merchantId, oldest)).not.toBeNull();
  await send(await claim());
});

test('one that is being read is left for the next time, and nobody waits for it meanwhile', async () => {
  const now = inDays(400, firstEnd);
  const isRead = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const reading = sql.begin(async (tx) => {
    await tx`SELECT id FROM events LIMIT 1`;
    isRead.resolve();
    await isOver.promise;
  });
  await isRead.promise;
  const dropping = dropOldEvents(sql, 400, now);
  await record(inDays(5, firstEnd), 'delivered');
  expect(await dropping).toEqual({ dropped: [], kept: [] });
  isOver.resolve();
  await reading;
  expect(await dropOldEvents(sql, 400, now)).toEqual({ dropped: [first], kept: [] });
  expect(await findEvent(sql, merchantId, before[1] ?? '')).toBeNull();
});
