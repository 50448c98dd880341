import { postEntries } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { type Batcher, createBatcher } from '../../../base/db/batch.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { currentRequestId } from '../../../base/ground/trail.ts';
import type { Money } from '../../../base/money/money.ts';
import { announceReached } from '../announce.ts';
import { insertAuthorizations } from '../authorizations/authorization-store.ts';
import { nextReadingAt } from '../authorizations/decide-authorization.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import {
  type Attempt,
  type AttemptDecision,
  type Charge,
  decideAttempt,
  type ProcessorTimes,
} from '../charge.ts';
import type { NoticeCause } from '../payment-notice.ts';
import type { AttemptFinding } from '../payment-processor.ts';
import { approvedEntry } from '../post-charge.ts';
import { lockCharges, saveDecisions } from '../store.ts';
import { recordUnexpected } from '../unexpected/record-unexpected.ts';
import { findAttempts, saveAttempts } from './attempt-store.ts';
import { planReminders } from './remind.ts';

/** The outcome of an attempt, for the metrics. */
export interface DecidedAttempt {
  processor: string;
  status: Attempt['status'];
  refusal: Attempt['refusal'];
  method: Attempt['method'];
  amount: Money;
}

export interface AttemptOutcomeDeps {
  sql: Sql;
  /** Called after the commit, only by the process that recorded the outcome. */
  onSettled?(settled: DecidedAttempt): void;
}

/** The processor's answer about an attempt. */
interface Finding {
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'chargeId'>;
  finding: AttemptFinding;
  times: ProcessorTimes;
  now: Date;
  /** Several requests are recorded together: each keeps its own id. */
  requestId: string | null;
}

/** An attempt and its charge after the processor's answer. */
export interface Attempted {
  attempt: Attempt;
  charge: Charge;
}

/** null: nothing changed. */
type Settled = (Attempted & { news: DecidedAttempt | null }) | null;

/** Outcomes per transaction: bounds how long it locks the merchant's balances. */
const maxAtOnce = 50;

/**
 * One for each database. Every outcome changes its merchant's balances, so transactions wait for one another: outcomes
 * that arrive meanwhile share the next transaction.
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
 * Records the processor's answer about an attempt: attempt, charge, ledger and event in one transaction. A second
 * caller (the page, an inquiry, another process) finds the attempt resolved, changes nothing and gets null. Otherwise
 * returns the updated attempt and charge.
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

/**
 * Splits findings so that those of one charge run one after the other: each is decided on the state that the one before
 * left.
 */
function inTurns(findings: Finding[]): Finding[][] {
  const turns: Finding[][] = [];
  const seen = new Map<string, number>();
  // Sorted in the order in which every process locks them.
  for (const finding of findings.toSorted((a, b) => (a.attempt.chargeId < b.attempt.chargeId ? -1 : 1))) {
    const { chargeId } = finding.attempt;
    const turn = seen.get(chargeId) ?? 0;
    seen.set(chargeId, turn + 1);
    turns[turn] = [...(turns[turn] ?? []), finding];
  }
  return turns;
}

/**
 * Findings of one merchant, each of a different charge. The queries are pipelined: those sent behind the locks are
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
  // An archived attempt was restored with its charge.
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
    insertAuthorizations(tx, changes.flatMap(authorizationOf)),
    tell(tx, changes, merchant?.settings.cardFeeBasisPoints ?? 0),
  ]);
  await planReminders(
    tx,
    changes
      .filter(
        ({ attempt, decision }) => decision.attempt.status === 'awaiting' && attempt.status !== 'awaiting',
      )
      .map(({ attempt, decision, now }) => ({ attempt: { ...attempt, ...decision.attempt }, now })),
  );
  for (const { charge, attempt, decision, now } of changes) {
    if (decision.unexpected) await recordUnexpected(tx, charge, attempt, decision.unexpected, now);
  }
  return decided.map((each) => {
    if (!each) return null;
    const at = changes.indexOf(each);
    const [attempt, charge] = [attempted[at] as Attempt, charged[at] as Charge];
    const { processor, status, refusal, method } = attempt;
    // The status is unchanged: nothing new to count.
    const isNews = status !== each.attempt.status;
    return {
      attempt,
      charge,
      news: isNews ? { processor, status, refusal, method, amount: charge.amount } : null,
    };
  });
}

interface Change {
  charge: Charge;
  attempt: Attempt;
  decision: AttemptDecision;
  now: Date;
  requestId: string | null;
}

/** The hold, if the processor has authorised the payment and not taken it. */
function authorizationOf({ charge, attempt, decision: { authorization }, now }: Change) {
  if (!authorization) return [];
  const times = { authorizedAt: now, expiresAt: authorization.expiresAt };
  const { merchantId, id: chargeId } = charge;
  return [{ merchantId, id: attempt.id, chargeId, ...times, dueAt: nextReadingAt(times, now) }];
}

function expiryOf({ authorization }: AttemptDecision): NoticeCause {
  const at = authorization?.expiresAt;
  return at ? { authorizationExpiresAt: at.toISOString() } : {};
}

/**
 * Notifies merchant and customer of the charges that changed status and posts them to the ledger; notifies the merchant
 * also of charges that take hours or days: the customer has to pay elsewhere, or a bank decides.
 */
async function tell(tx: Tx, changes: Change[], feeBasisPoints: number): Promise<void> {
  const moved = changes.filter(({ charge, decision }) => decision.charge.status !== charge.status);
  // Once, although instructions may be followed by a bank that takes days.
  const nowPending = changes.filter(
    ({ attempt, decision }) => isSlow(decision.attempt.status) && !isSlow(attempt.status),
  );
  const approved = moved.filter(({ decision }) => decision.charge.status === 'approved');
  await Promise.all([
    announceReached(tx, [
      ...moved.map(({ charge, decision, now, requestId }) => ({
        charge,
        requestId,
        status: decision.charge.status,
        now,
        cause: expiryOf(decision),
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
    // Last, because it locks the merchant's balances until the commit.
    postEntries(
      tx,
      approved.map(({ charge, attempt }) => approvedEntry(charge, attempt, feeBasisPoints)),
    ),
  ]);
}

function isSlow(status: Attempt['status']): boolean {
  return status === 'awaiting' || status === 'pending';
}
