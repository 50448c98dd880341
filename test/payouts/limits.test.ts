import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { cancelPayout } from '../../src/crypto/payouts/cancel-payout.ts';
import { findPayoutById } from '../../src/crypto/payouts/store.ts';
import { openPayoutWorld, type PayoutWorld } from '../kit/payouts/payout-world.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';

/** Limits at their edges, with the test's clock. */

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 4 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const at = (time: string): Date => new Date(`${time}Z`);

async function refusal(world: PayoutWorld, amountMinor: bigint, when: Date): Promise<string> {
  try {
    await world.open(amountMinor, when);
    return 'made';
  } catch (error) {
    return (error as Error).message;
  }
}

const none = { payoutSingleLimit: null, payoutDailyLimit: null, payoutMonthlyLimit: null };

describe('the limit of a day', () => {
  test('counts to the cent and ends at midnight UTC', async () => {
    const world = await openPayoutWorld(sql, { ...none, payoutDailyLimit: '100.00' });
    await world.open(60_00n, at('2026-03-14T00:00:00.000'));
    expect(await refusal(world, 40_01n, at('2026-03-14T23:59:59.999'))).toMatch(/40\.00 USD are left/);
    expect(await refusal(world, 40_00n, at('2026-03-14T23:59:59.999'))).toBe('made');
    expect(await refusal(world, 1_00n, at('2026-03-14T23:59:59.999'))).toMatch(/ 0\.00 USD are left/);
    expect(await refusal(world, 100_00n, at('2026-03-15T00:00:00.000'))).toBe('made');
    expect(await refusal(world, 1_00n, at('2026-03-15T00:00:00.001'))).toMatch(/100\.00 USD a day/);
    // A clock that is slow counts on the day it shows.
    expect(await refusal(world, 1_00n, at('2026-03-14T23:59:58.000'))).toMatch(/100\.00 USD a day/);
  });

  test('does not count what failed, on the day it was made', async () => {
    const world = await openPayoutWorld(sql, { ...none, payoutDailyLimit: '100.00' });
    const late = at('2026-03-14T23:59:59.000');
    const id = await world.open(100_00n, late);
    await cancelPayout(world.settle, { merchantId: world.merchantId, id }, { actor: 'ana', note: null });
    expect(await refusal(world, 100_00n, late)).toBe('made');
    expect(await refusal(world, 100_00n, at('2026-03-15T00:00:01.000'))).toBe('made');
  });

  test('that was lowered below what was paid out leaves nothing', async () => {
    const world = await openPayoutWorld(sql, { ...none, payoutDailyLimit: '100.00' });
    await world.open(80_00n, at('2026-03-14T10:00:00'));
    await sql`
      UPDATE merchants
         SET settings = settings || '{"payoutDailyLimit": "50.00"}'
       WHERE id = ${world.merchantId}`;
    expect(await refusal(world, 1_00n, at('2026-03-14T11:00:00'))).toMatch(/; 0\.00 USD are left/);
  });
});

describe('the limit of a month', () => {
  test('goes from the first to the last day, in UTC, over February and the new year', async () => {
    const world = await openPayoutWorld(sql, { ...none, payoutMonthlyLimit: '100.00' });
    await world.open(60_00n, at('2028-02-01T00:00:00.000'));
    expect(await refusal(world, 40_01n, at('2028-02-29T23:59:59.999'))).toMatch(
      /100\.00 USD a month at most; 40\.00 USD are left of this month/,
    );
    expect(await refusal(world, 40_00n, at('2028-02-29T23:59:59.999'))).toBe('made');
    expect(await refusal(world, 100_00n, at('2028-03-01T00:00:00.000'))).toBe('made');
    expect(await refusal(world, 100_00n, at('2027-12-31T23:59:59.999'))).toBe('made');
    expect(await refusal(world, 100_00n, at('2028-01-01T00:00:00.000'))).toBe('made');
    expect(await refusal(world, 1_00n, at('2028-01-31T12:00:00.000'))).toMatch(/ 0\.00 USD are left/);
  });
});

test('the narrowest limit is named, and without limits only the balance holds', async () => {
  const world = await openPayoutWorld(sql, {
    payoutSingleLimit: '50.00',
    payoutDailyLimit: '50.00',
    payoutMonthlyLimit: '50.00',
  });
  const now = at('2026-05-05T05:05:05');
  expect(await refusal(world, 50_01n, now)).toMatch(/is 50\.00 USD at most/);
  expect(await refusal(world, 50_00n, now)).toBe('made');
  expect(await refusal(world, 1_00n, now)).toMatch(/a day at most/);
  const free = await openPayoutWorld(sql, none, 2_000_000_000_000n);
  expect(await refusal(free, 1_000_000_00n, now)).toBe('made');
  expect(await refusal(free, 1_000_000_00n, now)).toBe('made');
  expect(await refusal(free, 1_00n, now)).toMatch(/0\.000000 USDT are available/);
});

test('a merchant counts its own payouts only', async () => {
  const now = at('2026-05-05T05:05:05');
  const one = await openPayoutWorld(sql, { ...none, payoutDailyLimit: '10.00' });
  const other = await openPayoutWorld(sql, { ...none, payoutDailyLimit: '10.00' });
  expect(await refusal(one, 10_00n, now)).toBe('made');
  expect(await refusal(other, 10_00n, now)).toBe('made');
});

test('at an odd rate the fee is rounded down, and a balance that holds both to the last unit is enough', async () => {
  // 10.01 USD at 1.0003: 10.006997 USDT. 0.33 % of that is 0.03302309.
  const [amountUnits, feeUnits] = [10_006_997n, 33_023n];
  const settings = { ...none, payoutFeeBasisPoints: 33 };
  const enough = await openPayoutWorld(sql, settings, amountUnits + feeUnits, 100_030_000n);
  const id = await enough.open(10_01n);
  expect(await findPayoutById(sql, id)).toMatchObject({ amountUnits, feeUnits });
  const short = await openPayoutWorld(sql, settings, amountUnits + feeUnits - 1n, 100_030_000n);
  expect(await refusal(short, 10_01n, new Date())).toMatch(/0\.033023/);
});
