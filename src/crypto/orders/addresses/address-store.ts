import { toBytes } from '../../../base/db/bytes.ts';
import { ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { OrderKey } from '../order.ts';
import type { CryptoOrder } from '../store.ts';

/** An address of an order on one network. */
export interface OrderAddress {
  network: string;
  /** 0x and 40 hex digits, on every network. */
  address: string;
  addressIndex: bigint;
}

/** The addresses of each order on networks that its customer left, by order id. */
export async function formerAddresses(db: Db, keys: OrderKey[]): Promise<Map<string, OrderAddress[]>> {
  const rows = await db<(OrderAddress & { orderId: string })[]>`
    SELECT order_id AS "orderId", network, '0x' || encode(address, 'hex') AS address, address_index AS "addressIndex"
      FROM former_addresses
     WHERE merchant_id ${ofBatch(db, keys)}
       AND order_id = ANY (${keys.map((key) => key.orderId)}::uuid[])
     ORDER BY network`;
  return Map.groupBy(rows, (row) => row.orderId);
}

/** Every address of an order; the one it shows comes first. */
export async function addressesOf(db: Db, order: CryptoOrder): Promise<OrderAddress[]> {
  const former = await formerAddresses(db, [{ merchantId: order.merchantId, orderId: order.id }]);
  return [...(order.hold ? [order.hold] : []), ...(former.get(order.id) ?? [])];
}

/** Makes the order show this address; price and expiry stay. The caller holds the order. */
export async function showAddress(tx: Tx, order: CryptoOrder, shown: OrderAddress): Promise<void> {
  const { merchantId, id, hold } = order;
  if (!hold) throw new Error(`order ${id} has no address to turn from`);
  await tx`
    DELETE FROM former_addresses
     WHERE merchant_id = ${merchantId}
       AND order_id = ${id}
       AND network = ${shown.network}`;
  await tx`
    INSERT INTO former_addresses (merchant_id, order_id, network, address, address_index)
    VALUES (${merchantId}, ${id}, ${hold.network}, ${toBytes(hold.address)}, ${hold.addressIndex})`;
  await tx`
    UPDATE crypto_orders
       SET network = ${shown.network},
           address = ${toBytes(shown.address)},
           address_index = ${shown.addressIndex}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/**
 * Gives an order the address that it has elsewhere on one more network, because somebody paid there. A watcher learns
 * it by its number, like every address that is handed out. The caller holds the order.
 */
export async function takeOverAddress(tx: Tx, order: CryptoOrder, place: OrderAddress): Promise<void> {
  const { merchantId, id, hold } = order;
  const { network, address, addressIndex } = place;
  const [wallet] = await tx<{ number: bigint }[]>`
    UPDATE deposit_wallets
       SET handed_out = handed_out + 1
     WHERE network = ${network}
    RETURNING handed_out AS number`;
  if (!wallet) throw new Error(`${network} has no deposit wallet`);
  await tx`
    INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
    VALUES (${network}, ${toBytes(address)}, ${merchantId}, ${id}, ${wallet.number})`;
  if (hold?.network === network) return;
  await tx`
    INSERT INTO former_addresses (merchant_id, order_id, network, address, address_index)
    VALUES (${merchantId}, ${id}, ${network}, ${toBytes(address)}, ${addressIndex})`;
}
