import type { Tx } from '../../base/db/pool.ts';
import { appendEvents } from '../../events/outbox/outbox.ts';
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
  await announceReached(
    tx,
    charges.map((charge) => ({ charge, status, now, cause })),
  );
}

interface Reached {
  charge: Charge;
  status: ChargeStatus | 'pending';
  now: Date;
  cause: NoticeCause;
  /** Absent: that of the caller. */
  requestId?: string | null;
}

/** The same of charges that each reached a status of their own. */
export async function announceReached(tx: Tx, reached: Reached[]): Promise<void> {
  await appendEvents(
    tx,
    reached.flatMap(({ charge, status, now, cause, requestId }) =>
      // An open charge is what the merchant has just made.
      status === 'open'
        ? []
        : {
            merchantId: charge.merchantId,
            subject: 'charge' as const,
            subjectId: charge.id,
            status,
            url: charge.notificationUrl,
            body: JSON.stringify(paymentNotice(charge, status, now, cause)),
            createdAt: now,
            traceparent: charge.traceparent,
            ...(requestId !== undefined && { requestId }),
          },
    ),
  );
}
