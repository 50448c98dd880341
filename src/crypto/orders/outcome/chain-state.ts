import type { Db, Tx } from '../../../base/db/pool.ts';
import type { OrderKey } from '../order.ts';

/** What the decision on an order has to know of the reading of its chain, which deposits/ does and writes down. */

/** Where a network is final: what lies below is certain. */
export interface FinalEnd {
  finalizedNumber: bigint;
  finalizedTime: Date;
}

/** Of every network that is read. */
export async function finalEnds(db: Db): Promise<Map<string, FinalEnd>> {
  const rows = await db<(FinalEnd & { network: string })[]>`
    SELECT network, finalized_number AS "finalizedNumber", finalized_time AS "finalizedTime"
      FROM chain_cursors`;
  return new Map(rows.map((row) => [row.network, row]));
}

/** Orders that may have been paid unseen, or were, and it is not recorded yet. */
export async function ordersInGaps(db: Db): Promise<string[]> {
  const rows = await db<{ orderId: string }[]>`
    SELECT owner.order_id AS "orderId"
      FROM chain_gaps AS gap
      JOIN deposit_addresses AS owner ON owner.network = gap.network AND owner.address = gap.address
     WHERE gap.held_units > gap.expected_units
     UNION
    SELECT order_id
      FROM parked_transfers`;
  return rows.map(({ orderId }) => orderId);
}

/** Which of these orders may have been paid unseen: their address holds more than is booked. */
export async function ordersWithGaps(tx: Tx, keys: OrderKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx<{ orderId: string }[]>`
    SELECT owner.order_id AS "orderId"
      FROM chain_gaps AS gap
      JOIN deposit_addresses AS owner ON owner.network = gap.network AND owner.address = gap.address
     WHERE gap.held_units > gap.expected_units
       AND owner.order_id = ANY (${keys.map(({ orderId }) => orderId)}::uuid[])`;
  return new Set(rows.map(({ orderId }) => orderId));
}
