import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cursorAt, network } from '../../../test/kit/crypto/held-orders.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/postgres.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { createMemoryLogger } from '../../base/ground/logger.ts';
import { checkLag, lagLimitSeconds } from './check-lag.ts';

let database: TestDatabase;
let sql: Sql;
let lines: string[];
const nowSeconds = 1_000_000;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 3 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  lines = [];
  await sql`TRUNCATE chain_cursors, chain_alarms, mails`;
});

async function check(behindSeconds: number, alertEmail: string | null = 'ops@pasarela.example') {
  await cursorAt(sql, BigInt(nowSeconds - behindSeconds));
  await checkAgain(alertEmail);
}

function checkAgain(alertEmail: string | null = 'ops@pasarela.example') {
  return checkLag({
    sql,
    logger: createMemoryLogger(lines),
    alertEmail,
    networks: [{ id: network, blockSeconds: 12 }],
    now: () => new Date(nowSeconds * 1000),
  });
}

async function mails(): Promise<string[]> {
  const rows = await sql<{ subject: string }[]>`SELECT subject FROM mails ORDER BY id`;
  return rows.map(({ subject }) => subject);
}

const logged = () => lines.map((line) => JSON.parse(line)).map(({ level, code }) => `${level} ${code}`);

test('slow networks may be 25 blocks behind, quick ones two minutes', () => {
  expect([12, 3, 1].map(lagLimitSeconds)).toEqual([300, 120, 120]);
});

test('a network that lags rings once, by log and mail, until it caught up', async () => {
  await check(300);
  expect(await mails()).toEqual([]);

  await check(301);
  await check(400);
  expect(await mails()).toEqual(['Pasarela: ERC20 lags: the newest block that was read is 301 s old']);
  expect(logged()).toEqual(['50 chain_lag']);

  // Improved, but not below the limit that ends the alarm.
  await check(200);
  expect(await mails()).toHaveLength(1);

  await check(20);
  expect(await mails()).toEqual([expect.any(String), 'Pasarela: ERC20 is read as it grows again']);
  expect(logged()).toEqual(['50 chain_lag', '30 chain_lag']);
  await check(301);
  expect(logged()).toHaveLength(3);
});

test('of several processes one rings', async () => {
  await cursorAt(sql, 0n);
  await Promise.all([checkAgain(), checkAgain(), checkAgain()]);
  expect(await mails()).toHaveLength(1);
  expect(logged()).toHaveLength(1);
});

test('without an address for it nobody is written to', async () => {
  await check(1_000, null);
  expect(await mails()).toEqual([]);
  expect(logged()).toEqual(['50 chain_lag']);
});

test('a network that was never read does not lag', async () => {
  await checkAgain();
  expect(lines).toEqual([]);
});
