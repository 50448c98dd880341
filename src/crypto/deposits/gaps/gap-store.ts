import { toByteList, toBytes } from '../../../base/db/bytes.ts';
import { merchantBatches, ofBatch } from '../../../base/db/citus/merchant-batches.ts';
import { isLeasable, leasedTo } from '../../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { OrderKey } from '../../orders/order.ts';

/** A deposit address and its units by the books. */
export interface BookedAddress extends OrderKey {
  address: string;
  expectedUnits: bigint;
  /** Money came to it, or its customer may still pay. */
  isActive: boolean;
}

/**
 * A page of addresses in index order. An address should hold everything it received less what left it: deposits that
 * were sent back or swept. An address that a sweep is emptying holds either all or nothing of it until the sweep is
 * final, so it is left out meanwhile.
 */
export async function bookedAddresses(
  db: Db,
  network: string,
  which: { after: string; limit: number } | { addresses: string[] },
  recentSince: Date,
): Promise<BookedAddress[]> {
  const chosen =
    'addresses' in which
      ? db`address = ANY (${toByteList(which.addresses)}::text::bytea[])`
      : db`address > ${toBytes(which.after)}`;
  const page = await db<(OrderKey & { address: string })[]>`
    SELECT '0x' || encode(address, 'hex') AS address,
           merchant_id AS "merchantId",
           order_id AS "orderId"
      FROM deposit_addresses
     WHERE network = ${network}
       AND ${chosen}
       AND NOT EXISTS (
             SELECT
               FROM sweep_items
              WHERE sweep_items.network = deposit_addresses.network
                AND sweep_items.address = deposit_addresses.address
                AND sweep_items.status = 'moving')
     ORDER BY deposit_addresses.address
     LIMIT ${'addresses' in which ? which.addresses.length : which.limit}`;
  const books = await booksOf(db, network, page, recentSince);
  return page.flatMap((each) => {
    const booked = books.get(each.orderId);
    return booked ? { ...each, ...booked } : [];
  });
}

type Booked = Pick<BookedAddress, 'expectedUnits' | 'isActive'>;

/** The book records of orders on a network, by order id. */
async function booksOf(
  db: Db,
  network: string,
  keys: OrderKey[],
  recentSince: Date,
): Promise<Map<string, Booked>> {
  const books = new Map<string, Booked>();
  for (const batch of merchantBatches(db, keys)) {
    const rows = await db<(Booked & { orderId: string })[]>`
      SELECT orders.id AS "orderId",
             coalesce(sum(transfers.amount_units) FILTER (
               WHERE disposition IS DISTINCT FROM 'returned' AND sweep_item_id IS NULL), 0)::bigint AS "expectedUnits",
             count(transfers.id) > 0 OR coalesce(orders.held_until > ${recentSince}, false) AS "isActive"
        FROM crypto_orders AS orders
        LEFT JOIN transfers ON transfers.merchant_id = orders.merchant_id
                           AND transfers.order_id = orders.id
                           AND transfers.network = ${network}
                           AND NOT transfers.orphaned
       WHERE orders.merchant_id ${ofBatch(db, batch)}
         AND orders.id = ANY (${batch.map(({ orderId }) => orderId)}::uuid[])
       GROUP BY orders.merchant_id, orders.id`;
    for (const { orderId, ...booked } of rows) books.set(orderId, booked);
  }
  return books;
}

/** An address whose balance differs from the books. */
export interface Gap extends OrderKey {
  network: string;
  address: string;
  expectedUnits: bigint;
  heldUnits: bigint;
  foundAt: Date;
  confirmedAt: Date | null;
}

export interface Finding {
  address: string;
  expectedUnits: bigint;
  heldUnits: bigint;
}

/**
 * Saves the findings of a comparison and returns the addresses whose gap is confirmed now. A payment that the watcher
 * is about to read looks like a gap at first. A gap is confirmed if the same difference remains after the watcher
 * passed `headNumber`, the chain's head after the balance was first read.
 */
export async function saveFindings(
  tx: Tx,
  network: string,
  checked: string[],
  gaps: Finding[],
  headNumber: bigint,
): Promise<string[]> {
  const inOrder = checked.filter((address) => !gaps.some((gap) => gap.address === address));
  await tx`
    DELETE FROM chain_gaps
     WHERE network = ${network}
       AND address = ANY (${toByteList(inOrder)}::text::bytea[])`;
  const confirmed: string[] = [];
  for (const { address, expectedUnits, heldUnits } of gaps) {
    const bytes = toBytes(address);
    const [row] = await tx<{ isNew: boolean }[]>`
      UPDATE chain_gaps
         SET confirmed_at = now()
       WHERE network = ${network}
         AND address = ${bytes}
         AND held_units - expected_units = ${heldUnits - expectedUnits}
         AND confirmed_at IS NULL
         AND head_number <= (SELECT block_number FROM chain_cursors WHERE network = ${network})
      RETURNING true AS "isNew"`;
    if (row) confirmed.push(address);
    await tx`
      INSERT INTO chain_gaps AS gap (network, address, expected_units, held_units, head_number, found_at)
      VALUES (${network}, ${bytes}, ${expectedUnits}, ${heldUnits}, ${headNumber}, now())
          ON CONFLICT (network, address)
          DO UPDATE SET expected_units = excluded.expected_units,
                        held_units = excluded.held_units,
                        head_number = excluded.head_number,
                        found_at = excluded.found_at,
                        confirmed_at = NULL
       WHERE gap.held_units - gap.expected_units <> excluded.held_units - excluded.expected_units`;
  }
  return confirmed;
}

/** Confirmed gaps, oldest first. */
export async function confirmedGaps(db: Db, network: string): Promise<Gap[]> {
  return await listGaps(db, network, true);
}

/** Differences that may turn out to be payments under way. */
export async function suspectedGaps(db: Db, network: string): Promise<Gap[]> {
  return await listGaps(db, network, false);
}

async function listGaps(db: Db, network: string, confirmed: boolean): Promise<Gap[]> {
  return await db<Gap[]>`
    SELECT gap.network,
           '0x' || encode(gap.address, 'hex') AS address,
           gap.expected_units AS "expectedUnits",
           gap.held_units AS "heldUnits",
           gap.found_at AS "foundAt",
           gap.confirmed_at AS "confirmedAt",
           owner.merchant_id AS "merchantId",
           owner.order_id AS "orderId"
      FROM chain_gaps AS gap
      JOIN deposit_addresses AS owner ON owner.network = gap.network AND owner.address = gap.address
     WHERE gap.network = ${network}
       AND (gap.confirmed_at IS NOT NULL) = ${confirmed}
     ORDER BY gap.found_at
     LIMIT ${maxListedGaps}`;
}

/**
 * Claims confirmed gaps of unrecorded money that were not searched recently. The least recently searched come first, so
 * gaps that no node can explain delay no others.
 */
export async function claimGaps(
  sql: Sql,
  network: string,
  againSeconds: number,
  limit: number,
): Promise<Gap[]> {
  const claimed = await sql<{ address: string }[]>`
    UPDATE chain_gaps
       SET rescanned_at = now()
     WHERE network = ${network}
       AND address IN (
             SELECT address
               FROM chain_gaps
              WHERE network = ${network}
                AND confirmed_at IS NOT NULL
                AND held_units > expected_units
                AND (rescanned_at IS NULL OR rescanned_at < now() - make_interval(secs => ${againSeconds}))
              ORDER BY rescanned_at NULLS FIRST, found_at
              LIMIT ${limit})
    RETURNING '0x' || encode(address, 'hex') AS address`;
  const addresses = new Set(claimed.map(({ address }) => address));
  return (await confirmedGaps(sql, network)).filter(({ address }) => addresses.has(address));
}

/** More gaps at once would have one common cause. */
const maxListedGaps = 1_000;

/** Claims the progress of a network's comparison round for one process. */
export async function claimAudit(
  sql: Sql,
  network: string,
  token: string,
  leaseSeconds: number,
): Promise<{ after: string } | null> {
  await sql`
    INSERT INTO chain_audits (network)
    VALUES (${network})
        ON CONFLICT (network) DO NOTHING`;
  const [row] = await sql<{ after: string }[]>`
    UPDATE chain_audits
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE network = ${network}
       AND due_at <= now()
       AND ${isLeasable(sql, token)}
    RETURNING '0x' || encode(after, 'hex') AS after`;
  return row ?? null;
}

/** Advances the round; '0x' begins the next one. */
export async function moveAudit(
  sql: Sql,
  network: string,
  token: string,
  to: { after: string; restSeconds: number },
): Promise<void> {
  await sql`
    UPDATE chain_audits
       SET after = ${toBytes(to.after)},
           due_at = now() + make_interval(secs => ${to.restSeconds})
     WHERE network = ${network}
       AND lease_token = ${token}`;
}
