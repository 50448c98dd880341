import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';

/** Mails that take in more of their kind until they are due, and are written only then. */
export type CollectedKind = 'webhooks_undeliverable' | 'orders_waiting' | 'payout_codes_refused';

/** Writes a mail that has collected, once nothing joins it any more; null: there is nobody to write to, or nothing to tell. */
export type WriteCollected = (
  tx: Tx,
  mail: { merchantId: string; id: string },
) => Promise<{ recipient: string; subject: string; text: string } | null>;

/** How long a mail waits for more of its kind, after 0, 1, 2 … others in the last day. */
const collectSeconds = [5, 20, 80, 320, 1280, 3600];

/**
 * The mail that collects what happens now, so that many happenings make one mail; the more such mails somebody had
 * lately, the longer the next one collects. Its row is locked: it belongs at the end of a transaction.
 */
export async function collectingMail(tx: Tx, merchantId: string, kind: CollectedKind): Promise<string> {
  const [recent] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM mails
     WHERE merchant_id = ${merchantId}
       AND kind = ${kind}
       AND created_at > now() - interval '1 day'`;
  const waitSeconds = collectSeconds[Math.min(recent?.count ?? 0, collectSeconds.length - 1)] ?? 0;
  // The update that changes nothing makes RETURNING answer the mail that is there, and locks it.
  const [mail] = await tx<{ id: string }[]>`
    INSERT INTO mails (merchant_id, id, kind, status, due_at)
    VALUES (${merchantId}, ${newId()}, ${kind}, 'collecting', now() + make_interval(secs => ${waitSeconds}))
        ON CONFLICT (merchant_id, kind) WHERE status = 'collecting'
        DO UPDATE SET kind = excluded.kind
    RETURNING id`;
  return (mail as { id: string }).id;
}
