import type { Tx } from '../../base/db/pool.ts';
import type { NewEvent } from '../../events/outbox/event.ts';
import { paymentNotice } from '../../payments/charges/payment-notice.ts';
import { lockCharge } from '../../payments/charges/store.ts';
import type { CryptoOrder } from './store.ts';

/** Reports an open question about a charge's money that its status cannot express; null: the order has no charge. */
export async function chargePending(
  tx: Tx,
  order: CryptoOrder,
  about: object,
  now: Date,
): Promise<NewEvent | null> {
  const charge = order.chargeId && (await lockCharge(tx, order.merchantId, order.chargeId));
  if (!charge) return null;
  const notice = { ...paymentNotice(charge, charge.status, now), transactionStatus: 'pending', ...about };
  return {
    merchantId: order.merchantId,
    subject: 'charge',
    subjectId: charge.id,
    status: 'pending',
    type: 'charge.unexpected_money',
    url: charge.notificationUrl,
    notice,
    createdAt: now,
    traceparent: charge.traceparent,
  };
}
