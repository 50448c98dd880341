import type { NewEvent } from '../../events/outbox/event.ts';
import type { ChargeStatus } from './charge.ts';
import { chargeEventType } from './charge-event-type.ts';
import type { PaymentNotice } from './notice-schema.ts';
import { formatUtc, type NoticeCause } from './payment-notice.ts';

/** The refunded part of a sample of one unit, by status. */
const refunded: Readonly<Record<string, number>> = { partially_refunded: 0.5, refunded: 1 };

/** A notice about no real charge, for a merchant who tests a receiver. */
export function sampleNotice(
  transactionStatus: Exclude<ChargeStatus, 'open'>,
  merchantId: string,
  transactionId: string,
  at: Date,
): Pick<NewEvent, 'type' | 'notice'> {
  const refundedAmount = refunded[transactionStatus] ?? 0;
  const cause: NoticeCause = {
    ...(refundedAmount > 0 && { refundId: transactionId, refundStatus: 'succeeded' }),
    ...(transactionStatus === 'charged_back' && {
      disputeId: transactionId,
      disputeStatus: 'open',
      disputedAmount: 1,
      disputedCurrency: 'USD',
    }),
  };
  const notice: PaymentNotice = {
    transactionDate: formatUtc(at),
    transactionStatus,
    transactionId,
    totalAmount: 1,
    paymentMethod: 'CARDS',
    email: 'sample@example.com',
    numeroOrden: 'SAMPLE',
    merchantId,
    currency: 'USD',
    refundedAmount,
    ...cause,
    transactionDateUtc: at.toISOString(),
  };
  return { type: chargeEventType(transactionStatus, cause), notice };
}
