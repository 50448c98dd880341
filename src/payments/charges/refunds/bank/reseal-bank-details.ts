import { firstId } from '../../../../base/db/ids.ts';
import type { Sql } from '../../../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../../../base/ground/secrets.ts';

const pageSize = 1_000;

/**
 * Seals the bank details of open refunds under the current SECRET_KEY. A row is updated only if it has not changed since
 * it was read. Returns how many were sealed; calls `unreadable` for those that no key opens.
 */
export async function resealBankDetails(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
): Promise<number> {
  let after = { merchantId: firstId, id: firstId };
  let resealed = 0;
  for (;;) {
    const page = await sql<{ merchantId: string; id: string; sealed: Buffer }[]>`
      SELECT merchant_id AS "merchantId", id, details_sealed AS sealed
        FROM bank_refunds
       WHERE (merchant_id, id) > (${after.merchantId}, ${after.id})
         AND details_sealed IS NOT NULL
       ORDER BY merchant_id, id
       LIMIT ${pageSize}`;
    for (const { merchantId, id, sealed } of page) {
      try {
        const anew = secrets.reseal(sealed, 'bank-details');
        if (!anew) continue;
        const changed = await sql`
          UPDATE bank_refunds
             SET details_sealed = ${anew}
           WHERE merchant_id = ${merchantId}
             AND id = ${id}
             AND details_sealed = ${sealed}
          RETURNING id`;
        resealed += changed.length;
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable(`the bank details of refund ${id}: ask the customer again`);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return resealed;
    after = last;
  }
}
