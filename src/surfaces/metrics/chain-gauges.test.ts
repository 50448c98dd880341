import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cursorAt, network } from '../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { watchChains } from './chain-gauges.ts';

let database: TestDatabase;
let sql: Sql;
const registry = new Registry();
const heads = new Map<string, bigint>();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
  watchChains(registry, sql, heads);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function reading(name: string): Promise<number> {
  const text = await registry.metrics();
  return Number(new RegExp(`^pasarela_chain_${name}\\{network="${network}"\\} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('a network that was never read has no readings', async () => {
  expect(await reading('last_block_age_seconds')).toBeNaN();
});

test('tells how far a network is behind its head, once that is known', async () => {
  const nowSeconds = BigInt(Math.floor(Date.now() / 1000));
  await cursorAt(sql, nowSeconds - 90n);
  expect(await reading('blocks_behind')).toBeNaN();
  heads.set(network, nowSeconds);
  expect(await reading('blocks_behind')).toBe(90);
  expect(await reading('last_block_age_seconds')).toBeGreaterThanOrEqual(90);
  expect(await reading('last_block_age_seconds')).toBeLessThan(120);
});

test('tells how long nobody has led', async () => {
  await sql`UPDATE chain_cursors SET lease_until = now() - interval '1 hour'`;
  expect(await reading('unled_seconds')).toBeGreaterThanOrEqual(3600);
  await sql`UPDATE chain_cursors SET lease_until = now() + interval '10 seconds'`;
  expect(await reading('unled_seconds')).toBe(0);
});

test('counts gaps that are certain, and alarms', async () => {
  for (const [byte, confirmedAt] of [['aa', new Date()] as const, ['bb', null] as const]) {
    await sql`
      INSERT INTO chain_gaps (network, address, expected_units, held_units, head_number, found_at, confirmed_at)
      VALUES (${network}, ${Buffer.from(byte.repeat(20), 'hex')}, 0, 1, 1, now(), ${confirmedAt})`;
  }
  await sql`INSERT INTO chain_alarms (network, code) VALUES (${network}, 'chain_lag')`;
  expect(await reading('gaps')).toBe(1);
  expect(await reading('alarms')).toBe(1);
});

test('while the database is away the metrics are served without them', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  const own = new Registry();
  watchChains(own, away, heads);
  expect(await own.metrics()).not.toContain(`network="${network}"`);
  await away.end();
});
