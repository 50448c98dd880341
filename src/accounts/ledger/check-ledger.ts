import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { processedMethods } from '../methods/methods.ts';
import { findUnexplainedBankRefunds, type UnexplainedBankRefund } from './check-bank-refunds.ts';
import { findOpenCases, type OpenCases } from './check-cases.ts';
import { findWrongHours, type WrongHour } from './check-hours.ts';
import { findUnexplainedMovements, type UnexplainedMovement } from './check-movements.ts';
import { findWrongOrders, type WrongOrder } from './check-orders.ts';
import { findUnexplainedPostings, type UnexplainedPosting } from './check-postings.ts';
import { findWrongRefunds, type WrongRefund } from './check-refunds.ts';
import { findUnexplainedSettlements, type UnexplainedSettlement } from './check-settlements.ts';
import { findUnexplainedUnexpected, type UnexplainedUnexpected } from './check-unexpected.ts';
import {
  findUnexplainedUsdtRefunds,
  findWrongUsdtRefunds,
  type UnexplainedUsdtRefund,
  type WrongUsdtRefund,
} from './check-usdt-refunds.ts';
import { maxFaults } from './fault-limit.ts';
import { everybody, everyMerchant, ofMerchant, type Scope } from './scope.ts';

export interface LedgerReport {
  entries: bigint;
  postings: bigint;
  /** Balances that differ from the sum of their postings. */
  wrongBalances: { merchantId: string; account: string; asset: string; kept: bigint; derived: bigint }[];
  /** Entries whose postings do not sum to zero. */
  lopsidedEntries: { merchantId: string; entryId: string; asset: string; total: bigint }[];
  /** Charges whose status contradicts the ledger. */
  unexplainedCharges: {
    merchantId: string;
    chargeId: string;
    currency: string;
    expected: bigint;
    posted: bigint;
  }[];
  /** Payouts whose reserved or sent amount in the ledger contradicts their status. */
  unexplainedPayouts: {
    merchantId: string;
    payoutId: string;
    asset: string;
    expectedReserved: bigint;
    reserved: bigint;
    expectedSent: bigint;
    sent: bigint;
  }[];
  /** Swept addresses whose postings differ from the amount moved. */
  unexplainedSweeps: {
    merchantId: string;
    itemId: string;
    asset: string;
    expected: bigint;
    posted: bigint;
  }[];
  /** Accounts whose postings for a transfer, refund or charge-back differ from the expected ones. */
  unexplainedPostings: UnexplainedPosting[];
  /** Accounts whose postings for a processor's movement differ from the movement. */
  unexplainedLines: UnexplainedMovement[];
  unexplainedSettlements: UnexplainedSettlement[];
  /** Money that came late, twice or as another amount, and is posted otherwise than was decided. */
  unexplainedUnexpected: UnexplainedUnexpected[];
  /** Refunds to bank accounts whose amount is set aside, or not, otherwise than their status says. */
  unexplainedBankRefunds: UnexplainedBankRefund[];
  /** Movements at processors that are not explained yet. */
  openCases: OpenCases[];
  wrongOrders: WrongOrder[];
  wrongRefunds: WrongRefund[];
  /** Accounts whose postings for a refund on the chain contradict its status. */
  unexplainedUsdtRefunds: UnexplainedUsdtRefund[];
  wrongUsdtRefunds: WrongUsdtRefund[];
  /** Days (UTC) whose count for the payout limits, in US cents, differs from the sum of that day's payouts. */
  wrongPayoutDays: { merchantId: string; day: string; kept: bigint; derived: bigint }[];
  /** Hours whose stored sums differ from their postings. */
  wrongHours: WrongHour[];
}

/** All faults of every kind. */
export function faultsIn(report: LedgerReport): object[] {
  return Object.values(report).flatMap((faults) => (Array.isArray(faults) ? faults : []));
}

/**
 * Recomputes everything that the ledger claims, from the postings and their causes, in one snapshot. On Citus, whose
 * workers share no snapshot, it does so merchant by merchant. `maxStatementMs`: 0 for no limit.
 */
export async function checkLedger(
  sql: Sql,
  progress: CheckProgress = () => {},
  maxStatementMs = 0,
): Promise<LedgerReport> {
  if (!sql.isDistributed) {
    const steps = Object.keys(ledgerSteps);
    const begin = (step: LedgerStep) => progress(ledgerSteps[step], steps.indexOf(step), steps.length);
    return await check(sql, everybody, maxStatementMs, begin);
  }
  const merchants = await everyMerchant(sql);
  let whole: LedgerReport | null = null;
  for (const [at, merchantId] of merchants.entries()) {
    if (at % progressEvery === 0) {
      progress(`merchant ${at + 1} of ${merchants.length}`, at, merchants.length);
    }
    const own = await checkMerchant(sql, merchantId, maxStatementMs);
    whole = whole ? added(whole, own) : own;
  }
  return whole as LedgerReport;
}

/** The current step in words, and the number of steps done and in total. */
export type CheckProgress = (line: string, done: number, total: number) => void;

/** The steps of a check, in order. */
const ledgerSteps = {
  count: 'counting entries and postings',
  balances: 'adding up balances',
  entries: 'adding up entries',
  charges: 'charges',
  payouts: 'payouts and sweeps',
  postings: 'transfers, refunds and charge-backs',
  lines: 'lines of processors, and settlements',
  orders: 'crypto orders and their refunds',
} as const;
type LedgerStep = keyof typeof ledgerSteps;

/** Progress is reported after this many merchants. */
const progressEvery = 100;
/**
 * A commit on two workers is visible on one of them a little earlier: a fault that disappears within moments is not a
 * fault.
 */
const looks = 3;
const lookAgainMs = 500;

/** The books of one merchant, for Citus. */
export async function checkMerchant(sql: Sql, merchantId: string, maxStatementMs = 0): Promise<LedgerReport> {
  for (let look = 1; ; look++) {
    const report = await check(sql, (tx) => ofMerchant(tx, merchantId), maxStatementMs);
    if (look === looks || faultsIn(report).length === 0) return report;
    await delay(lookAgainMs);
  }
}

function added(a: LedgerReport, b: LedgerReport): LedgerReport {
  const entries = Object.entries(a).map(([kind, of]) => {
    const other = b[kind as keyof LedgerReport];
    return [
      kind,
      Array.isArray(of) ? [...of, ...(other as object[])].slice(0, maxFaults) : of + (other as bigint),
    ];
  });
  return Object.fromEntries(entries) as LedgerReport;
}

async function check(
  sql: Sql,
  scopeOf: (tx: Tx) => Scope,
  maxStatementMs: number,
  begin: (step: LedgerStep) => void = () => {},
): Promise<LedgerReport> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await tx`SET LOCAL statement_timeout = ${tx.unsafe(String(maxStatementMs))}`;
    return await checkScope(tx, scopeOf(tx), begin);
  });
}

/** Each check is one statement that returns only faults, so that large books need no more memory than small ones. */
async function checkScope(tx: Tx, scope: Scope, begin: (step: LedgerStep) => void): Promise<LedgerReport> {
  begin('count');
  const [entries] = await tx<{ count: bigint }[]>`
    WITH ${scope('ledger_entries')}counted AS (SELECT count(*) AS count FROM ledger_entries)
    SELECT count FROM counted`;
  const [postings] = await tx<{ count: bigint }[]>`
    WITH ${scope('ledger_postings')}counted AS (SELECT count(*) AS count FROM ledger_postings)
    SELECT count FROM counted`;
  begin('balances');
  const wrongBalances = await tx<LedgerReport['wrongBalances']>`
    WITH ${scope('ledger_postings', 'ledger_balances')}derived AS (
      SELECT merchant_id, account, asset, sum(amount)::bigint AS total
        FROM ledger_postings
       GROUP BY merchant_id, account, asset
    )
    SELECT merchant_id AS "merchantId",
           account,
           asset,
           coalesce(kept.balance, 0) AS kept,
           coalesce(derived.total, 0) AS derived
      FROM ledger_balances AS kept
      FULL JOIN derived USING (merchant_id, account, asset)
     WHERE coalesce(kept.balance, 0) <> coalesce(derived.total, 0)
     LIMIT ${maxFaults}`;
  begin('entries');
  const lopsidedEntries = await tx<LedgerReport['lopsidedEntries']>`
    WITH ${scope('ledger_postings')}sums AS (
      SELECT merchant_id, entry_id, asset, sum(amount)::bigint AS total
        FROM ledger_postings
       GROUP BY merchant_id, entry_id, asset
    )
    SELECT merchant_id AS "merchantId", entry_id AS "entryId", asset, total
      FROM sums
     WHERE total <> 0
     LIMIT ${maxFaults}`;
  begin('charges');
  // The amount that the processor owes for a card charge: its amount once approved, less refunds and charge-backs.
  const unexplainedCharges = await tx<LedgerReport['unexplainedCharges']>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'all_charges', 'refunds', 'disputes', 'dispute_changes', 'unexpected_payments')}expected AS (
      SELECT merchant_id, id, currency, sum(owed)::bigint AS owed
        FROM (
          SELECT merchant_id, id, currency, coalesce(captured_minor, amount_minor) - refunded_minor AS owed
            FROM all_charges
           WHERE status IN ('approved', 'partially_refunded', 'refunded', 'charged_back')
             AND method = ANY (${processedMethods}::text[])
           UNION ALL
          -- Given back by the merchant itself: the processor still owes it.
          SELECT refund.merchant_id, refund.charge_id, charge.currency, refund.amount_minor
            FROM refunds AS refund
            JOIN all_charges AS charge ON charge.merchant_id = refund.merchant_id AND charge.id = refund.charge_id
           WHERE refund.status = 'succeeded'
             AND refund.way = 'bank_details'
           UNION ALL
          SELECT merchant_id, charge_id, currency, -amount_minor
            FROM disputes
           WHERE status IN ('open', 'lost')
        ) AS parts
       GROUP BY 1, 2, 3
    ), clearing AS (
      SELECT entry.merchant_id, coalesce(refund.charge_id, dispute.charge_id, change.charge_id, accepted.charge_id, entry.subject_id) AS id,
             posting.asset AS currency, -sum(posting.amount)::bigint AS owed
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
        LEFT JOIN refunds AS refund ON refund.merchant_id = entry.merchant_id AND refund.id = entry.subject_id
        LEFT JOIN disputes AS dispute ON dispute.merchant_id = entry.merchant_id AND dispute.id = entry.subject_id
        LEFT JOIN dispute_changes AS change ON change.merchant_id = entry.merchant_id AND change.id = entry.subject_id
        -- A charge that was paid by an unexpected payment: the processor has owed it since then.
        LEFT JOIN unexpected_payments AS accepted ON accepted.merchant_id = entry.merchant_id
                                                 AND accepted.id = entry.subject_id
                                                 AND accepted.pays
       WHERE starts_with(posting.account, 'card_clearing')
         AND (entry.kind IN ('charge_approved', 'refund', 'refund_reversed', 'charge_back', 'charge_back_reversed')
              OR (entry.kind = 'unexpected_payment' AND accepted.pays))
       GROUP BY 1, 2, 3
    )
    SELECT merchant_id AS "merchantId",
           id AS "chargeId",
           currency,
           coalesce(expected.owed, 0) AS expected,
           coalesce(clearing.owed, 0) AS posted
      FROM expected
      FULL JOIN clearing USING (merchant_id, id, currency)
     WHERE coalesce(expected.owed, 0) <> coalesce(clearing.owed, 0)
     LIMIT ${maxFaults}`;
  begin('payouts');
  // While a payout is under way, amount and fee are reserved; once paid, the amount has left a hot wallet of its
  // network.
  const unexplainedPayouts = await tx<LedgerReport['unexplainedPayouts']>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'payouts')}expected AS (
      SELECT merchant_id, id, asset,
             CASE WHEN status IN ('success', 'failed') THEN 0 ELSE amount_units + fee_units END AS reserved,
             CASE WHEN status = 'success' THEN amount_units ELSE 0 END AS sent,
             'custody_' || network || '_hot' AS custody
        FROM payouts
       WHERE kind = 'payout'
    ), posted AS (
      SELECT entry.merchant_id, entry.subject_id AS id, asset,
             coalesce(sum(amount) FILTER (WHERE account = 'merchant_reserved'), 0)::bigint AS reserved,
             coalesce(sum(amount) FILTER (WHERE account LIKE 'custody%'), 0)::bigint AS sent,
             max(account) FILTER (WHERE account LIKE 'custody%') AS custody
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
       WHERE entry.kind IN ('payout_reserved', 'payout_released', 'payout_sent')
          OR posting.account = 'merchant_reserved'
       GROUP BY 1, 2, 3
    )
    SELECT merchant_id AS "merchantId",
           id AS "payoutId",
           asset,
           coalesce(expected.reserved, 0) AS "expectedReserved",
           coalesce(posted.reserved, 0) AS reserved,
           coalesce(expected.sent, 0) AS "expectedSent",
           coalesce(posted.sent, 0) AS sent
      FROM expected
      FULL JOIN posted USING (merchant_id, id, asset)
     WHERE coalesce(expected.reserved, 0) <> coalesce(posted.reserved, 0)
        OR coalesce(expected.sent, 0) <> coalesce(posted.sent, 0)
        OR posted.custody <> expected.custody
     LIMIT ${maxFaults}`;
  const unexplainedSweeps = await tx<LedgerReport['unexplainedSweeps']>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'sweep_items', 'crypto_orders')}expected AS (
      SELECT item.merchant_id, item.id, coalesce(orders.asset, 'USDT') AS asset, item.amount_units AS units
        FROM sweep_items AS item
        LEFT JOIN crypto_orders AS orders ON orders.merchant_id = item.merchant_id AND orders.id = item.order_id
       WHERE item.status = 'swept'
    ), posted AS (
      SELECT entry.merchant_id, entry.subject_id AS id, asset, sum(posting.amount)::bigint AS units
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
       WHERE entry.kind = 'swept'
         AND posting.amount > 0
       GROUP BY 1, 2, 3
    )
    SELECT merchant_id AS "merchantId",
           id AS "itemId",
           asset,
           coalesce(expected.units, 0) AS expected,
           coalesce(posted.units, 0) AS posted
      FROM expected
      FULL JOIN posted USING (merchant_id, id, asset)
     WHERE coalesce(expected.units, 0) <> coalesce(posted.units, 0)
     LIMIT ${maxFaults}`;
  const wrongPayoutDays = await tx<LedgerReport['wrongPayoutDays']>`
    WITH ${scope('payouts', 'payout_days')}derived AS (
      SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, sum(amount_minor)::bigint AS total
        FROM payouts
       WHERE status <> 'failed'
         AND kind = 'payout'
       GROUP BY 1, 2
    )
    SELECT merchant_id AS "merchantId",
           day::text AS day,
           coalesce(kept.amount_minor, 0) AS kept,
           coalesce(derived.total, 0) AS derived
      FROM payout_days AS kept
      FULL JOIN derived USING (merchant_id, day)
     WHERE coalesce(kept.amount_minor, 0) <> coalesce(derived.total, 0)
     ORDER BY merchant_id, day
     LIMIT ${maxFaults}`;
  begin('postings');
  const unexplainedPostings = await findUnexplainedPostings(tx, scope);
  const wrongRefunds = await findWrongRefunds(tx, scope);
  begin('lines');
  const unexplainedLines = await findUnexplainedMovements(tx, scope);
  const wrongHours = await findWrongHours(tx, scope);
  const unexplainedSettlements = await findUnexplainedSettlements(tx, scope);
  const unexplainedUnexpected = await findUnexplainedUnexpected(tx, scope);
  const unexplainedBankRefunds = await findUnexplainedBankRefunds(tx, scope);
  const openCases = await findOpenCases(tx, scope);
  begin('orders');
  return {
    entries: entries?.count ?? 0n,
    postings: postings?.count ?? 0n,
    wrongBalances,
    lopsidedEntries,
    unexplainedCharges,
    unexplainedPayouts,
    unexplainedSweeps,
    unexplainedPostings,
    unexplainedLines,
    unexplainedSettlements,
    unexplainedUnexpected,
    unexplainedBankRefunds,
    openCases,
    wrongOrders: await findWrongOrders(tx, scope),
    wrongRefunds,
    unexplainedUsdtRefunds: await findUnexplainedUsdtRefunds(tx, scope),
    wrongUsdtRefunds: await findWrongUsdtRefunds(tx, scope),
    wrongPayoutDays,
    wrongHours,
  };
}
