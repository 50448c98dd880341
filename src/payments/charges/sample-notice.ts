import type { PaymentNotice } from './notice-schema.ts';
import { formatUtc } from './payment-notice.ts';

/** The refunded part of a sample of one unit, by status. */
const refunded: Readonly<Record<string, number>> = { partially_refunded: 0.5, refunded: 1 };

/** A notice about no real charge, for a merchant who tests a receiver. */
export function sampleNotice(
  transactionStatus: PaymentNotice['transactionStatus'],
  merchantId: string,
  transactionId: string,
  at: Date,
): PaymentNotice {
  return {
    transactionDate: formatUtc(at),
    transactionStatus,
    transactionId,
    totalAmount: 1,
    paymentMethod: 'CARDS',
    email: 'sample@example.com',
    numeroOrden: 'SAMPLE',
    merchantId,
    currency: 'USD',
    refundedAmount: refunded[transactionStatus] ?? 0,
    transactionDateUtc: at.toISOString(),
  };
}
