import { firstIdAt } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';

/** More are not added up while somebody waits: the answer says so. */
const maxEntries = 50_000;

export interface Moved {
  asset: string;
  payments: number;
  volumeUnits: bigint;
  feeUnits: bigint;
}

/** What customers paid since a moment, and what of it is the operator's, by the ledger. */
export async function movedSince(db: Db, since: Date): Promise<{ moved: Moved[]; isPartial: boolean }> {
  const merchants = await db<{ id: string }[]>`SELECT id FROM merchants`;
  const ids = merchants.map(({ id }) => id);
  // By the ledger's own key, merchant by merchant: ids are in the order of time.
  const rows = await db<(Moved & { entries: number })[]>`
    WITH entries AS (
      SELECT merchant_id, id
        FROM ledger_entries
       WHERE merchant_id = ANY (${ids}::uuid[])
         AND id >= ${firstIdAt(since)}
         AND kind IN ('charge_approved', 'deposit_credited')
       LIMIT ${maxEntries}
    )
    SELECT asset,
           count(DISTINCT entries.id)::int AS payments,
           sum(amount)::bigint AS "volumeUnits",
           coalesce(sum(amount) FILTER (WHERE account = 'platform_fees'), 0)::bigint AS "feeUnits"
      FROM entries
      JOIN ledger_postings ON ledger_postings.merchant_id = entries.merchant_id AND ledger_postings.entry_id = entries.id
     WHERE ledger_postings.merchant_id = ANY (${ids}::uuid[])
       AND account IN ('merchant_available', 'merchant_direct', 'platform_fees')
     GROUP BY asset
     ORDER BY asset`;
  const counted = rows.reduce((sum, { payments }) => sum + payments, 0);
  return { moved: rows, isPartial: counted >= maxEntries };
}

export interface HeldByAll {
  account: string;
  asset: string;
  balance: bigint;
}

/** Of all merchants together. */
export async function balancesOfAll(db: Db): Promise<HeldByAll[]> {
  return await db<HeldByAll[]>`
    SELECT account, asset, sum(balance)::bigint AS balance
      FROM ledger_balances
     GROUP BY account, asset
     ORDER BY account, asset`;
}
