import type { Tx } from '../db/pool.ts';
import type { OrderKey } from './transfer-store.ts';

/** An order's deposits belong to one item of a sweep at a time: what moves them must not move them twice. */
type Item = OrderKey & { id: string };

/** Gives an order's deposits on a network to the item that moves them. */
export async function takeTransfers(tx: Tx, network: string, item: Item): Promise<void> {
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

/** They are still where they were. */
export async function giveBackTransfers(tx: Tx, item: Item): Promise<void> {
  await tx`
    UPDATE transfers
       SET sweep_item_id = NULL
     WHERE merchant_id = ${item.merchantId}
       AND order_id = ${item.orderId}
       AND sweep_item_id = ${item.id}`;
}
