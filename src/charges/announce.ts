import type { Tx } from '../db/pool.ts';
import { appendEvents } from '../events/outbox.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import { type NoticeCause, paymentNotice } from './payment-notice.ts';

/** Tells the merchant of a status that charges reached, in the transaction that moves them there. */
export async function announceStatus(
  tx: Tx,
  charges: Charge[],
  status: ChargeStatus | 'pending',
  now: Date,
  cause: NoticeCause = {},
): Promise<void> {
  // An open charge is what the merchant has just made.
  if (status === 'open') return;
  await appendEvents(
    tx,
    charges.map((charge) => ({
      merchantId: charge.merchantId,
      subject: 'charge',
      subjectId: charge.id,
      status,
      url: charge.notificationUrl,
      body: JSON.stringify(paymentNotice(charge, status, now, cause)),
      createdAt: now,
    })),
  );
}
