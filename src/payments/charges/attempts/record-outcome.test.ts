import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCharge, newAttempt } from '../../../../test/kit/charges.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/postgres.ts';
import { balancesOf } from '../../../accounts/ledger/ledger.ts';
import { newId } from '../../../base/db/ids.ts';
import { connect, type Sql } from '../../../base/db/pool.ts';
import { insertCharges } from '../insert-charges.ts';
import type { AttemptFinding } from '../payment-processor.ts';
import { countAttempts } from './attempt-counts.ts';
import { insertAttempts } from './attempt-store.ts';
import { recordAttemptOutcome } from './record-outcome.ts';

let database: TestDatabase;
let sql: Sql;
let commits = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const onStatement = (text: string) => {
    if (text === 'COMMIT') commits += 1;
  };
  sql = connect(database.url, { max: 6, onStatement });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
let merchantId = '';
beforeEach(() => {
  merchantId = newId();
});

const approved: AttemptFinding = { outcome: 'approved', processorReference: 'p', card: null };
const refused: AttemptFinding = {
  outcome: 'refused',
  reason: 'insufficient_funds',
  isSoft: false,
  card: null,
};
const times = { challengeLifetimeMs: 60_000, pendingIntervalMs: 60_000 };
const amount = { amountMinor: 1_000n, currency: 'USD' };

/** Charges whose attempts each await the processor's answer. */
async function someAsked(count: number) {
  const charges = Array.from({ length: count }, () => aCharge(merchantId, amount));
  await insertCharges(
    sql,
    charges.map((charge) => ({ charge, requestHash: '' })),
  );
  const attempts = charges.map((charge) => newAttempt(charge));
  await sql.begin(async (tx) => {
    await insertAttempts(tx, attempts);
    await countAttempts(tx, attempts);
  });
  return attempts;
}

async function statuses(): Promise<Record<string, number>> {
  const rows = await sql<{ status: string; count: number }[]>`
    SELECT status, count(*)::int AS count
      FROM charges
     WHERE merchant_id = ${merchantId}
     GROUP BY status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Counts the events, deliveries and ledger entries. */
async function rowsMade() {
  const [row] = await sql<{ events: number; deliveries: number; entries: number }[]>`
    SELECT (SELECT count(*)::int FROM events WHERE merchant_id = ${merchantId}) AS events,
           (SELECT count(*)::int FROM deliveries WHERE merchant_id = ${merchantId}) AS deliveries,
           (SELECT count(*)::int FROM ledger_entries WHERE merchant_id = ${merchantId}) AS entries`;
  return row;
}

async function available(): Promise<bigint> {
  const balances = await balancesOf(sql, merchantId);
  return balances.find(({ account }) => account === 'merchant_available')?.balance ?? 0n;
}

test('what a merchant is paid at the same moment is settled in few transactions, each once', async () => {
  const attempts = await someAsked(120);
  const settled: string[] = [];
  const onSettled = ({ status }: { status: string }) => void settled.push(status);
  commits = 0;
  await Promise.all(
    attempts.map((attempt) => recordAttemptOutcome({ sql, onSettled }, attempt, approved, times, new Date())),
  );
  // The first is written alone, the others in batches of fifty.
  expect(commits).toBe(4);
  expect(settled).toEqual(attempts.map(() => 'approved'));
  expect(await statuses()).toEqual({ approved: 120 });
  expect(await rowsMade()).toEqual({ events: 120, deliveries: 120, entries: 120 });
  expect(await available()).toBe(120_000n);
});

test('of what is settled together each has what was said of it', async () => {
  const attempts = await someAsked(9);
  const findings = attempts.map(
    (_, at): AttemptFinding =>
      at % 2 === 0
        ? {
            ...approved,
            processorReference: `p${at}`,
            card: { brand: 'visa', first6: null, last4: `000${at}` },
          }
        : refused,
  );
  commits = 0;
  await Promise.all(
    attempts.map((attempt, at) =>
      recordAttemptOutcome({ sql }, attempt, findings[at] as AttemptFinding, times, new Date()),
    ),
  );
  expect(commits).toBe(2);
  const rows = await sql`
    SELECT attempts.id, attempts.status, refusal, processor_reference AS reference, card_last4 AS last4,
           charges.status AS charge, is_approved AS "isApproved"
      FROM attempts
      JOIN charges ON charges.merchant_id = attempts.merchant_id AND charges.id = charge_id
      JOIN card_tries ON attempt_id = attempts.id
     WHERE attempts.merchant_id = ${merchantId}
     ORDER BY attempts.id`;
  expect(rows).toEqual(
    attempts.map(({ id }, at) =>
      at % 2 === 0
        ? {
            id,
            status: 'approved',
            refusal: null,
            reference: `p${at}`,
            last4: `000${at}`,
            charge: 'approved',
            isApproved: true,
          }
        : {
            id,
            status: 'refused',
            refusal: 'insufficient_funds',
            reference: null,
            last4: null,
            charge: 'open',
            isApproved: false,
          },
    ),
  );
});

test.each([
  { findings: [approved, approved, refused], status: 'approved', charges: { approved: 1, open: 1 } },
  { findings: [refused, refused], status: 'refused', charges: { open: 2 } },
])('of several who tell of one attempt at the same moment the first is believed: $status', async (told) => {
  const [other, attempt] = await someAsked(2);
  if (!other || !attempt) throw new Error('two were asked');
  // The others wait while it is written, and go together.
  const writing = recordAttemptOutcome({ sql }, other, refused, times, new Date());
  const settled: string[] = [];
  const onSettled = ({ status }: { status: string }) => void settled.push(status);
  await Promise.all(
    told.findings.map((finding) =>
      recordAttemptOutcome({ sql, onSettled }, attempt, finding, times, new Date()),
    ),
  );
  await writing;
  expect(settled).toEqual([told.status]);
  expect(await statuses()).toEqual(told.charges);
  expect(await available()).toBe(told.status === 'approved' ? 1_000n : 0n);
});

test('one that cannot be settled does not keep its neighbours from it', async () => {
  const attempts = await someAsked(6);
  const [first, damaged] = attempts;
  if (!first || !damaged) throw new Error('six were asked');
  // Its entry already exists, and the ledger refuses a second one.
  await sql`
    INSERT INTO ledger_entries (merchant_id, id, kind, subject_id)
    VALUES (${merchantId}, ${newId()}, 'charge_approved', ${damaged.chargeId})`;
  const outcomes = await Promise.allSettled(
    attempts.map((attempt) => recordAttemptOutcome({ sql }, attempt, approved, times, new Date())),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    attempts.map((attempt) => (attempt === damaged ? 'rejected' : 'fulfilled')),
  );
  expect(await statuses()).toEqual({ approved: 5, open: 1 });
  expect(await available()).toBe(5_000n);
});
