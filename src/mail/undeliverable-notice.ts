import { newId } from '../db/ids.ts';
import type { Tx } from '../db/pool.ts';

/** How long a notice waits for more of its kind, after 0, 1, 2 … others in the last day. */
const collectSeconds = [5, 20, 80, 320, 1280, 3600];

/**
 * Queues the mail that tells a merchant of undeliverable events, in the transaction that marks
 * them. A notice that is still collecting takes them in, so that many failures make one mail; the
 * more notices a merchant had lately, the longer the next one collects.
 */
export async function collectUndeliverable(
  tx: Tx,
  deliveries: { merchantId: string; eventId: string }[],
): Promise<void> {
  // In one order: two batches with the same merchants must not wait for each other in a circle.
  for (const merchantId of [...new Set(deliveries.map((delivery) => delivery.merchantId))].sort()) {
    const eventIds = deliveries.filter((row) => row.merchantId === merchantId).map((row) => row.eventId);
    const [recent] = await tx<{ count: number }[]>`
      SELECT count(*)::int AS count
        FROM mails
       WHERE merchant_id = ${merchantId}
         AND kind = 'webhooks_undeliverable'
         AND created_at > now() - interval '1 day'`;
    const waitSeconds = collectSeconds[Math.min(recent?.count ?? 0, collectSeconds.length - 1)] ?? 0;
    // The update that changes nothing makes RETURNING answer the notice that is there, and locks it.
    const [notice] = await tx<{ id: string }[]>`
      INSERT INTO mails (merchant_id, id, kind, status, due_at)
      VALUES (${merchantId}, ${newId()}, 'webhooks_undeliverable', 'collecting',
              now() + make_interval(secs => ${waitSeconds}))
          ON CONFLICT (merchant_id, kind) WHERE status = 'collecting'
          DO UPDATE SET kind = excluded.kind
      RETURNING id`;
    await tx`
      UPDATE deliveries
         SET notice_id = ${notice?.id ?? null}
       WHERE merchant_id = ${merchantId}
         AND event_id = ANY (${eventIds}::uuid[])`;
  }
}
