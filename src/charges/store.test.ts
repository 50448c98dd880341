import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/kit/postgres.ts';
import { newId } from '../db/ids.ts';
import { connect, type Sql } from '../db/pool.ts';
import { insertCharges, type NewCharge } from './store.ts';

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

const merchantId = newId();

function newCharge(id = newId()): NewCharge {
  const now = new Date();
  return {
    requestHash: randomBytes(32),
    charge: {
      merchantId,
      id,
      status: 'open',
      method: 'CARDS',
      country: 'COL',
      amount: { amountMinor: 1050n, currency: 'USD' },
      description: null,
      customerId: null,
      email: null,
      orderNumber: null,
      metadata: { note: 'a "quoted" \\ text' },
      language: null,
      notificationUrl: null,
      returnUrl: null,
      refusedCount: 0,
      refundedMinor: 0n,
      refundPendingMinor: 0n,
      createdAt: now,
      expiresAt: now,
      decidedAt: null,
    },
  };
}

test('a batch tells which charges are new, also when a session stands in it twice', async () => {
  const [known, fresh] = [newCharge(), newCharge()];
  expect(await insertCharges(sql, [known])).toEqual([true]);
  expect(await insertCharges(sql, [known, fresh, fresh])).toEqual([false, true, false]);
});

test('batches of the same sessions in opposite order both end, and each session is new once', async () => {
  for (let round = 0; round < 20; round++) {
    const rows = Array.from({ length: 200 }, () => newCharge());
    const [forward, backward] = await Promise.all([
      insertCharges(sql, rows),
      insertCharges(sql, rows.toReversed()),
    ]);
    const newInBackward = backward.toReversed();
    expect(forward.every((isNew, index) => isNew !== newInBackward[index])).toBe(true);
  }
});
