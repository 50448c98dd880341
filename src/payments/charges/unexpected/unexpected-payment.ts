import type { Money } from '../../../base/money/money.ts';
import type { Charge } from '../charge.ts';

/**
 * Money that a processor took for a charge otherwise than was asked: after the attempt had ended, beside the payment
 * of the charge, or as another amount. It lies in suspense until the merchant decides.
 */
export const unexpectedKinds = ['late', 'second', 'other_amount'] as const;
export type UnexpectedKind = (typeof unexpectedKinds)[number];

export const unexpectedStatuses = ['waiting', 'accepted', 'returning', 'returned'] as const;
export type UnexpectedStatus = (typeof unexpectedStatuses)[number];

/** Every allowed change of status. */
const transitions: Readonly<Record<UnexpectedStatus, readonly UnexpectedStatus[]>> = {
  waiting: ['accepted', 'returning'],
  accepted: [],
  // The processor may refuse to give it back: then it waits again.
  returning: ['returned', 'waiting'],
  returned: [],
};

export interface UnexpectedPayment {
  merchantId: string;
  /** The id of the attempt that it paid. */
  id: string;
  chargeId: string;
  kind: UnexpectedKind;
  status: UnexpectedStatus;
  processor: string;
  accountId: string | null;
  /** The processor's own id of the payment. */
  reference: string;
  paid: Money;
  /** Whether it was accepted as the payment of its charge. */
  pays: boolean;
  /** The refund at the processor: our id, and its own once it is known. */
  returnId: string | null;
  returnReference: string | null;
  /** Why the processor last refused to give it back. */
  failure: string | null;
  arrivedAt: Date;
  decidedAt: Date | null;
  endedAt: Date | null;
}

const paidStatuses: ReadonlySet<Charge['status']> = new Set([
  'authorized',
  'approved',
  'partially_refunded',
  'refunded',
  'charged_back',
]);

/** Another amount is told as such, also when it is late. */
export function kindOf({ status, amount }: Pick<Charge, 'status' | 'amount'>, paid: Money): UnexpectedKind {
  if (paidStatuses.has(status)) return 'second';
  return paid.amountMinor === amount.amountMinor && paid.currency === amount.currency
    ? 'late'
    : 'other_amount';
}

export const decisions = ['accept', 'return'] as const;
export type Decision = (typeof decisions)[number];

export type Verdict =
  /** It becomes the payment of its charge. */
  | { kind: 'pays'; capturedMinor: bigint | null }
  /** It is credited beside what the charge has, or after a charge that cannot be paid any more. */
  | { kind: 'credited' }
  | { kind: 'returns' }
  /** The same was decided before. */
  | { kind: 'known' }
  | { kind: 'decided_otherwise' }
  /** The customer is paying the charge now: its outcome decides what this money is. */
  | { kind: 'in_progress' };

/** Decides what becomes of the money. `isBeingPaid`: the charge has an attempt whose outcome is not known. */
export function decideUnexpected(
  { status, paid }: Pick<UnexpectedPayment, 'status' | 'paid'>,
  charge: Pick<Charge, 'status' | 'amount' | 'capture'>,
  isBeingPaid: boolean,
  decision: Decision,
): Verdict {
  const next = decision === 'accept' ? 'accepted' : 'returning';
  if (!transitions[status].includes(next)) {
    const isSame = status === next || (next === 'returning' && status === 'returned');
    return { kind: isSame ? 'known' : 'decided_otherwise' };
  }
  if (decision === 'return') return { kind: 'returns' };
  const isUnpaid = !paidStatuses.has(charge.status) && charge.status !== 'voided';
  if (!isUnpaid || paid.currency !== charge.amount.currency) return { kind: 'credited' };
  if (isBeingPaid) return { kind: 'in_progress' };
  return {
    kind: 'pays',
    capturedMinor: paid.amountMinor === charge.amount.amountMinor ? null : paid.amountMinor,
  };
}
