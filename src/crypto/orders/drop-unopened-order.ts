import type { Tx } from '../../base/db/pool.ts';
import type { Charge } from '../../payments/charges/charge.ts';

/**
 * Deletes the order of a crypto charge whose customer chose no network yet and now pays another way; false if an address
 * was handed out, because money may be on its way to it. Locks the order before the charge's row.
 */
export async function dropUnopenedOrder(tx: Tx, { merchantId, id }: Charge): Promise<boolean> {
  await tx`
    DELETE FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'open'
       AND network IS NULL`;
  const left = await tx`
    SELECT 1
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return left.length === 0;
}
