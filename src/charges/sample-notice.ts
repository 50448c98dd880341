import type { PaymentNotice } from './notice-schema.ts';
import { formatUtc } from './payment-notice.ts';

/** A notice that tells of no charge, for a merchant who tries out a receiver. */
export function sampleNotice(merchantId: string, transactionId: string, at: Date): PaymentNotice {
  return {
    transactionDate: formatUtc(at),
    // A status that every receiver knows: the sample is to go the way a real one goes.
    transactionStatus: 'approved',
    transactionId,
    totalAmount: 1,
    paymentMethod: 'CARDS',
    email: 'sample@example.com',
    numeroOrden: 'SAMPLE',
    merchantId,
    currency: 'USD',
    refundedAmount: 0,
    transactionDateUtc: at.toISOString(),
  };
}
