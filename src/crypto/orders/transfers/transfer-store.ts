import { toByteList, toBytes } from '../../../base/db/bytes.ts';
import { merchantBatches, ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import { acrossMerchants } from '../../../base/db/citus/reach.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { KnownBlock, TransferLog } from '../../../chain/chains/port/chain.ts';
import type { Disposition, OrderKey, Transfer } from '../order.ts';
import { finalEnds, ordersInGaps } from '../outcome/chain-state.ts';

/** A transfer to one of our addresses. */
export interface RecordedTransfer extends Omit<Transfer, 'final' | 'returned'> {
  network: string;
  blockNumber: bigint;
  id: string;
  transactionHash: string;
  logIndex: number;
  posted: boolean;
  credited: boolean;
  /** Kept by the platform when it was credited. */
  feeUnits: bigint;
  disposition: Disposition | null;
  /** Moved away from its address, or about to be. */
  isSwept: boolean;
  /** The refund that gives it back on the chain; null: none. */
  refundId: string | null;
}

/** Finds which of these addresses are ours, with their orders. */
export async function matchAddresses(
  sql: Db,
  network: string,
  addresses: string[],
): Promise<Map<string, OrderKey>> {
  if (addresses.length === 0) return new Map();
  const rows = await sql<(OrderKey & { address: Buffer })[]>`
    SELECT address, merchant_id AS "merchantId", order_id AS "orderId"
      FROM deposit_addresses
     WHERE network = ${network}
       AND address = ANY (${toByteList(addresses)}::text::bytea[])`;
  return new Map(rows.map((row) => [`0x${row.address.toString('hex')}`, row]));
}

/** A statement takes at most 65,535 values. */
const maxRecordedAtOnce = 1_000;

/**
 * Records transfers as the chain shows them now. An existing one is updated: a reorganisation may have moved it to
 * another block, restored it, or changed it.
 */
export async function recordTransfers(
  tx: Tx,
  network: string,
  transfers: { log: TransferLog; blockTime: Date; order: OrderKey }[],
  now: Date,
): Promise<void> {
  for (const batch of merchantBatches(
    tx,
    transfers.map((each) => ({ ...each, merchantId: each.order.merchantId })),
  )) {
    await recordBatch(tx, network, batch, now);
  }
}

async function recordBatch(
  tx: Tx,
  network: string,
  transfers: { log: TransferLog; blockTime: Date; order: OrderKey }[],
  now: Date,
): Promise<void> {
  const rows = transfers.map(({ log, blockTime, order }) => ({
    merchant_id: order.merchantId,
    network,
    transaction_hash: toBytes(log.transactionHash),
    log_index: log.logIndex,
    id: newId(),
    order_id: order.orderId,
    block_number: log.blockNumber,
    block_hash: toBytes(log.blockHash),
    block_time: blockTime,
    from_address: toBytes(log.from),
    amount_units: log.amountUnits,
    seen_at: now,
  }));
  for (let at = 0; at < rows.length; at += maxRecordedAtOnce) {
    await tx`
      INSERT INTO transfers ${tx(rows.slice(at, at + maxRecordedAtOnce))}
          ON CONFLICT (merchant_id, network, transaction_hash, log_index)
          DO UPDATE SET block_number = excluded.block_number,
                        block_hash = excluded.block_hash,
                        block_time = excluded.block_time,
                        order_id = excluded.order_id,
                        from_address = excluded.from_address,
                        amount_units = excluded.amount_units,
                        orphaned = false`;
  }
}

/** Which of these transfers are recorded and not orphaned, as `<transaction hash> <log index>`. */
export async function findRecorded(
  db: Db,
  network: string,
  transfers: { log: TransferLog; order: OrderKey }[],
): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    SELECT '0x' || encode(transaction_hash, 'hex') || ' ' || log_index AS key
      FROM transfers
     WHERE network = ${network}
       AND merchant_id = ANY (${transfers.map(({ order }) => order.merchantId)}::uuid[])
       AND transaction_hash = ANY (${toByteList(transfers.map(({ log }) => log.transactionHash))}::text::bytea[])
       AND NOT orphaned`;
  return new Set(rows.map((row) => row.key));
}

/** The blocks of recorded transfers between two blocks, both excluded, newest first. */
export async function blocksOfTransfers(
  db: Db,
  network: string,
  above: bigint,
  below: bigint,
): Promise<KnownBlock[]> {
  return await db<KnownBlock[]>`
    SELECT DISTINCT block_number AS number, '0x' || encode(block_hash, 'hex') AS hash, block_time AS time
      FROM transfers
     WHERE network = ${network}
       AND block_number > ${above}
       AND block_number < ${below}
       AND NOT orphaned
     ORDER BY block_number DESC`;
}

/** Orphans the transfers above the fork of a reorganisation and returns their orders. */
export async function orphanTransfersAbove(
  tx: Tx,
  network: string,
  blockNumber: bigint,
): Promise<OrderKey[]> {
  return await tx<OrderKey[]>`
    UPDATE transfers
       SET orphaned = true
     WHERE network = ${network}
       AND block_number > ${blockNumber}
       AND NOT orphaned
    RETURNING merchant_id AS "merchantId", order_id AS "orderId"`;
}

/** A transfer that was final and posted, and is reversed. */
export interface ReversedTransfer extends OrderKey {
  amountUnits: bigint;
}

/** Orphaned transfers of these orders that are still posted. The next decision on the orders reverses them. */
export async function transfersToReverse(
  tx: Tx,
  network: string,
  keys: readonly OrderKey[],
): Promise<ReversedTransfer[]> {
  const found: ReversedTransfer[] = [];
  for (const batch of merchantBatches(tx, keys)) {
    found.push(
      ...(await tx<ReversedTransfer[]>`
        SELECT merchant_id AS "merchantId", order_id AS "orderId", amount_units AS "amountUnits"
          FROM transfers
         WHERE merchant_id ${ofBatch(tx, batch)}
           AND order_id = ANY (${batch.map(({ orderId }) => orderId)}::uuid[])
           AND network = ${network}
           AND orphaned
           AND posted
         ORDER BY merchant_id, order_id`),
    );
  }
  return found;
}

/** For a network that was replaced by another chain: seen but not final transfers belong to the former chain. */
export async function orphanUnposted(tx: Tx, network: string): Promise<void> {
  await tx`
    UPDATE transfers
       SET orphaned = true
     WHERE network = ${network}
       AND NOT posted`;
}

export const transferColumns = `
  network, id, '0x' || encode(transaction_hash, 'hex') AS "transactionHash", log_index AS "logIndex",
  block_number AS "blockNumber", block_time AS "blockTime", amount_units AS "amountUnits", orphaned, posted, credited,
  fee_units AS "feeUnits", disposition, sweep_item_id IS NOT NULL AS "isSwept", refund_id AS "refundId"`;

export async function transfersOfOrder(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<RecordedTransfer[]> {
  return await db<RecordedTransfer[]>`
    SELECT ${db.unsafe(transferColumns)}
      FROM transfers
     WHERE merchant_id = ${merchantId}
       AND order_id = ${orderId}
     ORDER BY block_time, block_number, log_index, id`;
}

export async function saveDisposition(
  tx: Tx,
  merchantId: string,
  transfer: RecordedTransfer,
  disposition: Disposition,
): Promise<void> {
  await tx`
    UPDATE transfers
       SET disposition = ${disposition}
     WHERE merchant_id = ${merchantId}
       AND network = ${transfer.network}
       AND transaction_hash = ${toBytes(transfer.transactionHash)}
       AND log_index = ${transfer.logIndex}`;
}

/** Orders with transfers that became final and are not in the ledger yet. */
export async function ordersWithFinalTransfers(
  sql: Sql,
  network: string,
  finalizedNumber: bigint,
  limit: number,
): Promise<OrderKey[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<OrderKey[]>`
      SELECT DISTINCT merchant_id AS "merchantId", order_id AS "orderId"
        FROM (
          SELECT merchant_id, order_id
            FROM transfers
           WHERE network = ${network}
             AND NOT posted
             AND NOT orphaned
             AND block_number <= ${finalizedNumber}
                 ${within}
           ORDER BY block_number
           LIMIT ${limit}
        ) AS due`,
  );
}

/**
 * Orders whose hold ended before a time and that wait for nothing else: not for a payment that may have been missed,
 * nor for a network that their customer left.
 */
export async function ordersHeldUntil(
  sql: Sql,
  network: string,
  before: Date,
  limit: number,
): Promise<OrderKey[]> {
  const ends = await finalEnds(sql);
  const finalTimes = Object.fromEntries([...ends].map(([name, { finalizedTime }]) => [name, finalizedTime]));
  const inGaps = await ordersInGaps(sql);
  return await acrossMerchants(
    sql,
    (within) => sql<OrderKey[]>`
      SELECT merchant_id AS "merchantId", id AS "orderId"
        FROM crypto_orders
       WHERE network = ${network}
         AND status IN ('awaiting', 'pending')
         AND held_until < ${before}
         AND id <> ALL (${inGaps}::uuid[])
         AND NOT EXISTS (
               SELECT
                 FROM former_addresses AS former
                WHERE former.merchant_id = crypto_orders.merchant_id
                  AND former.order_id = crypto_orders.id
                  AND ((${JSON.stringify(finalTimes)}::text::jsonb ->> former.network)::timestamptz
                       > crypto_orders.held_until) IS NOT TRUE)
             ${within}
       ORDER BY held_until
       LIMIT ${limit}`,
  );
}
