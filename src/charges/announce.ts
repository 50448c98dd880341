import type { Tx } from '../db/pool.ts';
import { appendEvents } from '../events/outbox.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import { paymentNotice } from './payment-notice.ts';

/** Tells the merchant of a status that charges reached, in the transaction that moves them there. */
export async function announceStatus(
  tx: Tx,
  charges: Charge[],
  status: ChargeStatus,
  now: Date,
  refundId: string | null = null,
): Promise<void> {
  await announceReached(
    tx,
    charges.map((charge) => ({ charge, status, now, refundId })),
  );
}

interface Reached {
  charge: Charge;
  status: ChargeStatus;
  now: Date;
  refundId: string | null;
}

/** The same of charges that each reached a status of their own. */
export async function announceReached(tx: Tx, reached: Reached[]): Promise<void> {
  await appendEvents(
    tx,
    reached.flatMap(({ charge, status, now, refundId }) =>
      // An open charge is what the merchant has just made.
      status === 'open'
        ? []
        : {
            merchantId: charge.merchantId,
            subject: 'charge' as const,
            subjectId: charge.id,
            status,
            url: charge.notificationUrl,
            body: JSON.stringify(paymentNotice(charge, status, now, refundId)),
            createdAt: now,
          },
    ),
  );
}
