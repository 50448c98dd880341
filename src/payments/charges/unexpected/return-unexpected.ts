import { postEntry } from '../../../accounts/ledger/ledger.ts';
import { queueReceipts } from '../../../accounts/mail/queue-receipts.ts';
import { inSpan } from '../../../base/ground/trail.ts';
import { announceStatus } from '../announce.ts';
import { findAttempt } from '../attempts/attempt-store.ts';
import type { ResolveDeps } from '../attempts/resolve-attempt.ts';
import { cardReceipt } from '../cards/card-receipt.ts';
import type { Attempt } from '../charge.ts';
import { mailMerchant } from '../merchant-mail.ts';
import { unexpectedMail } from '../merchant-mail-text.ts';
import type { RefundOutcome } from '../payment-processor.ts';
import { findCharge, lockCharge } from '../store.ts';
import { unexpectedCause } from './notify-unexpected.ts';
import { returnedEntry } from './post-unexpected.ts';
import type { UnexpectedPayment } from './unexpected-payment.ts';
import { endReturn, postponeReturn } from './unexpected-store.ts';

/** Between two requests whose outcome is unknown. */
const retryDelayMs = 10_000;

/**
 * Asks the processor to give an unexpected payment back, under the id of the return, and records its answer. Asking
 * again is harmless.
 */
export async function requestReturn(
  deps: ResolveDeps,
  payment: UnexpectedPayment,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  const { merchantId, id, chargeId, returnId } = payment;
  if (payment.status !== 'returning' || returnId === null) return;
  const [attempt, charge] = [
    await findAttempt(deps.sql, merchantId, id),
    await findCharge(deps.sql, merchantId, chargeId),
  ];
  if (!attempt || !charge) throw new Error(`unexpected payment ${id}: its attempt is gone`);
  const processor = await deps.processors.of(attempt);
  const ids = { merchant: merchantId, charge: chargeId, refund: returnId };
  const span = { kind: 'client', parent: charge.traceparent, attributes: ids } as const;
  const outcome = await inSpan('refund', span, () =>
    processor.refund({
      refundId: returnId,
      attemptId: id,
      processorReference: payment.reference,
      amount: payment.paid,
      refundReference: payment.returnReference,
      isRepeat,
      notificationUrl: deps.addresses.notificationUrl(
        attempt.processor,
        attempt.accountId === null ? null : merchantId,
      ),
    }),
  );
  const now = deps.now();
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome.outcome === 'unknown') {
    await postponeReturn(deps.sql, payment, payment.returnReference, later(retryDelayMs));
  } else if (outcome.outcome === 'pending') {
    // Asked often at first: most end within minutes.
    const ageMs = now.getTime() - (payment.decidedAt ?? now).getTime();
    const delayMs = Math.min(processor.pendingIntervalMs, Math.max(retryDelayMs, ageMs / 4));
    await postponeReturn(deps.sql, payment, outcome.processorReference, later(delayMs));
  } else {
    await record(deps, { ...payment, returnId }, attempt, outcome, now);
  }
}

async function record(
  deps: ResolveDeps,
  payment: UnexpectedPayment & { returnId: string },
  attempt: Attempt,
  outcome: Extract<RefundOutcome, { outcome: 'refunded' | 'refused' }>,
  now: Date,
): Promise<void> {
  const change =
    outcome.outcome === 'refunded'
      ? ({ status: 'returned', reference: outcome.processorReference, failure: null } as const)
      : ({ status: 'waiting', reference: payment.returnReference, failure: outcome.reason } as const);
  await deps.sql.begin(async (tx) => {
    const charge = await lockCharge(tx, payment.merchantId, payment.chargeId);
    if (!charge) throw new Error(`unexpected payment ${payment.id}: its charge is gone`);
    if (!(await endReturn(tx, payment, change, now))) return;
    const ended = { ...payment, status: change.status, failure: change.failure };
    const told = charge.status === 'open' ? 'pending' : charge.status;
    await announceStatus(tx, [charge], told, now, unexpectedCause(ended));
    if (change.status === 'waiting') {
      await mailMerchant(tx, charge.merchantId, 'payment_warning', (words) =>
        unexpectedMail({ charge, payment: ended }, words),
      );
      return;
    }
    const returned = { id: payment.returnId, amountMinor: payment.paid.amountMinor };
    await queueReceipts(tx, [cardReceipt('refund', charge, attempt, returned, now)]);
    await postEntry(tx, returnedEntry(payment));
  });
}
