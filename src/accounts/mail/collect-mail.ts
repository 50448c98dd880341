import { newId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';

/** Mails that collect events of their kind until they are due, and are written only then. */
export type CollectedKind = 'webhooks_undeliverable' | 'orders_waiting' | 'payout_codes_refused';

/** Writes a collected mail, once no further event can join it; null: no recipient, or nothing to report. */
export type WriteCollected = (
  tx: Tx,
  mail: { merchantId: string; id: string },
) => Promise<{ recipient: string; subject: string; text: string } | null>;

/** How long a mail collects, after 0, 1, 2 … others in the last day. */
const collectSeconds = [5, 20, 80, 320, 1280, 3600];

/**
 * The mail that collects present events, so that many events make one mail; the more such mails a merchant had lately,
 * the longer the next one collects. Locks its row: call it at the end of a transaction.
 */
export async function collectingMail(tx: Tx, merchantId: string, kind: CollectedKind): Promise<string> {
  const [recent] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM mails
     WHERE merchant_id = ${merchantId}
       AND kind = ${kind}
       AND created_at > now() - interval '1 day'`;
  const waitSeconds = collectSeconds[Math.min(recent?.count ?? 0, collectSeconds.length - 1)] ?? 0;
  // The no-op update makes RETURNING return the existing mail, and locks it.
  const [mail] = await tx<{ id: string }[]>`
    INSERT INTO mails (merchant_id, id, kind, status, due_at)
    VALUES (${merchantId}, ${newId()}, ${kind}, 'collecting', now() + make_interval(secs => ${waitSeconds}))
        ON CONFLICT (merchant_id, kind) WHERE status = 'collecting'
        DO UPDATE SET kind = excluded.kind
    RETURNING id`;
  return (mail as { id: string }).id;
}
