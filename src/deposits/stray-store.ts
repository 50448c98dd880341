import type { TransferLog } from '../chains/port/chain.ts';
import type { OrderKey } from '../crypto-orders/order.ts';
import { toByteList, toBytes } from '../db/bytes.ts';
import type { Db, Tx } from '../db/pool.ts';

/** Whose these addresses are on any of some networks. By deposit_addresses_by_address. */
export async function ownersOn(
  db: Db,
  networks: readonly string[],
  addresses: readonly string[],
): Promise<Map<string, OrderKey>> {
  if (addresses.length === 0 || networks.length === 0) return new Map();
  const rows = await db<(OrderKey & { address: Buffer })[]>`
    SELECT address, merchant_id AS "merchantId", order_id AS "orderId"
      FROM deposit_addresses
     WHERE address = ANY (${toByteList([...addresses])}::text::bytea[])
       AND network = ANY (${networks as string[]})`;
  return new Map(rows.map((row) => [`0x${row.address.toString('hex')}`, row]));
}

/** Records them as the chain shows them now; answers those that were never seen before. */
export async function recordStrays<T extends { log: TransferLog; blockTime: Date; order: OrderKey }>(
  tx: Tx,
  network: string,
  strays: readonly T[],
  now: Date,
): Promise<T[]> {
  const fresh: T[] = [];
  for (const stray of strays) {
    const { log, blockTime, order } = stray;
    const [row] = await tx<{ isNew: boolean }[]>`
      INSERT INTO stray_transfers (
        network, transaction_hash, log_index, merchant_id, order_id, address, block_number, block_time, from_address,
        amount_units, seen_at)
      VALUES (
        ${network}, ${toBytes(log.transactionHash)}, ${log.logIndex}, ${order.merchantId}, ${order.orderId},
        ${toBytes(log.to)}, ${log.blockNumber}, ${blockTime}, ${toBytes(log.from)}, ${log.amountUnits}, ${now})
          ON CONFLICT (network, transaction_hash, log_index)
          DO UPDATE SET block_number = excluded.block_number,
                        block_time = excluded.block_time,
                        orphaned = false
      RETURNING xmax = 0 AS "isNew"`;
    if (row?.isNew) fresh.push(stray);
  }
  return fresh;
}

export async function orphanStraysAbove(tx: Tx, network: string, blockNumber: bigint): Promise<void> {
  await tx`
    UPDATE stray_transfers
       SET orphaned = true
     WHERE network = ${network}
       AND block_number > ${blockNumber}
       AND NOT orphaned`;
}

export interface RecordedStray {
  network: string;
  transactionHash: string;
  address: string;
  from: string;
  blockNumber: bigint;
  blockTime: Date;
  amountUnits: bigint;
  orphaned: boolean;
}

export async function straysOfOrder(db: Db, merchantId: string, orderId: string): Promise<RecordedStray[]> {
  return await db<RecordedStray[]>`
    SELECT network, '0x' || encode(transaction_hash, 'hex') AS "transactionHash",
           '0x' || encode(address, 'hex') AS address, '0x' || encode(from_address, 'hex') AS "from",
           block_number AS "blockNumber", block_time AS "blockTime", amount_units AS "amountUnits", orphaned
      FROM stray_transfers
     WHERE merchant_id = ${merchantId}
       AND order_id = ${orderId}
     ORDER BY block_time, network, log_index`;
}
