import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { disputesAfter } from './disputes.ts';
import { takePayment } from './payments.ts';
import { refundPayment } from './refunds.ts';
import { type Acquirer, startAcquirer } from './start.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let acquirer: Acquirer;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  acquirer = await startAcquirer({
    sql,
    secret: 'unused',
    challengeBaseUrl: () => 'https://pay.example/sandbox/3ds',
    localPageBaseUrl: () => 'https://pay.example/sandbox/pay',
  });
});

afterAll(async () => {
  await acquirer?.close();
  await sql?.end();
  await database?.drop();
});

const money = { amountMinor: 10_000n, currency: 'COP' };
const notYetMs = 600_000;

async function disputedPayment(delayMs: number): Promise<string> {
  const id = newId();
  await takePayment(
    sql,
    {
      id,
      ...money,
      instalments: 1,
      capturesAtOnce: true,
      description: null,
      returnUrl: 'https://shop.example/',
    },
    { behaviour: { does: 'approve_then_dispute' }, cardBrand: 'visa', cardLast4: '0259' },
    delayMs,
  );
  return id;
}

async function makeDue(...ids: string[]): Promise<void> {
  await sql`
    UPDATE sandbox_acquirer.payments
    SET dispute_due_at = now()
    WHERE id = ANY (${ids})`;
}

/** The number of the last dispute so far, so that tests do not see each other's disputes. */
async function lastNumber(): Promise<bigint> {
  return (await disputesAfter(sql, 0n)).at(-1)?.number ?? 0n;
}

test('a payment is charged back when its time has come and not before', async () => {
  const start = await lastNumber();
  const id = await disputedPayment(notYetMs);
  expect(await disputesAfter(sql, start)).toEqual([]);
  await makeDue(id);
  expect(await disputesAfter(sql, start)).toMatchObject([{ paymentId: id, ...money }]);
});

test('a charge-back takes what was not refunded, and none arises where nothing is left', async () => {
  const start = await lastNumber();
  const partly = await disputedPayment(notYetMs);
  const wholly = await disputedPayment(notYetMs);
  await refundPayment(sql, { id: newId(), paymentId: partly, amountMinor: 4_000n, currency: 'COP' });
  await refundPayment(sql, { id: newId(), paymentId: wholly, amountMinor: 10_000n, currency: 'COP' });
  await makeDue(partly, wholly);
  expect(await disputesAfter(sql, start)).toMatchObject([{ paymentId: partly, amountMinor: 6_000n }]);
});

test('readers that follow their cursors while disputes arise each see every one once, in one order', async () => {
  const start = await lastNumber();
  const count = 40;

  async function readAll(): Promise<string[]> {
    const seen: string[] = [];
    let cursor = start;
    await expect
      .poll(
        async () => {
          const disputes = await disputesAfter(sql, cursor);
          cursor = disputes.at(-1)?.number ?? cursor;
          seen.push(...disputes.map(({ paymentId }) => paymentId));
          return new Set(seen).size;
        },
        { interval: 5 },
      )
      .toBe(count);
    return seen;
  }

  const readers = [readAll(), readAll(), readAll()];
  await Promise.all(Array.from({ length: count }, () => disputedPayment(1)));
  const [first = [], ...others] = await Promise.all(readers);
  expect(first).toHaveLength(count);
  for (const other of others) expect(other).toEqual(first);
});

test('a reader does not pass a dispute whose commit is still under way', async () => {
  const start = await lastNumber();
  const gateKey = 1;
  const slow = await disputedPayment(notYetMs);
  const quick = await disputedPayment(notYetMs);
  // Delays the commit that lodges the first dispute until the gate opens.
  await sql.unsafe(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${gateKey}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON sandbox_acquirer.disputes
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.payment_id = '${slow}')
      EXECUTE FUNCTION wait_at_gate()`);
  const gate = connect(database.url, { max: 1 });
  await gate`SELECT pg_advisory_lock(${gateKey})`;

  await makeDue(slow);
  const first = disputesAfter(sql, start);
  await expect.poll(waitingForLocks).toBe(1);
  await makeDue(quick);
  const second = disputesAfter(sql, start);
  await expect.poll(waitingForLocks).toBe(2);
  await gate`SELECT pg_advisory_unlock(${gateKey})`;
  await gate.end();

  expect((await first).map(({ paymentId }) => paymentId)).toEqual([slow]);
  expect((await second).map(({ paymentId }) => paymentId)).toEqual([slow, quick]);
});

async function waitingForLocks(): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting
    FROM pg_locks
    WHERE locktype = 'advisory'
      AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return row?.waiting ?? 0;
}
