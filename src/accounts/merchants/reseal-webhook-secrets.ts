import { firstId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../base/ground/secrets.ts';

interface SealedPair {
  id: string;
  current: Buffer;
  /** null: none, or expired and no longer used. */
  previous: Buffer | null;
}

const pageSize = 500;

/**
 * Seals every webhook secret under the present SECRET_KEY, in one pass. A row is changed only if it is still as it was
 * read: a concurrent rotation has already sealed it anew. Returns how many were sealed; reports those that no key opens
 * to `unreadable`.
 */
export async function resealWebhookSecrets(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
): Promise<number> {
  let after = firstId;
  let resealed = 0;
  for (;;) {
    const page = await sql<SealedPair[]>`
      SELECT id, webhook_secret AS current,
             CASE WHEN webhook_secret_previous_until > now() THEN webhook_secret_previous END AS previous
        FROM merchants
       WHERE id > ${after}
       ORDER BY id
       LIMIT ${pageSize}`;
    for (const { id, current, previous } of page) {
      try {
        const newCurrent = secrets.reseal(current, 'webhook-secret');
        const newPrevious = previous && secrets.reseal(previous, 'webhook-secret');
        if (!newCurrent && !newPrevious) continue;
        const rows = await sql`
          UPDATE merchants
             SET webhook_secret = ${newCurrent ?? current},
                 webhook_secret_previous = coalesce(${newPrevious}::bytea, webhook_secret_previous)
           WHERE id = ${id}
             AND webhook_secret = ${current}
             AND (${previous}::bytea IS NULL OR webhook_secret_previous = ${previous}::bytea)
          RETURNING id`;
        resealed += rows.length;
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable(`the webhook secret of merchant ${id}: give it a new one with webhooks rotate-secret`);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return resealed;
    after = last.id;
  }
}
