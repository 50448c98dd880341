import { toByteList, toBytes } from '../../../base/db/bytes.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { TransferLog } from '../../../chain/chains/port/chain.ts';
import type { OrderKey } from '../../orders/order.ts';

/**
 * Finds the orders that own these addresses on any of these networks. Uses the index deposit_addresses_by_address. If
 * two orders share an address, the older one wins: the other was made to give back a stray.
 */
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
       AND network = ANY (${networks as string[]})
     ORDER BY order_id DESC`;
  return new Map(rows.map((row) => [`0x${row.address.toString('hex')}`, row]));
}

/** Records strays as the chain shows them now and returns those never seen before. */
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
        network, transaction_hash, log_index, merchant_id, order_id, address, block_number, block_hash, block_time,
        from_address, amount_units, seen_at)
      VALUES (
        ${network}, ${toBytes(log.transactionHash)}, ${log.logIndex}, ${order.merchantId}, ${order.orderId},
        ${toBytes(log.to)}, ${log.blockNumber}, ${toBytes(log.blockHash)}, ${blockTime}, ${toBytes(log.from)},
        ${log.amountUnits}, ${now})
          ON CONFLICT (network, transaction_hash, log_index)
          DO UPDATE SET block_number = excluded.block_number,
                        block_hash = excluded.block_hash,
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

export type StrayDecision = 'adopted' | 'returned';

export interface RecordedStray extends OrderKey {
  network: string;
  transactionHash: string;
  logIndex: number;
  address: string;
  from: string;
  blockNumber: bigint;
  /** null if an earlier version recorded it without the hash. */
  blockHash: string | null;
  blockTime: Date;
  amountUnits: bigint;
  orphaned: boolean;
  toldAt: Date | null;
  decision: StrayDecision | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The order that has it as an ordinary transfer now. */
  bookedOrderId: string | null;
}

const strayColumns = `
  merchant_id AS "merchantId", order_id AS "orderId", network,
  '0x' || encode(transaction_hash, 'hex') AS "transactionHash", log_index AS "logIndex",
  '0x' || encode(address, 'hex') AS address, '0x' || encode(from_address, 'hex') AS "from",
  block_number AS "blockNumber", '0x' || encode(block_hash, 'hex') AS "blockHash", block_time AS "blockTime",
  amount_units AS "amountUnits", orphaned, told_at AS "toldAt", decision, decided_by AS "decidedBy",
  decided_at AS "decidedAt", booked_order_id AS "bookedOrderId"`;

export async function straysOfOrder(db: Db, merchantId: string, orderId: string): Promise<RecordedStray[]> {
  return await db<RecordedStray[]>`
    SELECT ${db.unsafe(strayColumns)}
      FROM stray_transfers
     WHERE merchant_id = ${merchantId}
       AND order_id = ${orderId}
     ORDER BY block_time, network, log_index`;
}

/** Strays that wait for the operator's decision, oldest first. They are few. */
export async function undecidedStrays(db: Db, leastUnits: bigint, limit: number): Promise<RecordedStray[]> {
  return await db<RecordedStray[]>`
    SELECT ${db.unsafe(strayColumns)}
      FROM stray_transfers
     WHERE decision IS NULL
       AND NOT orphaned
       AND amount_units >= ${leastUnits}
     ORDER BY block_time, network, log_index
     LIMIT ${limit}`;
}

/** Final strays whose merchants are not notified yet. Uses the index stray_transfers_untold. */
export async function untoldStrays(
  db: Db,
  network: string,
  finalizedNumber: bigint,
  leastUnits: bigint,
  limit: number,
): Promise<RecordedStray[]> {
  return await db<RecordedStray[]>`
    SELECT ${db.unsafe(strayColumns)}
      FROM stray_transfers
     WHERE network = ${network}
       AND block_number <= ${finalizedNumber}
       AND told_at IS NULL
       AND NOT orphaned
       AND amount_units >= ${leastUnits}
     ORDER BY block_number, log_index
     LIMIT ${limit}`;
}

type StrayKey = Pick<RecordedStray, 'network' | 'transactionHash' | 'logIndex'>;

/** False if another process notified the merchant. */
export async function markNotified(tx: Tx, key: StrayKey, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE stray_transfers
       SET told_at = ${now}
     WHERE network = ${key.network}
       AND transaction_hash = ${toBytes(key.transactionHash)}
       AND log_index = ${key.logIndex}
       AND told_at IS NULL
    RETURNING log_index`;
  return rows.length === 1;
}

/** Locks an order's strays on a network for the rest of the transaction. The caller holds the order. */
export async function lockStrays(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  network: string,
): Promise<RecordedStray[]> {
  return await tx<RecordedStray[]>`
    SELECT ${tx.unsafe(strayColumns)}
      FROM stray_transfers
     WHERE merchant_id = ${merchantId}
       AND order_id = ${orderId}
       AND network = ${network}
     ORDER BY block_number, log_index
       FOR UPDATE`;
}

/** Compare and set: a stray is decided once. */
export async function saveStrayDecision(
  tx: Tx,
  key: StrayKey,
  decided: { decision: StrayDecision; by: string; at: Date; bookedOrderId: string },
): Promise<void> {
  const rows = await tx`
    UPDATE stray_transfers
       SET decision = ${decided.decision},
           decided_by = ${decided.by},
           decided_at = ${decided.at},
           booked_order_id = ${decided.bookedOrderId}
     WHERE network = ${key.network}
       AND transaction_hash = ${toBytes(key.transactionHash)}
       AND log_index = ${key.logIndex}
       AND decision IS NULL
    RETURNING log_index`;
  if (rows.length !== 1) throw new Error('a stray was decided about although its row is locked');
}
