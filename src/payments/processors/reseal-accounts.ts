import type { Sql } from '../../base/db/pool.ts';
import { type Secrets, UnreadableSecret } from '../../base/ground/secrets.ts';
import { readAccounts } from './accounts-store.ts';

/**
 * Seals the keys of every account, former ones included, under the current SECRET_KEY. A row is updated only if it has
 * not changed since it was read. Returns how many were sealed; calls `unreadable` for those that no key opens.
 */
export async function resealAccounts(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  unreadable: (what: string) => void,
): Promise<number> {
  let resealed = 0;
  for (const { id, merchantId, processor, settingsSealed } of await readAccounts(sql)) {
    try {
      const sealed = secrets.reseal(settingsSealed, 'card-account');
      if (!sealed) continue;
      const rows = await sql`
        UPDATE card_accounts
           SET settings_sealed = ${sealed}
         WHERE id = ${id}
           AND settings_sealed = ${settingsSealed}
        RETURNING id`;
      resealed += rows.length;
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      unreadable(
        `the keys of merchant ${merchantId} at ${processor} (account ${id}): set them anew with cards accounts set --rotate`,
      );
    }
  }
  return resealed;
}
