import type { Db } from '../../base/db/pool.ts';
import type { KnownTransaction } from '../../chain/chains/port/payout-chain.ts';
import type { Payout } from './store.ts';

/** The transactions that a recipient may see: the final one first, otherwise the newest that was sent. */
export async function shownTransactions(db: Db, { merchantId, id }: Payout): Promise<KnownTransaction[]> {
  return await db<KnownTransaction[]>`
    SELECT '0x' || encode(hash, 'hex') AS hash, nonce, expires_at AS "expiresAt"
      FROM outgoing_transactions
     WHERE merchant_id = ${merchantId}
       AND sending_id = ${id}
       AND status IN ('sent', 'final')
     ORDER BY status = 'final' DESC, number DESC`;
}
