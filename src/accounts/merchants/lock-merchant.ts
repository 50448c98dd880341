import { isId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { getMerchant } from './get-merchant.ts';
import type { Merchant } from './merchant.ts';

/**
 * Locks a merchant until the transaction ends, so that changes of its settings or keys are serialised. The merchant is
 * read only after the lock is taken: read earlier, a change that committed meanwhile would be overwritten.
 */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<Merchant> {
  const id = merchantId.toLowerCase();
  if (isId(id)) {
    await tx`
      SELECT FROM merchants
       WHERE id = ${id}
         FOR UPDATE`;
  }
  return await getMerchant(tx, id);
}
