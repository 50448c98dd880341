import { type AlarmDeps, notifyOperator } from '../../../accounts/alarms/alarms.ts';
import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import { openCase } from '../cases/case-store.ts';
import { type Attempt, type Charge, takenMoney } from '../charge.ts';
import { keptMovementId } from '../movements/movement.ts';
import type { SeenRefund } from '../payment-processor.ts';
import { givenBackEntry } from '../post-charge.ts';
import { findCharge, lockCharge, saveDecision } from '../store.ts';
import { decideImports, type ImportDecision } from './decide-imports.ts';
import { decideRefund } from './decide-refund.ts';
import { notifyExternalRefund } from './notify-external-refund.ts';
import { requestRefund } from './refund-charge.ts';
import { insertRefund, type Refund, refundsOf } from './refund-store.ts';

/** Between two inquiries about a pending refund. */
const pendingDelayMs = 60 * 60 * 1000;

export interface ImportDeps extends ResolveDeps, Omit<AlarmDeps, 'sql'> {}

const notAnswered = 'The processor did not tell which refunds the payment has.';
const ownUnderWay = 'A refund of ours is under way that it might be.';

/**
 * Enters the refunds of a payment that were made in the processor's own panel. Returns why it must be attempted again;
 * null: all the processor's refunds are entered, or are cases for the operator.
 */
export async function importRefunds(deps: ImportDeps, attempt: Attempt): Promise<string | null> {
  const { merchantId, chargeId, processorReference } = attempt;
  if (attempt.status !== 'approved' || processorReference === null) return null;
  const found = await findCharge(deps.sql, merchantId, chargeId);
  if (!found) throw new Error(`attempt ${attempt.id}: its charge is gone`);
  // What a processor lists as refunded of a hold is its release.
  if (found.status === 'authorized' || found.status === 'voided') return null;
  const processor = await deps.processors.of(attempt);
  const { currency, amountMinor } = found.amount;
  const releasedMinor = amountMinor - takenMoney(found).amountMinor;
  const payment = { attemptId: attempt.id, processorReference, currency, releasedMinor };
  const seen = await processor.refundsOf(payment);
  if (seen === null) return notAnswered;

  // Usually there is nothing new, and no lock on the charge is needed.
  const kept = await refundsOf(deps.sql, merchantId, chargeId);
  const first = decideImports(found, kept, seen);
  const isNew = first.imports.length + first.cases.length > 0;
  const { changed, mustWait } = isNew ? await enter(deps, attempt, seen) : first;
  for (const refund of changed) await requestRefund(deps, refund, { isRepeat: true });
  return mustWait ? ownUnderWay : null;
}

async function enter(
  deps: ImportDeps,
  attempt: Attempt,
  seen: readonly SeenRefund[],
): Promise<ImportDecision<Refund>> {
  const logs: (() => void)[] = [];
  const decision = await deps.sql.begin(async (tx) => {
    const { merchantId, chargeId } = attempt;
    let charge = await lockCharge(tx, merchantId, chargeId);
    if (!charge) throw new Error(`attempt ${attempt.id}: its charge is gone`);
    // Decided again under the lock: if several processes see the same refund, one enters it.
    const decided = decideImports(charge, await refundsOf(tx, merchantId, chargeId), seen);
    for (const each of decided.imports) charge = await enterRefund(tx, charge, attempt, each, deps.now());
    for (const each of decided.cases) logs.push(...(await openRefundCase(tx, deps, charge, attempt, each)));
    return decided;
  });
  for (const log of logs) log();
  return decision;
}

async function enterRefund(
  tx: Tx,
  charge: Charge,
  attempt: Attempt,
  { amount: { amountMinor }, status, reference }: SeenRefund,
  now: Date,
): Promise<Charge> {
  const refund: Refund = {
    merchantId: charge.merchantId,
    id: newIdOf(charge.merchantId),
    chargeId: charge.id,
    amountMinor,
    status: status === 'pending' ? 'pending' : 'succeeded',
    origin: 'external',
    reason: null,
    way: 'processor',
    failure: null,
    processorReference: reference,
    createdAt: now,
    resolvedAt: status === 'pending' ? null : now,
  };
  const dueAt = new Date(now.getTime() + pendingDelayMs);
  await insertRefund(tx, refund, { key: null, requestHash: Buffer.alloc(0) }, dueAt);
  const setAside = { ...charge, refundPendingMinor: charge.refundPendingMinor + amountMinor };
  if (refund.status === 'pending') {
    const { refundPendingMinor } = setAside;
    return await saveDecision(tx, charge, { status: charge.status, refundPendingMinor }, now);
  }
  const moved = await saveDecision(
    tx,
    charge,
    decideRefund(setAside, { amountMinor, status: 'pending' }, true),
    now,
  );
  await postEntry(tx, givenBackEntry(charge, attempt, 'refund', refund.id, amountMinor));
  await queueReceipts(tx, [cardReceipt('refund', moved, attempt, refund, now)]);
  await notifyExternalRefund(tx, moved, attempt, refund, now);
  return moved;
}

const reasonTexts = {
  over_paid: 'It is more than is left of the payment.',
  other_currency: 'It is in another currency than the payment.',
} as const;

/** An existing case is not reported again. */
async function openRefundCase(
  tx: Tx,
  deps: ImportDeps,
  charge: Charge,
  { processor, accountId }: Attempt,
  { reference, amount }: SeenRefund,
): Promise<(() => void)[]> {
  const reason = amount.currency === charge.amount.currency ? 'over_paid' : 'other_currency';
  const isNew = await openCase(
    tx,
    {
      merchantId: charge.merchantId,
      id: keptMovementId(processor, accountId, `refund ${reference}`),
      processor,
      accountId,
      kind: 'refund',
      reference,
      chargeId: charge.id,
      amount: { ...amount, amountMinor: -amount.amountMinor },
      reason,
      isPosted: false,
    },
    deps.now(),
  );
  if (!isNew) return [];
  const sum = `${moneyToDecimal(amount)} ${amount.currency}`;
  return [
    await notifyOperator(tx, deps, {
      network: processor,
      text: `${processor} has a refund of ${sum} that cannot be entered: ${reference}, of the charge ${charge.id}.\n${reasonTexts[reason]}`,
      advice: `It was made in the panel of ${processor}. Look it up there, and decide about it: pasarela cards cases list, pasarela cards cases decide. See docs/operate/card-reconciliation.md.`,
    }),
  ];
}
