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

/** Assigns what an address received before a log to the item that moved it, and returns how much that is. */
export async function takeTransfersBefore(
  tx: Tx,
  network: string,
  item: SweptItem,
  { blockNumber, logIndex }: { blockNumber: bigint; logIndex: number },
): Promise<{ units: bigint; coming: boolean }> {
  const taken = await tx<{ units: bigint; posted: boolean }[]>`
    UPDATE transfers
       SET sweep_item_id = ${item.id}
     WHERE merchant_id = ${item.merchantId}
       AND order_id = ${item.orderId}
       AND network = ${network}
       AND (block_number, log_index) < (${blockNumber}, ${logIndex})
       AND (posted OR NOT orphaned)
       AND sweep_item_id IS NULL
       AND disposition IS DISTINCT FROM 'returned'
    RETURNING amount_units AS units, posted`;
  return {
    units: taken.reduce((sum, { units }) => sum + units, 0n),
    coming: taken.some(({ posted }) => !posted),
  };
}
