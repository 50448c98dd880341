import { moneyToNumber } from '../../../base/money/money.ts';
import type { Charge } from '../charge.ts';
import type { NoticeCause } from '../payment-notice.ts';
import type { Refund } from './refund-store.ts';

/** What an event says about the refund that brought it. */
export function refundCause(
  { amount: { currency } }: Charge,
  { id, amountMinor, origin, reason }: Pick<Refund, 'id' | 'amountMinor' | 'origin' | 'reason'>,
  status: Refund['status'],
): NoticeCause {
  return {
    refundId: id,
    refundStatus: status,
    refundOrigin: origin,
    refundAmount: moneyToNumber({ amountMinor, currency }),
    ...(reason !== null && { refundReason: reason }),
  };
}
