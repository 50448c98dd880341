import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import { openSendings } from '../sending/store.ts';
import { type ItemUnderWay, laneOf, type Sweep, type SweepItem } from './sweep.ts';
import { type ItemRow, itemColumns, toItem } from './sweep-store.ts';

type UnderWayRow = ItemRow & { topUpIds: string[]; topUpsMade: number; topUpsArrived: number };

/** All unfinished items of a sweep, and their sendings under way. */
export async function openItems(db: Db, sweep: Pick<Sweep, 'id' | 'network'>): Promise<ItemUnderWay[]> {
  const rows = await db<UnderWayRow[]>`
    SELECT ${db.unsafe(itemColumns)}, gas.*
      FROM sweep_items AS item
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(sendings.id) FILTER (WHERE sendings.status = 'open'), '{}') AS "topUpIds",
              count(*)::int AS "topUpsMade",
              (count(*) FILTER (WHERE sendings.status = 'done'))::int AS "topUpsArrived"
         FROM sweep_top_ups AS gas
         JOIN sendings USING (merchant_id, id)
        WHERE gas.merchant_id = item.merchant_id
          AND gas.item_id = item.id
     ) AS gas
     WHERE item.sweep_id = ${sweep.id}
       AND (item.status IN ('planned', 'topping_up', 'moving') OR cardinality("topUpIds") > 0)
     ORDER BY item.number`;
  const sendings = new Map((await openSendings(db, laneOf(sweep))).map((sending) => [sending.id, sending]));
  return rows.map(({ topUpIds, ...row }) => ({
    ...toItem(row),
    move: sendings.get(row.id) ?? null,
    topUps: topUpIds.flatMap((id) => sendings.get(id) ?? []),
  }));
}

/** Locks an item for the rest of the transaction; null: it changed since it was read. */
export async function lockItem(tx: Tx, seen: ItemUnderWay): Promise<ItemUnderWay | null> {
  const [row] = await tx<ItemRow[]>`
    SELECT ${tx.unsafe(itemColumns)}
      FROM sweep_items AS item
     WHERE merchant_id = ${seen.merchantId}
       AND id = ${seen.id}
       FOR UPDATE`;
  if (!row) throw new Error(`there is no sweep item ${seen.id}`);
  const [gas] = await tx<{ made: number }[]>`
    SELECT count(*)::int AS made
      FROM sweep_top_ups
     WHERE merchant_id = ${seen.merchantId}
       AND item_id = ${seen.id}`;
  return row.status === seen.status && gas?.made === seen.topUpsMade ? { ...seen, ...toItem(row) } : null;
}

/** Whether another sweep has sent something for this address and is not done with it. The caller holds the order. */
export async function isInAnotherSweep(
  tx: Tx,
  network: string,
  { merchantId, id, address }: Pick<SweepItem, 'merchantId' | 'id' | 'address'>,
): Promise<boolean> {
  const rows = await tx`
    SELECT 1
      FROM sweep_items
     WHERE merchant_id = ${merchantId}
       AND network = ${network}
       AND address = ${toBytes(address)}
       AND id <> ${id}
       AND status IN ('topping_up', 'moving')`;
  return rows.length > 0;
}

/** Locks the item whose deposit a sending moves. */
export async function lockMoved(
  tx: Tx,
  { merchantId, id }: Pick<SweepItem, 'merchantId' | 'id'>,
): Promise<SweepItem | null> {
  const [row] = await tx<ItemRow[]>`
    SELECT ${tx.unsafe(itemColumns)}
      FROM sweep_items AS item
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'moving'
       FOR UPDATE`;
  return row ? toItem(row) : null;
}

export async function insertTopUp(
  tx: Tx,
  { merchantId, id }: Pick<SweepItem, 'merchantId' | 'id'>,
  sendingId: string,
): Promise<void> {
  await tx`
    INSERT INTO sweep_top_ups (merchant_id, id, item_id)
    VALUES (${merchantId}, ${sendingId}, ${id})`;
}
