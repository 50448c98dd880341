import type { Tx } from '../../base/db/pool.ts';
import type { Charge } from '../../payments/charges/charge.ts';

/**
 * Ends the order of a crypto charge and returns true; false if the customer is paying it. Locks the order before the
 * charge's row, like all code that needs both.
 */
export async function endUnpaidOrder(tx: Tx, { merchantId, id }: Charge, now: Date): Promise<boolean> {
  const [order] = await tx<{ status: string }[]>`
    SELECT status
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  if (order?.status === 'awaiting' || order?.status === 'pending') return false;
  await tx`
    UPDATE crypto_orders
       SET status = 'failed',
           anomalies = '{expired}',
           decided_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'open'`;
  return true;
}
