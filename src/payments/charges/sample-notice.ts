import type { PaymentNotice } from './notice-schema.ts';
import { formatUtc } from './payment-notice.ts';

/** Of a sample of one unit: what has been given back of it by then. */
const refunded: Readonly<Record<string, number>> = { partially_refunded: 0.5, refunded: 1 };

/** A notice that tells of no charge, for a merchant who tries out a receiver. */
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
