import type { Tx } from '../db/pool.ts';
import { collectingMail } from './collect-mail.ts';

/** Queues the mail that tells a merchant of undeliverable events, in the transaction that marks them. */
export async function collectUndeliverable(
  tx: Tx,
  deliveries: { merchantId: string; eventId: string }[],
): Promise<void> {
  // In one order: two batches with the same merchants must not wait for each other in a circle.
  for (const merchantId of [...new Set(deliveries.map((delivery) => delivery.merchantId))].sort()) {
    const eventIds = deliveries.filter((row) => row.merchantId === merchantId).map((row) => row.eventId);
    const noticeId = await collectingMail(tx, merchantId, 'webhooks_undeliverable');
    await tx`
      UPDATE deliveries
         SET notice_id = ${noticeId}
       WHERE merchant_id = ${merchantId}
         AND event_id = ANY (${eventIds}::uuid[])`;
  }
}
