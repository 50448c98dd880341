import { toBytes } from '../../base/db/bytes.ts';
import { isLeasable, leasedTo, unleased } from '../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { OrderKey } from '../orders/order.ts';
import type { Candidate, PlannedItem } from './plan-sweep.ts';
import type { ItemStatus, Sweep, SweepItem } from './sweep.ts';

/**
 * Deposit addresses of finished orders that hold final money by the books. An address with a transfer that is not
 * final, or that is in another sweep, is left for later.
 */
export async function candidatesOf(db: Db, network: string): Promise<Candidate[]> {
  const candidates = await db<Candidate[]>`
    WITH booked AS (
      SELECT merchant_id, order_id,
             sum(amount_units)::bigint AS units,
             coalesce(sum(amount_units) FILTER (
               WHERE NOT credited AND coalesce(disposition, 'refund_due') = 'refund_due'), 0)::bigint AS suspense
        FROM transfers
       WHERE network = ${network}
         AND posted
         AND sweep_item_id IS NULL
         AND disposition IS DISTINCT FROM 'returned'
       GROUP BY merchant_id, order_id
    )
    SELECT booked.merchant_id AS "merchantId",
           booked.order_id AS "orderId",
           '0x' || encode(CASE WHEN orders.network = ${network} THEN orders.address ELSE former.address END, 'hex') AS address,
           CASE WHEN orders.network = ${network} THEN orders.address_index ELSE former.address_index END AS "addressIndex",
           booked.units AS "bookedUnits",
           booked.suspense AS "suspenseUnits"
      FROM booked
      JOIN crypto_orders AS orders ON orders.merchant_id = booked.merchant_id AND orders.id = booked.order_id
      LEFT JOIN former_addresses AS former ON former.merchant_id = orders.merchant_id
                                          AND former.order_id = orders.id
                                          AND former.network = ${network}
     WHERE orders.status IN ('success', 'failed')
       AND (orders.network = ${network} OR former.network IS NOT NULL)
       AND NOT EXISTS (
             SELECT
               FROM transfers AS coming
              WHERE coming.merchant_id = booked.merchant_id
                AND coming.order_id = booked.order_id
                AND NOT coming.posted
                AND NOT coming.orphaned)
     ORDER BY booked.units DESC, booked.order_id`;
  const busy = await db<{ address: string }[]>`
    SELECT '0x' || encode(address, 'hex') AS address
      FROM sweep_items
     WHERE network = ${network}
       AND status IN ('topping_up', 'moving')`;
  const busyAddresses = new Set(busy.map(({ address }) => address));
  return candidates.filter(({ address }) => !busyAddresses.has(address));
}

export async function insertSweep(
  tx: Tx,
  sweep: Omit<Sweep, 'status' | 'gasPayer'>,
  items: readonly (PlannedItem & { id: string; xpub: string })[],
): Promise<void> {
  await tx`
    INSERT INTO sweeps (id, network, place, address, planned_by, created_at)
    VALUES (${sweep.id}, ${sweep.network}, ${sweep.place}, ${toBytes(sweep.address)}, ${sweep.plannedBy},
            ${sweep.createdAt})`;
  const rows = items.map((item, index) => ({
    merchant_id: item.merchantId,
    id: item.id,
    sweep_id: sweep.id,
    number: index + 1,
    order_id: item.orderId,
    network: sweep.network,
    address: toBytes(item.address),
    xpub: item.xpub,
    address_index: item.addressIndex,
    planned_units: item.bookedUnits,
    suspense_units: item.suspenseUnits,
    likely_fee: String(item.likelyFee),
    likely_top_up: String(item.likelyTopUp),
  }));
  for (let at = 0; at < rows.length; at += maxInsertedAtOnce) {
    await tx`INSERT INTO sweep_items ${tx(rows.slice(at, at + maxInsertedAtOnce))}`;
  }
}

/** A sweep of one address that is over. Its key is not needed any more, so where it comes from is not stored. */
export async function insertSweptItem(
  tx: Tx,
  sweep: Omit<Sweep, 'status' | 'gasPayer'>,
  item: OrderKey & { id: string; address: string; amountUnits: bigint },
): Promise<void> {
  await insertSweep(tx, sweep, []);
  await tx`UPDATE sweeps SET status = 'done' WHERE id = ${sweep.id}`;
  await tx`
    INSERT INTO sweep_items (merchant_id, id, sweep_id, number, order_id, network, address, xpub, address_index, status, note,
                             planned_units, amount_units, likely_fee, likely_top_up, ended_at)
    VALUES (${item.merchantId}, ${item.id}, ${sweep.id}, 1, ${item.orderId}, ${sweep.network}, ${toBytes(item.address)}, '', 0,
            'swept', 'booked by a person', ${item.amountUnits}, ${item.amountUnits}, 0, 0, ${sweep.createdAt})`;
}

/** A statement takes at most 65,535 values. */
const maxInsertedAtOnce = 1_000;

const sweepColumns = `
  id, network, place, '0x' || encode(address, 'hex') AS address, status, '0x' || encode(gas_payer, 'hex') AS "gasPayer",
  planned_by AS "plannedBy", created_at AS "createdAt"`;

export async function findSweep(db: Db, id: string): Promise<Sweep | null> {
  const [row] = await db<Sweep[]>`
    SELECT ${db.unsafe(sweepColumns)}
      FROM sweeps
     WHERE id = ${id}`;
  return row ?? null;
}

export interface ListedSweep extends Sweep {
  items: number;
  ended: number;
  plannedUnits: bigint;
  sweptUnits: bigint;
}

/** Newest first. */
export async function listSweeps(db: Db, limit: number): Promise<ListedSweep[]> {
  return await db<ListedSweep[]>`
    SELECT ${db.unsafe(sweepColumns)}, counted.*
      FROM sweeps
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS items,
              (count(*) FILTER (WHERE status IN ('swept', 'failed', 'skipped')))::int AS ended,
              coalesce(sum(planned_units), 0)::bigint AS "plannedUnits",
              coalesce(sum(amount_units) FILTER (WHERE status = 'swept'), 0)::bigint AS "sweptUnits"
         FROM sweep_items
        WHERE sweep_id = sweeps.id
     ) AS counted
     ORDER BY created_at DESC, id DESC
     LIMIT ${limit}`;
}

export const itemColumns = `
  item.merchant_id AS "merchantId", item.id, item.number, item.order_id AS "orderId",
  '0x' || encode(item.address, 'hex') AS address, item.xpub, item.address_index AS "addressIndex", item.status, item.note,
  item.planned_units AS "plannedUnits", item.suspense_units AS "suspenseUnits", item.amount_units AS "amountUnits",
  item.likely_fee::text AS "likelyFee", item.likely_top_up::text AS "likelyTopUp"`;

export type ItemRow = Omit<SweepItem, 'likelyFee' | 'likelyTopUp'> & {
  likelyFee: string;
  likelyTopUp: string;
};

export function toItem<Row extends ItemRow>(row: Row): Row & SweepItem {
  return { ...row, likelyFee: BigInt(row.likelyFee), likelyTopUp: BigInt(row.likelyTopUp) };
}

export interface ListedItem extends SweepItem {
  /** The newest transaction that moves it. */
  hash: string | null;
  /** Network fees so far, for all of its transactions. */
  networkFee: bigint;
}

export async function itemsOf(db: Db, sweepId: string): Promise<ListedItem[]> {
  const rows = await db<(ItemRow & { hash: string | null; networkFee: string })[]>`
    SELECT ${db.unsafe(itemColumns)},
           (SELECT '0x' || encode(hash, 'hex')
              FROM outgoing_transactions AS made
             WHERE made.merchant_id = item.merchant_id
               AND made.sending_id = item.id
               AND made.hash IS NOT NULL
             ORDER BY made.status = 'final' DESC, made.number DESC
             LIMIT 1) AS hash,
           (SELECT coalesce(sum(network_fee), 0)::text
              FROM outgoing_transactions AS made
             WHERE made.merchant_id = item.merchant_id
               AND made.sending_id IN (
                     SELECT item.id
                      UNION ALL
                     SELECT id
                       FROM sweep_top_ups AS gas
                      WHERE gas.merchant_id = item.merchant_id
                        AND gas.item_id = item.id)) AS "networkFee"
      FROM sweep_items AS item
     WHERE item.sweep_id = ${sweepId}
     ORDER BY item.number`;
  return rows.map((row) => ({ ...toItem(row), networkFee: BigInt(row.networkFee) }));
}

/** Takes or renews the lease of a sweep for this process; false if another holds it. */
export async function leadSweep(sql: Sql, id: string, token: string, leaseSeconds: number): Promise<boolean> {
  const rows = await sql`
    UPDATE sweeps
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE id = ${id}
       AND ${isLeasable(sql, token)}
    RETURNING id`;
  return rows.length === 1;
}

export async function releaseSweep(sql: Sql, id: string, token: string): Promise<void> {
  await sql`
    UPDATE sweeps
       SET ${unleased(sql)}
     WHERE id = ${id}
       AND lease_token = ${token}`;
}

/** Sets the gas payer; false if another payer's gas is still under way. */
export async function startRun(tx: Tx, id: string, gasPayer: string | null): Promise<boolean> {
  const bytes = gasPayer === null ? null : toBytes(gasPayer);
  const rows = await tx`
    UPDATE sweeps
       SET status = 'running',
           gas_payer = coalesce(${bytes}, gas_payer)
     WHERE id = ${id}
       AND (gas_payer IS NOT DISTINCT FROM ${bytes}
            OR NOT EXISTS (
                 SELECT
                   FROM sendings
                  WHERE lane = sweeps.id::text
                    AND sendings.network = sweeps.network
                    AND purpose = 'top_up'
                    AND sendings.status = 'open'))
    RETURNING id`;
  return rows.length === 1;
}

/** Another sweep with gas under way from this wallet: its nonces come first. */
export async function sweepInTheWay(
  db: Db,
  sweep: Pick<Sweep, 'id' | 'network'>,
  gasPayer: string,
): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    SELECT lane AS id
      FROM sendings
     WHERE network = ${sweep.network}
       AND wallet = ${toBytes(gasPayer)}
       AND purpose = 'top_up'
       AND status = 'open'
       AND lane <> ${sweep.id}
     LIMIT 1`;
  return row?.id ?? null;
}

/** Marks the sweep as done if nothing of it is left. */
export async function endIfDone(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    UPDATE sweeps
       SET status = 'done'
     WHERE id = ${id}
       AND NOT EXISTS (
             SELECT
               FROM sweep_items
              WHERE sweep_id = ${id}
                AND status IN ('planned', 'topping_up', 'moving'))
       AND NOT EXISTS (
             SELECT
               FROM sendings
              WHERE lane = sweeps.id::text
                AND sendings.network = sweeps.network
                AND sendings.status = 'open')
    RETURNING id`;
  return rows.length === 1;
}

/** Ends a sweep that was never run, with all of its items; false if it was run or is over. */
export async function endUnbegun(tx: Tx, id: string, note: string, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE sweeps
       SET status = 'done'
     WHERE id = ${id}
       AND status = 'planned'
    RETURNING id`;
  if (rows.length === 0) return false;
  await tx`
    UPDATE sweep_items
       SET status = 'skipped',
           note = ${note},
           ended_at = ${now}
     WHERE sweep_id = ${id}`;
  return true;
}

/** The order that was paid at an item's address. */
export async function orderOfItem(
  tx: Tx,
  { merchantId, id }: Pick<SweepItem, 'merchantId' | 'id'>,
): Promise<string> {
  const [row] = await tx<{ orderId: string }[]>`
    SELECT order_id AS "orderId"
      FROM sweep_items
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  if (!row) throw new Error(`there is no sweep item ${id}`);
  return row.orderId;
}

export async function countEnded(db: Db, sweepId: string): Promise<{ ended: number; all: number }> {
  const [row] = await db<{ ended: number; all: number }[]>`
    SELECT count(*)::int AS all,
           (count(*) FILTER (WHERE status IN ('swept', 'failed', 'skipped')))::int AS ended
      FROM sweep_items
     WHERE sweep_id = ${sweepId}`;
  return row as { ended: number; all: number };
}

/** Compare and set; false if another process was first. */
export async function moveItem(
  tx: Tx,
  item: Pick<SweepItem, 'merchantId' | 'id' | 'status'>,
  to: { status: ItemStatus; amountUnits?: bigint; note?: string; endedAt?: Date },
): Promise<boolean> {
  const rows = await tx`
    UPDATE sweep_items
       SET status = ${to.status},
           amount_units = coalesce(${to.amountUnits ?? null}, amount_units),
           note = coalesce(${to.note ?? null}, note),
           ended_at = ${to.endedAt ?? null}
     WHERE merchant_id = ${item.merchantId}
       AND id = ${item.id}
       AND status = ${item.status}
    RETURNING id`;
  return rows.length === 1;
}
