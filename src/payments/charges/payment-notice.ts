import { moneyToNumber } from '../../base/money/money.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import type { PaymentNotice } from './notice-schema.ts';

/** The cause of a status, if it is not the payment itself. */
export type NoticeCause = Pick<
  PaymentNotice,
  | 'closingId'
  | 'closingKind'
  | 'closingStatus'
  | 'closingOrigin'
  | 'authorizationExpiresAt'
  | 'authorizationNotice'
  | 'refundId'
  | 'refundStatus'
  | 'refundAmount'
  | 'refundOrigin'
  | 'refundReason'
  | 'disputeId'
  | 'disputeStatus'
  | 'disputedAmount'
  | 'disputedCurrency'
  | 'orderId'
  | 'cryptoAmount'
  | 'transactionHash'
  | 'expected'
  | 'received'
  | 'credited'
  | 'undecided'
  | 'anomalies'
  | 'conversion'
  | 'disputeReason'
  | 'disputeReasonText'
  | 'evidenceDueAt'
  | 'alreadyPaid'
  | 'secondPayment'
  | 'warning'
  | 'unexpectedPaymentId'
  | 'unexpectedPaymentKind'
  | 'unexpectedPaymentStatus'
  | 'unexpectedAmount'
  | 'unexpectedCurrency'
  | 'warningReason'
  | 'warningText'
>;

/** `charge` is its state after the status is reached. */
export function paymentNotice(
  charge: Charge,
  status: ChargeStatus | 'pending',
  at: Date,
  cause: NoticeCause = {},
): PaymentNotice {
  const { currency } = charge.amount;
  const { capturedMinor: amountMinor } = charge;
  return {
    transactionDate: formatUtc(at),
    transactionStatus: status,
    transactionId: charge.id,
    totalAmount: moneyToNumber(charge.amount),
    paymentMethod: charge.method,
    email: charge.email ?? '',
    numeroOrden: charge.orderNumber ?? '',
    merchantId: charge.merchantId,
    currency,
    ...(amountMinor !== null && { capturedAmount: moneyToNumber({ amountMinor, currency }) }),
    refundedAmount: moneyToNumber({ amountMinor: charge.refundedMinor, currency }),
    ...cause,
    transactionDateUtc: at.toISOString(),
    ...(charge.metadata !== null && { metadata: charge.metadata }),
  };
}

/** "YYYY-MM-DD HH:MM:SS", UTC. */
export function formatUtc(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
