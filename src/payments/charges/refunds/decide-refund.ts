import { type Charge, type ChargeStatus, takenMoney } from '../charge.ts';

/** The refunded and pending amounts of a charge. */
type Refunded = Pick<Charge, 'status' | 'amount' | 'capturedMinor' | 'refundedMinor' | 'refundPendingMinor'>;

export function refundableMinor(charge: Refunded): bigint {
  if (charge.status !== 'approved' && charge.status !== 'partially_refunded') return 0n;
  return takenMoney(charge).amountMinor - charge.refundedMinor - charge.refundPendingMinor;
}

/** The status of a paid charge by its refunds; a dispute overrides it. */
export function statusByRefunds(charge: Refunded): ChargeStatus {
  const { refundedMinor } = charge;
  if (refundedMinor === 0n) return 'approved';
  return refundedMinor < takenMoney(charge).amountMinor ? 'partially_refunded' : 'refunded';
}

export type RefundDecision = Pick<Charge, 'status' | 'refundedMinor' | 'refundPendingMinor'>;

/** Decides a charge when a refund ends: a pending one succeeds or fails, or one that had succeeded fails after all. */
export function decideRefund(
  charge: Refunded,
  refund: { amountMinor: bigint; status: 'pending' | 'succeeded' },
  hasSucceeded: boolean,
): RefundDecision {
  const { amountMinor } = refund;
  const pendingMinor = refund.status === 'pending' ? amountMinor : 0n;
  const beforeMinor = charge.refundedMinor - (refund.status === 'succeeded' ? amountMinor : 0n);
  const refundedMinor = beforeMinor + (hasSucceeded ? amountMinor : 0n);
  return {
    // A charge-back overrides the status; the refund still counts.
    status: charge.status === 'charged_back' ? charge.status : statusByRefunds({ ...charge, refundedMinor }),
    refundedMinor,
    refundPendingMinor: charge.refundPendingMinor - pendingMinor,
  };
}
