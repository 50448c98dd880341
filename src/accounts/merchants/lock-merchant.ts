import { isId } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { getMerchant } from './get-merchant.ts';
import type { Merchant } from './merchant.ts';

/**
 * Holds a merchant until the transaction ends, so that two changes of its settings or keys come one
 * after the other. The merchant is read only once the lock is ours: read before, a change that
 * committed while we waited would be overwritten.
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
