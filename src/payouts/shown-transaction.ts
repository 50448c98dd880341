import type { Db } from '../db/pool.ts';
import type { Payout } from './store.ts';

/** The transaction a recipient is shown: the one in a block, else the newest that was sent. */
export async function shownTransaction(
  db: Db,
  { merchantId, id }: Payout,
): Promise<{ hash: string; blockNumber: bigint | null } | null> {
  const [row] = await db<{ hash: string; blockNumber: bigint | null }[]>`
    SELECT '0x' || encode(hash, 'hex') AS hash, block_number AS "blockNumber"
      FROM payout_transactions
     WHERE merchant_id = ${merchantId}
       AND payout_id = ${id}
       AND status IN ('sent', 'final')
     ORDER BY block_number IS NULL, number DESC
     LIMIT 1`;
  return row ?? null;
}
