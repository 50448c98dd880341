import type { Tx } from '../../base/db/pool.ts';
import type { EventType } from '../../events/outbox/event.ts';
import { appendEvents } from '../../events/outbox/outbox.ts';
import type { Charge, ChargeStatus } from './charge.ts';
import { chargeEventType } from './charge-event-type.ts';
import { type NoticeCause, paymentNotice } from './payment-notice.ts';

/** Notifies the merchant of a status that charges reached, in the transaction that moves them there. */
export async function announceStatus(
  tx: Tx,
  charges: Charge[],
  status: ChargeStatus | 'pending',
  now: Date,
  cause: NoticeCause = {},
  type?: EventType,
): Promise<void> {
  await announceReached(
    tx,
    charges.map((charge) => ({ charge, status, now, cause, ...(type && { type }) })),
  );
}

interface Reached {
  charge: Charge;
  status: ChargeStatus | 'pending';
  now: Date;
  cause: NoticeCause;
  /** Absent: what status and cause say. */
  type?: EventType;
  /** Absent: the caller's request id. */
  requestId?: string | null;
}

/** Like announceStatus, for charges that each reached a status of their own. */
export async function announceReached(tx: Tx, reached: Reached[]): Promise<void> {
  await appendEvents(
    tx,
    reached.flatMap(({ charge, status, now, cause, type, requestId }) =>
      // The merchant has just created an open charge itself: no event.
      status === 'open'
        ? []
        : {
            type: type ?? chargeEventType(status, cause),
            merchantId: charge.merchantId,
            subject: 'charge' as const,
            subjectId: charge.id,
            status,
            url: charge.notificationUrl,
            notice: paymentNotice(charge, status, now, cause),
            createdAt: now,
            traceparent: charge.traceparent,
            ...(requestId !== undefined && { requestId }),
          },
    ),
  );
}
