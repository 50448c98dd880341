import { postEntries } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { type Batcher, createBatcher } from '../../../base/db/batch.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { currentRequestId } from '../../../base/ground/trail.ts';
import type { Money } from '../../../base/money/money.ts';
import { announceReached } from '../announce.ts';
import type { AttemptFinding } from '../card-processor.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import {
  type Attempt,
  type AttemptDecision,
  type Charge,
  decideAttempt,
  type ProcessorTimes,
} from '../charge.ts';
import { approvedEntry } from '../post-charge.ts';
import { lockCharges, saveDecisions } from '../store.ts';
import { findAttempts, saveAttempts } from './attempt-store.ts';

/** What an attempt came to, for the metrics. */
export interface DecidedAttempt {
  processor: string;
  status: Attempt['status'];
  refusal: Attempt['refusal'];
  amount: Money;
}

export interface AttemptOutcomeDeps {
  sql: Sql;
  /** Told once it is committed, by the one process that settled it. */
  onSettled?(settled: DecidedAttempt): void;
}

/** What the processor said of an attempt. */
interface Finding {
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'chargeId'>;
  finding: AttemptFinding;
  times: ProcessorTimes;
  now: Date;
  /** Several requests are settled together: each keeps its own id. */
  requestId: string | null;
}

/** What became of an attempt and its charge by what the processor said. */
export interface Attempted {
  attempt: Attempt;
  charge: Charge;
}

/** null: nothing. */
type Settled = (Attempted & { news: DecidedAttempt | null }) | null;

/** In one transaction: bounds how long it holds the merchant's balances. */
const maxAtOnce = 50;

/**
 * One for each database. All that is settled for a merchant changes its balances, so one waits for the other to commit: what
 * comes meanwhile goes together into the next transaction.
 */
const settlers = new WeakMap<Sql, Batcher<Finding, Settled>>();

function settlerOf(sql: Sql): Batcher<Finding, Settled> {
  const known = settlers.get(sql);
  if (known) return known;
  const settler = createBatcher((findings: Finding[]) => settleTogether(sql, findings), {
    maxItems: maxAtOnce,
    laneOf: ({ attempt }) => attempt.merchantId,
  });
  settlers.set(sql, settler);
  return settler;
}

/**
 * Records what the processor said of an attempt: attempt, charge, ledger and event in one
 * transaction. Whoever comes second (the page, an inquiry, another process) finds the attempt
 * resolved and changes nothing: null. Else it answers what attempt and charge are then.
 */
export async function recordAttemptOutcome(
  { sql, onSettled }: AttemptOutcomeDeps,
  attempt: Finding['attempt'],
  finding: AttemptFinding,
  times: ProcessorTimes,
  now: Date,
): Promise<Attempted | null> {
  const settled = await settlerOf(sql).add({ attempt, finding, times, now, requestId: currentRequestId() });
  if (settled?.news) onSettled?.(settled.news);
  return settled;
}

async function settleTogether(sql: Sql, findings: Finding[]): Promise<Settled[]> {
  return await sql.begin(async (tx) => {
    const settled = new Map<Finding, Settled>();
    for (const turn of inTurns(findings)) {
      const outcomes = await settleTurn(tx, turn);
      turn.forEach((finding, at) => {
        settled.set(finding, outcomes[at] ?? null);
      });
    }
    return findings.map((finding) => settled.get(finding) ?? null);
  });
}

/** Those of one charge come one after the other: each is decided on what the one before left. */
function inTurns(findings: Finding[]): Finding[][] {
  const turns: Finding[][] = [];
  const seen = new Map<string, number>();
  // In the order in which every process locks them.
  for (const finding of findings.toSorted((a, b) => (a.attempt.chargeId < b.attempt.chargeId ? -1 : 1))) {
    const { chargeId } = finding.attempt;
    const turn = seen.get(chargeId) ?? 0;
    seen.set(chargeId, turn + 1);
    turns[turn] = [...(turns[turn] ?? []), finding];
  }
  return turns;
}

/**
 * Of one merchant, and each of another charge. What is asked for all of them travels together: what comes behind the locks is
 * answered under them.
 */
async function settleTurn(tx: Tx, turn: Finding[]): Promise<Settled[]> {
  const { merchantId } = (turn[0] as Finding).attempt;
  const find = (findings: Finding[]) =>
    findAttempts(
      tx,
      merchantId,
      findings.map(({ attempt }) => attempt.id),
    );
  const [charges, found, merchant] = await Promise.all([
    lockCharges(
      tx,
      merchantId,
      turn.map(({ attempt }) => attempt.chargeId),
    ),
    find(turn),
    findMerchant(tx, merchantId),
  ]);
  // One that was archived came back with its charge.
  const restored = turn.filter(({ attempt }) => !found.has(attempt.id) && charges.has(attempt.chargeId));
  const attempts = restored.length === 0 ? found : new Map([...found, ...(await find(restored))]);
  const decided = turn.map(({ attempt: { id, chargeId }, finding, times, now, requestId }) => {
    const [charge, attempt] = [charges.get(chargeId), attempts.get(id)];
    const decision = charge && attempt && decideAttempt(charge, attempt, finding, times, now);
    return decision ? { charge, attempt, decision, now, requestId } : null;
  });
  const changes = decided.filter((each) => each !== null);
  if (changes.length === 0) return decided.map(() => null);
  const [attempted, charged] = await Promise.all([
    saveAttempts(
      tx,
      merchantId,
      changes.map(({ attempt, decision, now }) => ({ attempt, decision: decision.attempt, now })),
    ),
    saveDecisions(
      tx,
      merchantId,
      changes.map(({ charge, decision, now }) => ({ charge, change: decision.charge, now })),
    ),
    tell(tx, changes, merchant?.settings.cardFeeBasisPoints ?? 0),
  ]);
  return decided.map((each) => {
    if (!each) return null;
    const at = changes.indexOf(each);
    const [attempt, charge] = [attempted[at] as Attempt, charged[at] as Charge];
    const { processor, status, refusal } = attempt;
    // Asked again and still the same: nothing new to count.
    const isNews = status !== each.attempt.status;
    return { attempt, charge, news: isNews ? { processor, status, refusal, amount: charge.amount } : null };
  });
}

interface Change {
  charge: Charge;
  attempt: Attempt;
  decision: AttemptDecision;
  now: Date;
  requestId: string | null;
}

/** Merchant, customer and ledger are told of the charges that moved, and the merchant of those that a bank takes its time for. */
async function tell(tx: Tx, changes: Change[], feeBasisPoints: number): Promise<void> {
  const moved = changes.filter(({ charge, decision }) => decision.charge.status !== charge.status);
  const nowPending = changes.filter(
    ({ attempt, decision }) => decision.attempt.status === 'pending' && attempt.status !== 'pending',
  );
  const approved = moved.filter(({ decision }) => decision.charge.status === 'approved');
  await Promise.all([
    announceReached(tx, [
      ...moved.map(({ charge, decision, now, requestId }) => ({
        charge,
        requestId,
        status: decision.charge.status,
        now,
        cause: {},
      })),
      ...nowPending.map(({ charge, now, requestId }) => ({
        charge,
        requestId,
        status: 'pending' as const,
        now,
        cause: {},
      })),
    ]),
    queueReceipts(
      tx,
      approved.map(({ charge, attempt, decision, now }) =>
        cardReceipt('payment', charge, { ...attempt, card: decision.attempt.card }, charge, now),
      ),
    ),
    // Last: from here to the commit nobody else changes the merchant's balances.
    postEntries(
      tx,
      approved.map(({ charge, attempt }) => approvedEntry(charge, attempt, feeBasisPoints)),
    ),
  ]);
}
