import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { OrderKey } from '../orders/order.ts';
import type { OurTransfer } from './match-transfers.ts';

/**
 * Transfers to orders of merchants whose worker was away when their block was read. The watcher goes on without them,
 * so that other merchants do not wait. They are recorded as soon as the worker is back.
 */
export interface ParkedTransfer extends OurTransfer, OrderKey {}

export async function parkTransfers(
  tx: Tx,
  network: string,
  transfers: readonly OurTransfer[],
): Promise<void> {
  for (const { log, blockTime, order } of transfers) {
    await tx`
      INSERT INTO parked_transfers (
        network, transaction_hash, log_index, merchant_id, order_id, block_number, block_hash, block_time, from_address,
        to_address, amount_units)
      VALUES (
        ${network}, ${toBytes(log.transactionHash)}, ${log.logIndex}, ${order.merchantId}, ${order.orderId},
        ${log.blockNumber}, ${toBytes(log.blockHash)}, ${blockTime}, ${toBytes(log.from)}, ${toBytes(log.to)},
        ${log.amountUnits})
          ON CONFLICT DO NOTHING`;
  }
}

type ParkedRow = OrderKey & OurTransfer['log'] & { blockTime: Date };

/** Oldest first. */
export async function parkedTransfers(db: Db, network: string, limit: number): Promise<ParkedTransfer[]> {
  const rows = await db<ParkedRow[]>`
    SELECT merchant_id AS "merchantId", order_id AS "orderId", block_number AS "blockNumber",
           '0x' || encode(block_hash, 'hex') AS "blockHash", block_time AS "blockTime",
           '0x' || encode(transaction_hash, 'hex') AS "transactionHash", log_index AS "logIndex",
           '0x' || encode(from_address, 'hex') AS from, '0x' || encode(to_address, 'hex') AS to,
           amount_units AS "amountUnits"
      FROM parked_transfers
     WHERE network = ${network}
     ORDER BY block_number, log_index
     LIMIT ${limit}`;
  return rows.map(({ merchantId, orderId, blockTime, ...log }) => ({
    merchantId,
    orderId,
    log,
    blockTime,
    order: { merchantId, orderId },
  }));
}

export async function unpark(tx: Tx, network: string, transfers: readonly OurTransfer[]): Promise<void> {
  for (const { log } of transfers) {
    await tx`
      DELETE FROM parked_transfers
       WHERE network = ${network}
         AND transaction_hash = ${toBytes(log.transactionHash)}
         AND log_index = ${log.logIndex}`;
  }
}

/** Transfers that a reorganisation removed are read again from their new block. */
export async function unparkAbove(tx: Tx, network: string, blockNumber: bigint): Promise<void> {
  await tx`
    DELETE FROM parked_transfers
     WHERE network = ${network}
       AND block_number > ${blockNumber}`;
}
