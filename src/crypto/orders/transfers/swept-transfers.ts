import type { Tx } from '../../../base/db/pool.ts';

/** A sweep item that moves an order's deposits away from their address. */
interface SweptItem {
  merchantId: string;
  id: string;
  orderId: string;
}

/** The units of an order's deposits on a network that can be moved now. The caller holds the order. */
export async function movableUnits(
  tx: Tx,
  network: string,
  item: Pick<SweptItem, 'merchantId' | 'orderId'>,
): Promise<{ units: bigint; coming: boolean }> {
  const [row] = await tx<{ units: bigint; coming: boolean }[]>`
    SELECT coalesce(sum(amount_units) FILTER (
             WHERE posted AND sweep_item_id IS NULL AND disposition IS DISTINCT FROM 'returned'
               AND network = ${network}), 0)::bigint AS units,
           coalesce(bool_or(NOT posted AND NOT orphaned), false) AS coming
      FROM transfers
     WHERE merchant_id = ${item.merchantId}
       AND order_id = ${item.orderId}`;
  return row as { units: bigint; coming: boolean };
}

/** Assigns an order's deposits on a network to the item that moves them. */
export async function takeTransfers(tx: Tx, network: string, item: SweptItem): Promise<void> {
  await tx`
    UPDATE transfers
       SET sweep_item_id = ${item.id}
     WHERE merchant_id = ${item.merchantId}
       AND order_id = ${item.orderId}
       AND network = ${network}
       AND posted
       AND sweep_item_id IS NULL
       AND disposition IS DISTINCT FROM 'returned'`;
}

/** Releases the deposits: they did not move. */
export async function giveBackTransfers(tx: Tx, item: SweptItem): Promise<void> {
  await tx`
    UPDATE transfers
       SET sweep_item_id = NULL
     WHERE merchant_id = ${item.merchantId}
       AND order_id = ${item.orderId}
       AND sweep_item_id = ${item.id}`;
}
