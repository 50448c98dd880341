import { firstId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { type NewCase, openCase } from '../cases/case-store.ts';
import type { ProcessorAccount } from '../payment-processors.ts';
import { saveBalances } from './balance-store.ts';
import { type BookDeps, bookPeriod, notifyOfCases } from './book-movements.ts';
import { balanceCase, compareBalance } from './compare-balance.ts';
import { comparePayouts, keepPayouts } from './compare-payouts.ts';
import { keptMovementId } from './movement.ts';
import { type Finding, marginDays, reconcileMovements } from './reconcile-movements.ts';
import { type ReconciliationRun, saveRun } from './run-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A processor's clock may lag a little behind ours. */
const settleMs = 3 * 60 * 60 * 1000;
/** Days of one account per run, after a long pause. */
const maxDays = 31;
/** How long one process may compare an account, and the pause after a failed reading. */
const retrySeconds = 60 * 60;

/**
 * Compares each account with the books once a day, and after a gap all days since. A day is compared once the other
 * side can no longer lag behind and no movement of it waits for an answer; until then it is tried again each hour. Each
 * difference becomes an open case; the same difference is the same case.
 */
export async function reconcileDaily(deps: BookDeps): Promise<number> {
  const until = completeUntil(deps.now());
  const failures: string[] = [];
  const asked = new Set<string>();
  for (const account of await deps.processors.accounts()) {
    if (!account.processor.hasLines) continue;
    const from = await claim(deps.sql, account, until);
    if (!from) continue;
    asked.add(account.processor.name);
    const to = new Date(Math.min(until.getTime(), from.getTime() + maxDays * dayMs));
    const run = startRun(account, from, to, deps.now());
    try {
      // Movements that the processor reported too late for the regular reading are booked now.
      const { waitsFrom } = await bookPeriod(deps, account, { from, to });
      if (Number.isFinite(waitsFrom)) continue;
      await reconcileAccount(deps, account, run);
    } catch (error) {
      run.failure = error instanceof Error ? error.message : String(error);
      failures.push(`${account.processor.name}: ${run.failure}`);
    }
    await saveRun(deps.sql, run);
  }
  if (asked.size > 0) await notifyOfCases(deps, asked);
  if (failures.length > 0) throw new Error(`accounts could not be compared: ${failures.join('; ')}`);
  return asked.size;
}

function startRun(
  { processor, accountId }: ProcessorAccount,
  from: Date,
  to: Date,
  ranAt: Date,
): ReconciliationRun {
  const counts = { lines: 0n, entries: 0n, found: 0n, casesOpened: 0n };
  return { processor: processor.name, accountId, ranAt, from, to, ...counts, failure: null };
}

async function reconcileAccount(
  deps: BookDeps,
  account: ProcessorAccount,
  run: ReconciliationRun,
): Promise<void> {
  const { sql, now } = deps;
  const { from, to } = run;
  const open = async (each: NewCase): Promise<void> => {
    if (await sql.begin((tx) => openCase(tx, each, now()))) run.casesOpened++;
  };
  const report = await reconcileMovements(sql, [account], { from, to }, now(), () => {});
  run.lines = BigInt(sum(report.theirs));
  run.entries = BigInt(sum(report.ours));
  run.found = BigInt(report.found);
  for (const finding of report.findings) {
    const each = toCase(account, finding);
    if (each) await open(each);
  }
  await sql`
    UPDATE card_reconciliations
       SET reconciled_until = ${to},
           due_at = now()
     WHERE processor = ${account.processor.name}
       AND account_id = ${account.accountId ?? firstId}`;
  await keepPayouts(sql, account, report.payouts);
  for (const each of await comparePayouts(sql, account)) await open(each);
  const balances = await compareBalance(sql, account, to, now);
  await saveBalances(sql, balances);
  for (const balance of balances) {
    const each = balanceCase(account, balance);
    if (each) await open(each);
  }
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/**
 * The start of the period to compare; null: it is done, or another process does it. A new account starts with the last
 * day.
 */
async function claim(
  sql: Sql,
  { processor: { name }, accountId }: ProcessorAccount,
  until: Date,
): Promise<Date | null> {
  const startAt = new Date(until.getTime() - dayMs);
  await sql`
    INSERT INTO card_reconciliations (processor, account_id, reconciled_until, due_at)
    VALUES (${name}, ${accountId ?? firstId}, ${startAt}, now())
        ON CONFLICT DO NOTHING`;
  const [row] = await sql<{ from: Date }[]>`
    UPDATE card_reconciliations
       SET due_at = now() + make_interval(secs => ${retrySeconds})
     WHERE processor = ${name}
       AND account_id = ${accountId ?? firstId}
       AND reconciled_until < ${until}
       AND due_at <= now()
    RETURNING reconciled_until AS "from"`;
  return row?.from ?? null;
}

/** null: a case for it already exists. */
function toCase({ processor, accountId }: ProcessorAccount, finding: Finding): NewCase | null {
  const { problem, kind, lineId, id, ours, theirs } = finding;
  const currency = (theirs ?? ours)?.currency;
  if (problem === 'open_case' || currency === undefined) return null;
  const minorIn = (money: Finding['ours']): bigint => (money?.currency === currency ? money.amountMinor : 0n);
  return {
    merchantId: finding.merchantId ?? firstId,
    id: keptMovementId(processor.name, accountId, ['found', problem, kind, lineId, id].join(' ')),
    processor: processor.name,
    accountId,
    kind,
    reference: lineId ?? id ?? '',
    chargeId: null,
    // The amount that the processor has beyond our books.
    amount: { amountMinor: minorIn(theirs) - minorIn(ours), currency },
    reason: problem,
    isPosted: false,
  };
}

/** Before this time, neither side can still lag behind. */
export function completeUntil(now: Date): Date {
  return startOfDay(new Date(now.getTime() - marginDays * dayMs - settleMs));
}

function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / dayMs) * dayMs);
}
