import { collectingMail, type WriteCollected } from '../../../accounts/mail/collect-mail.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import type { Tx } from '../../../base/db/pool.ts';
import { insertNotifications } from '../../notifications/store.ts';
import { joinNotice } from '../../outbox/delivery-store.ts';
import { queueOfEndpoint } from '../../outbox/webhook-endpoint.ts';
import { namesOfEndpoints } from '../endpoints/store.ts';
import { listedEvents, type UndeliverableEvent, undeliverableMail } from './undeliverable-text.ts';

/** Queues the mail about undeliverable events to a merchant, in the transaction that marks them. */
export async function collectUndeliverable(
  tx: Tx,
  deliveries: { merchantId: string; eventId: string }[],
): Promise<void> {
  // A fixed order prevents deadlocks between two batches with the same merchants.
  for (const merchantId of [...new Set(deliveries.map((delivery) => delivery.merchantId))].sort()) {
    const eventIds = deliveries.filter((row) => row.merchantId === merchantId).map((row) => row.eventId);
    const noticeId = await collectingMail(tx, merchantId, 'webhooks_undeliverable');
    await joinNotice(tx, merchantId, eventIds, noticeId);
    const about = { kind: 'webhook', outcome: 'webhook_undeliverable', page: 'messages' } as const;
    await insertNotifications(tx, [
      { ...about, merchantId, causeId: noticeId, subjectId: null, facts: {}, createdAt: new Date() },
    ]);
  }
}

/** Writes the mail when it is due. */
export function writeUndeliverable(baseUrl: () => string): WriteCollected {
  return async (tx, { merchantId, id }) => {
    const merchant = await findMerchant(tx, merchantId);
    if (!merchant) throw new Error(`mail ${id}: its merchant is gone`);
    const { events, total } = await eventsOfNotice(tx, merchantId, id);
    return { recipient: merchant.contactEmail, ...undeliverableMail(merchant, events, total, baseUrl()) };
  };
}

/** The events of a notice: the first few with their last attempt, and the total number. */
async function eventsOfNotice(
  tx: Tx,
  merchantId: string,
  noticeId: string,
): Promise<{ events: UndeliverableEvent[]; total: number }> {
  const rows = await tx<(Omit<UndeliverableEvent, 'endpoint'> & { endpoint: bigint; isFurther: boolean })[]>`
    SELECT delivery.event_id AS "eventId",
           delivery.endpoint,
           delivery.of_event_id IS NOT NULL AS "isFurther",
           event.subject_id AS "subjectId",
           event.status,
           event.created_at AS "createdAt",
           coalesce(last_try.url, event.url, '') AS url,
           to_jsonb(last_try) - 'url' AS "lastTry"
      FROM deliveries AS delivery
      JOIN events AS event ON event.merchant_id = delivery.merchant_id
                          AND event.id = coalesce(delivery.of_event_id, delivery.event_id)
      LEFT JOIN LATERAL (
        SELECT url, cause, http_status AS "httpStatus", explanation
          FROM delivery_attempts
         WHERE merchant_id = delivery.merchant_id
           AND event_id = delivery.event_id
           AND cause <> 'ok'
         ORDER BY sent_at DESC
         LIMIT 1
      ) AS last_try ON true
     WHERE delivery.merchant_id = ${merchantId}
       AND delivery.notice_id = ${noticeId}
     ORDER BY delivery.event_id
     LIMIT ${listedEvents}`;
  const [count] = await tx<{ total: number }[]>`
    SELECT count(*)::int AS total
      FROM deliveries
     WHERE merchant_id = ${merchantId}
       AND notice_id = ${noticeId}`;
  const isAnyFurther = rows.some(({ isFurther }) => isFurther);
  const endpoints = isAnyFurther ? await namesOfEndpoints(tx, merchantId) : [];
  const names = new Map(
    endpoints.map(({ id, description }) => [queueOfEndpoint(merchantId, id), description || id]),
  );
  const events = rows.map(({ endpoint, isFurther, ...event }) => ({
    ...event,
    endpoint: isFurther ? (names.get(endpoint) ?? '') : null,
  }));
  return { events, total: count?.total ?? 0 };
}
