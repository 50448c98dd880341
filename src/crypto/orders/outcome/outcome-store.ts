import { merchantBatches, ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { OrderAddress } from '../addresses/address-store.ts';
import type { OrderDecision, OrderKey, OrderMoney } from '../order.ts';
import { type CryptoOrder, type OrderRow, orderColumns, toOrder } from '../store.ts';
import { type RecordedTransfer, transferColumns } from '../transfers/transfer-store.ts';

/** An order with the decision from its present transfers. */
export interface DecidedOrder {
  order: CryptoOrder;
  decision: OrderDecision;
  transfers: RecordedTransfer[];
  /** Credited to the merchant from now on. */
  creditedUnits: bigint;
  money: OrderMoney;
  /** All addresses of the order; the one it shows comes first. */
  addresses: OrderAddress[];
}

/** Locks the orders' rows in a fixed order, for the rest of the transaction. */
export async function lockOrders(tx: Tx, keys: OrderKey[]): Promise<CryptoOrder[]> {
  const orders: CryptoOrder[] = [];
  for (const batch of merchantBatches(tx, keys)) {
    const rows = await tx<OrderRow[]>`
      SELECT ${tx.unsafe(orderColumns)}
        FROM crypto_orders
       WHERE merchant_id ${ofBatch(tx, batch)}
         AND id = ANY (${batch.map(({ orderId }) => orderId)}::uuid[])
       ORDER BY merchant_id, id
         FOR UPDATE`;
    orders.push(...rows.map(toOrder));
  }
  return orders;
}

/** The transfers of each order, by order id, in chain order. */
export async function transfersOfOrders(db: Db, keys: OrderKey[]): Promise<Map<string, RecordedTransfer[]>> {
  const transfers: (RecordedTransfer & { orderId: string })[] = [];
  for (const batch of merchantBatches(db, keys)) {
    const rows = await db<(RecordedTransfer & { orderId: string })[]>`
      SELECT order_id AS "orderId", ${db.unsafe(transferColumns)}
        FROM transfers
       WHERE merchant_id ${ofBatch(db, batch)}
         AND order_id = ANY (${batch.map(({ orderId }) => orderId)}::uuid[])
       ORDER BY block_time, block_number, log_index, id`;
    transfers.push(...rows);
  }
  return Map.groupBy(transfers, (row) => row.orderId);
}

/** Saves the decisions that change something. */
export async function saveDecisions(tx: Tx, settled: DecidedOrder[], now: Date): Promise<void> {
  const changed = settled.filter(
    ({ order, decision }) =>
      decision.status !== order.status ||
      decision.seenUnits !== order.seenUnits ||
      decision.finalUnits !== order.finalUnits ||
      decision.anomalies.join() !== order.anomalies.join(),
  );
  if (changed.length === 0) return;
  const rows = changed.map(({ order, decision }) => ({
    merchant_id: order.merchantId,
    id: order.id,
    was: order.status,
    status: decision.status,
    anomalies: decision.anomalies,
    seen_units: decision.seenUnits.toString(),
    final_units: decision.finalUnits.toString(),
    decided_at: decision.status === order.status ? order.decidedAt : now,
  }));
  const saved = await tx`
    UPDATE crypto_orders
       SET status = decided.status,
           anomalies = decided.anomalies,
           seen_units = decided.seen_units,
           final_units = decided.final_units,
           decided_at = decided.decided_at
      FROM jsonb_to_recordset(${tx.json(rows)}) AS decided (
             merchant_id uuid, id uuid, was text, status text, anomalies text[], seen_units bigint,
             final_units bigint, decided_at timestamptz)
     WHERE crypto_orders.merchant_id ${ofBatch(
       tx,
       changed.map(({ order }) => order),
     )}
       AND crypto_orders.merchant_id = decided.merchant_id
       AND crypto_orders.id = decided.id
       AND crypto_orders.status = decided.was
    RETURNING crypto_orders.id`;
  if (saved.length !== rows.length) throw new Error('an order changed although its row is locked');
}

/** The new ledger state of a transfer. */
export interface TransferPosting {
  merchantId: string;
  transfer: RecordedTransfer;
  /** The id under which it is posted from now on. */
  id: string;
  posted: boolean;
  credited: boolean;
  feeUnits: bigint;
}

/**
 * Saves the ledger state of transfers. A reversed deposit voids a person's decision about it, unless a refund already
 * gives it back: if it returns, it must not be given back a second time.
 */
export async function savePostings(tx: Tx, changes: TransferPosting[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ merchantId, transfer, id, posted, credited, feeUnits }) => ({
    merchant_id: merchantId,
    network: transfer.network,
    hash: transfer.transactionHash.slice(2),
    log_index: transfer.logIndex,
    posted,
    credited,
    fee_units: feeUnits.toString(),
    id,
    disposition: posted || transfer.disposition === 'refunding' ? transfer.disposition : null,
  }));
  await tx`
    UPDATE transfers
       SET posted = change.posted,
           credited = change.credited,
           fee_units = change.fee_units,
           id = change.id,
           disposition = change.disposition
      FROM jsonb_to_recordset(${tx.json(rows)}) AS change (
             merchant_id uuid, network text, hash text, log_index integer, posted boolean, credited boolean,
             fee_units bigint, id uuid, disposition text)
     WHERE transfers.merchant_id ${ofBatch(tx, changes)}
       AND transfers.merchant_id = change.merchant_id
       AND transfers.network = change.network
       AND transfers.transaction_hash = decode(change.hash, 'hex')
       AND transfers.log_index = change.log_index`;
}

/** The platform's fee on crypto orders, by merchant. */
export async function cryptoFees(tx: Tx, merchantIds: string[]): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; basisPoints: number }[]>`
    SELECT id, coalesce((settings->>'cryptoFeeBasisPoints')::int, 0) AS "basisPoints"
      FROM merchants
     WHERE id = ANY (${merchantIds}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.basisPoints]));
}
