import type { Db, Tx } from '../../../base/db/pool.ts';
import type { OrderKey } from '../order.ts';

/** The state of chain reading that a decision on an order needs. deposits/ reads the chain and records this state. */

/** The end of finality on a network: blocks up to it are certain. */
export interface FinalEnd {
  finalizedNumber: bigint;
  finalizedTime: Date;
}

/** The final ends of all networks that are read. */
export async function finalEnds(db: Db): Promise<Map<string, FinalEnd>> {
  const rows = await db<(FinalEnd & { network: string })[]>`
    SELECT network, finalized_number AS "finalizedNumber", finalized_time AS "finalizedTime"
      FROM chain_cursors`;
  return new Map(rows.map((row) => [row.network, row]));
}

/** Orders with a payment that is suspected or known but not recorded yet. */
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

/** Selects from these orders those that may have an unseen payment: their address holds more than is booked. */
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
