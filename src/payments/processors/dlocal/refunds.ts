import Type, { type Static } from 'typebox';
import type { Money } from '../../../base/money/money.ts';
import type { RefundOutcome, SeenRefund } from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import type { Answer } from '../http.ts';
import { fromDlocalAmount } from './amounts.ts';
import { Code, errorCodeOf, maybe, type Reading, read } from './reading.ts';

const Refund = Type.Object({
  id: Type.String({ minLength: 1 }),
  payment_id: maybe(Type.String()),
  status: Type.Enum(['PENDING', 'SUCCESS', 'REJECTED', 'CANCELLED']),
  status_code: maybe(Code),
  amount: Type.Number(),
  currency: Type.String(),
  /** Our id, as it was sent; an account may omit one of the two. */
  order_refund_id: maybe(Type.String()),
  description: maybe(Type.String()),
});
export type RefundAtDlocal = Static<typeof Refund>;

export const readRefund = (answer: Answer) => read(Refund, answer, '4001');

export function saysDuplicateRefund(answer: Answer): boolean {
  return errorCodeOf(answer) === '5011';
}

/** dLocal's final refusals; the texts are for the merchant. */
const refundRefusals = new Map(
  Object.entries({
    4000: 'dLocal does not know the payment',
    5000: 'dLocal does not take the request',
    5001: 'dLocal does not take a field of the request',
    5002: 'the payment is in no state to be refunded',
    5003: 'dLocal does not refund in this country',
    5007: 'more than is left of the payment',
    5012: 'the account at dLocal holds too little',
    5013: 'the card cannot be refunded',
    5016: 'too little to be refunded',
    5018: 'the payment is disputed',
    5020: 'too long ago to be refunded',
  }),
);

/** The payer of a local method is asked by e-mail where to send the money. */
const cancelled = 'cancelled at dLocal: for a local method, the payer named no valid bank account in time';

export function toRefundOutcome(refund: RefundAtDlocal, asked: Money): RefundOutcome {
  // For a payment in dollars, dLocal reports a refund in the country's own currency.
  if (refund.currency === asked.currency) {
    const amount = fromDlocalAmount(refund.amount, refund.currency);
    if (amount?.amountMinor !== asked.amountMinor) {
      return { outcome: 'unknown', cause: 'dLocal holds a refund of another amount' };
    }
  }
  switch (refund.status) {
    case 'SUCCESS':
      return { outcome: 'refunded', processorReference: refund.id };
    case 'PENDING':
      return { outcome: 'pending', processorReference: refund.id };
    case 'REJECTED':
      return { outcome: 'refused', reason: 'the card or the bank did not take the money back' };
    case 'CANCELLED':
      return { outcome: 'refused', reason: cancelled };
  }
}

const seenStatuses = {
  SUCCESS: 'succeeded',
  PENDING: 'pending',
  REJECTED: 'failed',
  CANCELLED: 'failed',
} as const;

/** All refunds of a payment, also those not made by us; null: one of them cannot be read. */
export function toSeenRefunds(refunds: readonly unknown[]): SeenRefund[] | null {
  const seen = refunds.map((each): SeenRefund | null => {
    const amount = fits(Refund, each) ? fromDlocalAmount(each.amount, each.currency) : null;
    if (!fits(Refund, each) || !amount) return null;
    return { reference: each.id, refundId: refundIdOf(each), amount, status: seenStatuses[each.status] };
  });
  return seen.every((refund) => refund !== null) ? seen : null;
}

/** null: it may have been made all the same, or may yet be. */
export function toRefundRefusal(answer: Answer): RefundOutcome | null {
  const code = errorCodeOf(answer);
  const reason =
    code === null || (answer.kind === 'answered' && answer.status >= 500) ? null : refundRefusals.get(code);
  return reason ? { outcome: 'refused', reason } : null;
}

const Named = Type.Object({ order_refund_id: maybe(Type.String()), description: maybe(Type.String()) });

/** The refund that we requested under that id, among those of its payment; null: not found. */
export function pickRefund(refunds: readonly unknown[], refundId: string): Reading<RefundAtDlocal> | null {
  const refund = refunds.find(
    (each) => fits(Named, each) && (each.order_refund_id === refundId || each.description === refundId),
  );
  if (refund === undefined) return null;
  return fits(Refund, refund)
    ? { value: refund }
    : { cause: 'dLocal tells of a refund in words we do not know' };
}

const ourId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Our id of a refund; null: we did not request it. */
export function refundIdOf({ order_refund_id: told, description }: RefundAtDlocal): string | null {
  const refundId = [told, description].find((text) => text && ourId.test(text));
  return refundId ?? null;
}
