import { moneyToNumber } from '../money/money.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import type { PaymentNotice } from './notice-schema.ts';

/** The charge is as it stands once the status is reached. `refundId`: by which refund. */
export function paymentNotice(
  charge: Charge,
  status: ChargeStatus,
  at: Date,
  refundId: string | null = null,
): PaymentNotice {
  const { currency } = charge.amount;
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
    refundedAmount: moneyToNumber({ amountMinor: charge.refundedMinor, currency }),
    ...(refundId !== null && { refundId }),
    transactionDateUtc: at.toISOString(),
  };
}

/** "YYYY-MM-DD HH:MM:SS", UTC. */
export function formatUtc(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
