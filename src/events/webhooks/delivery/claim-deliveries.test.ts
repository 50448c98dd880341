import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/kit/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { recordEvents } from '../../../../test/kit/webhooks/events.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { type ClaimRequest, claimDeliveries, firstEndpoint } from './claim-deliveries.ts';
import { createOwnEndpoints } from './endpoint-owners.ts';

let database: TestDatabase;
let sql: Sql;
const merchantId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
  const later = new Date(Date.now() + 3_600_000);
  for (let host = 0; host < 60; host++)
    await recordEvents(sql, merchantId, `https://later-${host}.example/`, 1, later);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

function request(change: Partial<ClaimRequest> = {}): ClaimRequest {
  const own = createOwnEndpoints(sql);
  return { own, after: firstEndpoint, limit: 40, placesAt: () => 256, held: [], ...change };
}

test('endpoints where all waits for later take no share of what is claimed, and belong to nobody', async () => {
  const one = await recordEvents(sql, merchantId, 'https://one.example/hook', 50);
  const { claimed } = await claimDeliveries(sql, request());
  expect(claimed.map(({ eventId }) => eventId).toSorted()).toEqual(one.slice(0, 40).toSorted());
  expect(await sql`SELECT FROM endpoint_owners`).toHaveLength(1);
  await sql`TRUNCATE endpoint_owners`;
});

test('what is in hand is not claimed again, and two endpoints share alike', async () => {
  const two = await recordEvents(sql, merchantId, 'https://two.example/hook', 50);
  const own = createOwnEndpoints(sql);
  // On workers, the count of waiting deliveries is cached for a moment.
  const first = await until(
    () => claimDeliveries(sql, request({ own })),
    ({ claimed }) => claimed.some(({ eventId }) => two.includes(eventId)),
  );
  expect(first.claimed.filter(({ eventId }) => two.includes(eventId))).toHaveLength(20);
  const held = first.claimed.map(({ eventId }) => eventId);
  const next = await claimDeliveries(sql, request({ own, held, limit: 100 }));
  expect(next.claimed).toHaveLength(60);
  expect(next.claimed.some(({ eventId }) => held.includes(eventId))).toBe(false);
  // No other worker gets any of them.
  expect((await claimDeliveries(sql, request())).claimed).toEqual([]);
});
