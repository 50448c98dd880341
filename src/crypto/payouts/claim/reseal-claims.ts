import { firstId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../../base/ground/secrets.ts';

interface SealedLink {
  merchantId: string;
  id: string;
  linkSealed: Buffer;
}

const pageSize = 1_000;

/**
 * Seals every claim secret under the present SECRET_KEY, in one pass in primary key order. A secret replaced meanwhile
 * stays unchanged. Returns how many were sealed.
 */
export async function resealClaims(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
  progress: (seen: number, resealed: number) => void,
): Promise<number> {
  let after = { merchantId: firstId, id: firstId };
  let seen = 0;
  let resealed = 0;
  for (;;) {
    const page = await sql<SealedLink[]>`
      SELECT merchant_id AS "merchantId", id, link_sealed AS "linkSealed"
        FROM payouts
       WHERE (merchant_id, id) > (${after.merchantId}, ${after.id})
         AND link_sealed IS NOT NULL
       ORDER BY merchant_id, id
       LIMIT ${pageSize}`;
    const changed = page.flatMap((link) => {
      try {
        const sealed = secrets.reseal(link.linkSealed, 'payout-link');
        return sealed ? [{ ...link, sealed }] : [];
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable(`the link of payout ${link.id}: only its recipient still has it`);
        return [];
      }
    });
    if (changed.length > 0) {
      await sql`
        UPDATE payouts p
           SET link_sealed = changed.sealed
          FROM unnest(${changed.map(({ merchantId }) => merchantId)}::uuid[], ${changed.map(({ id }) => id)}::uuid[],
                      ${changed.map(({ linkSealed }) => linkSealed)}::bytea[],
                      ${changed.map(({ sealed }) => sealed)}::bytea[]) AS changed (merchant_id, id, before, sealed)
         WHERE p.merchant_id = changed.merchant_id
           AND p.id = changed.id
           AND p.link_sealed = changed.before`;
    }
    seen += page.length;
    resealed += changed.length;
    if (page.length > 0) progress(seen, resealed);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return resealed;
    after = last;
  }
}
