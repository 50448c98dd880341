import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { until } from '../kit/client.ts';
import { deadlines } from '../kit/deadlines.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { cleanUp, type RunningServer, startServer, stop } from '../kit/processes/child.ts';
import { newMemory, payUntilKilled, sendAgain } from './paying-customer.ts';

const rounds = 5;
const shoppers = 8;
/** A round lasts until this many charges were made, and then a random moment longer. */
const chargesPerRound = 60;
const longestMomentMs = 500;

type Row = Record<string, unknown>;

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 2 });
});
afterAll(async () => {
  await cleanUp();
  await sql.end();
  await database.drop();
});

/** Simulates the time after which another process takes over the work of a crashed one. */
async function passTime(): Promise<void> {
  await sql`
    UPDATE attempts
       SET created_at = ${new Date(Date.now() - 2 * 60_000)},
           due_at = now(),
           lease_until = NULL
     WHERE status IN ('created', 'authenticating', 'unknown')`;
  await sql`
    UPDATE refunds
       SET due_at = now(),
           lease_until = NULL
     WHERE status = 'pending'`;
}

/** Joins each row with the acquirer's record of the same id; adds the records that only the acquirer has. */
function besideAcquirer(rows: readonly Row[], acquired: readonly Row[]): Row[] {
  const byId = new Map(acquired.map((row) => [row.id, row]));
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...rows.map((row) => {
      const there = byId.get(row.id);
      const sameAmount = there?.amountMinor === row.amountMinor;
      return { ...row, acquirer: there?.status ?? 'never came', sameAmount };
    }),
    ...acquired.filter(({ id }) => !ids.has(id)).map(({ status }) => ({ acquirer: status })),
  ];
}

test('kill -9 in a loop under load loses nothing and does nothing twice', {
  timeout: deadlines.longTest,
}, async () => {
  const memory = newMemory();
  let server: RunningServer;
  for (let round = 0; round < rounds; round++) {
    server = await startServer({ DATABASE_URL: database.url });
    await sendAgain(server.url, memory);
    const { url, merchant } = server;
    const before = memory.charges.size;
    const shopping = Array.from({ length: shoppers }, () => payUntilKilled(url, merchant, memory));
    await until(
      async () => memory.charges.size - before,
      (created) => created >= chargesPerRound,
    );
    await delay(Math.random() * longestMomentMs);
    expect(await stop(server, 'SIGKILL')).toBe('SIGKILL');
    await Promise.all(shopping);
  }

  server = await startServer({ DATABASE_URL: database.url });
  await sendAgain(server.url, memory);
  await passTime();
  await until(
    () => sql`
      SELECT id FROM attempts WHERE status IN ('created', 'authenticating', 'unknown')
      UNION ALL
      SELECT id FROM refunds WHERE status = 'pending'`,
    (unresolved) => unresolved.length === 0,
  );
  expect(await stop(server)).toBe(0);

  expect(memory.surprises).toEqual([]);
  expect(memory.unanswered).toEqual([]);

  // Every acknowledged charge exists, with its exact amount.
  const charges = new Map(
    (await sql`SELECT id, amount_minor FROM charges`).map((row) => [row.id, row.amount_minor]),
  );
  for (const [reference, amountMinor] of memory.charges) expect(charges.get(reference)).toBe(amountMinor);
  // No charge exists that nobody requested: each unanswered request was sent again.
  expect(charges.size).toBe(memory.charges.size);

  // The acquirer's and our records of every payment agree: approved there, approved and posted once here.
  const attempts = await sql`
    SELECT attempt.id,
           attempt.charge_id AS "chargeId",
           attempt.status,
           charge.amount_minor AS "amountMinor",
           charge.status IN ('approved', 'partially_refunded', 'refunded') AS paid,
           (SELECT count(*)::int
              FROM ledger_entries
             WHERE merchant_id = charge.merchant_id
               AND subject_id = charge.id
               AND kind = 'charge_approved') AS postings,
           (SELECT count(*)::int
              FROM events
             WHERE merchant_id = charge.merchant_id
               AND subject_id = charge.id
               AND status = 'approved') AS events
      FROM attempts AS attempt
      JOIN charges AS charge ON charge.merchant_id = attempt.merchant_id AND charge.id = attempt.charge_id`;
  const payments = besideAcquirer(
    attempts,
    await sql`SELECT id, status, amount_minor AS "amountMinor" FROM sandbox_acquirer.payments`,
  );
  expect(payments.filter((row) => row.acquirer === 'approved').length).toBeGreaterThan(50);
  const approvedOnce = { status: 'approved', sameAmount: true, paid: true, postings: 1, events: 1 };
  const neverTaken = { status: 'refused', paid: false, postings: 0, events: 0 };
  for (const payment of payments) {
    expect(payment).toMatchObject(payment.acquirer === 'approved' ? approvedOnce : neverTaken);
  }
  const approved = new Set(payments.filter((row) => row.paid).map((row) => row.chargeId));
  for (const reference of memory.approved) expect(approved).toContain(reference);

  const refunds = besideAcquirer(
    await sql`
      SELECT id,
             idempotency_key AS key,
             status,
             amount_minor AS "amountMinor",
             (SELECT count(*)::int
                FROM ledger_entries
               WHERE merchant_id = refund.merchant_id
                 AND subject_id = refund.id
                 AND kind = 'refund') AS postings
        FROM refunds AS refund`,
    await sql`SELECT id, status, amount_minor AS "amountMinor" FROM sandbox_acquirer.refunds`,
  );
  expect(refunds.length).toBeGreaterThan(10);
  for (const refund of refunds) {
    expect(refund).toMatchObject({
      status: 'succeeded',
      acquirer: 'refunded',
      sameAmount: true,
      postings: 1,
    });
  }
  const refundedByKey = new Map(refunds.map((row) => [row.key, row.amountMinor]));
  expect(refundedByKey.size).toBe(refunds.length);
  for (const [key, amountMinor] of memory.refunds) expect(refundedByKey.get(key)).toBe(amountMinor);

  expect(faultsIn(await checkLedger(sql))).toEqual([]);
});
