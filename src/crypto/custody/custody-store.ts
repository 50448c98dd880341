import { toByteList, toBytes } from '../../base/db/bytes.ts';
import { merchantBatches, ofBatch } from '../../base/db/citus/merchant-batches.ts';
import { isLeasable, leasedTo } from '../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { OrderKey } from '../orders/order.ts';
import type { CustodyWallet, KnownLog } from './custody.ts';

export async function custodyWallets(db: Db, network: string): Promise<CustodyWallet[]> {
  return await db<CustodyWallet[]>`
    SELECT '0x' || encode(address, 'hex') AS address,
           place,
           opening_units AS "openingUnits",
           agreed_block AS "agreedBlock"
      FROM custody_wallets
     WHERE network = ${network}
     ORDER BY place, address`;
}

/** All current and former hot wallets of a network. */
export async function hotWallets(db: Db, network: string): Promise<string[]> {
  const rows = await db<{ address: string }[]>`
    SELECT '0x' || encode(address, 'hex') AS address
      FROM hot_wallets
     WHERE network = ${network}`;
  return rows.map(({ address }) => address);
}

/** Hot wallets that are not in custody checks yet, and since when they are in use. */
export async function newHotWallets(db: Db, network: string): Promise<{ address: string; since: Date }[]> {
  return await db<{ address: string; since: Date }[]>`
    SELECT '0x' || encode(address, 'hex') AS address, created_at AS since
      FROM hot_wallets
     WHERE network = ${network}
       AND NOT EXISTS (
             SELECT
               FROM custody_wallets
              WHERE custody_wallets.network = hot_wallets.network
                AND custody_wallets.address = hot_wallets.address)`;
}

/** Includes a wallet in custody checks from now on. A known wallet stays unchanged. */
export async function insertCustodyWallet(db: Db, network: string, wallet: CustodyWallet): Promise<void> {
  await db`
    INSERT INTO custody_wallets (network, address, place, opening_units, agreed_block)
    VALUES (${network}, ${toBytes(wallet.address)}, ${wallet.place}, ${wallet.openingUnits}, ${wallet.agreedBlock})
        ON CONFLICT (network, address) DO NOTHING`;
}

export async function saveAgreed(
  sql: Sql,
  network: string,
  wallets: readonly CustodyWallet[],
  block: bigint,
): Promise<void> {
  await sql`
    UPDATE custody_wallets
       SET agreed_block = ${block}
     WHERE network = ${network}
       AND address = ANY (${toByteList(wallets.map(({ address }) => address))}::text::bytea[])
       AND agreed_block < ${block}`;
}

/** The units in each place by the ledger. Custody accounts are negative: the chain owes these units to us. */
export async function bookedUnits(
  db: Db,
  network: string,
): Promise<{ deposits: bigint; hot: bigint; treasury: bigint }> {
  const [row] = await db<{ deposits: bigint; hot: bigint; treasury: bigint }[]>`
    SELECT -coalesce(sum(balance) FILTER (WHERE account = ${`custody_${network}`}), 0)::bigint AS deposits,
           -coalesce(sum(balance) FILTER (WHERE account = ${`custody_${network}_hot`}), 0)::bigint AS hot,
           -coalesce(sum(balance) FILTER (WHERE account = ${`custody_${network}_treasury`}), 0)::bigint AS treasury
      FROM ledger_balances
     WHERE asset = ${assetOn(network)}
       AND account LIKE ${`custody\\_${network}%`}`;
  return row as { deposits: bigint; hot: bigint; treasury: bigint };
}

/** The book records of these transactions, by `<hash> <log index>`, or by `<hash>` if the log does not matter. */
export async function knownTransactions(
  db: Db,
  network: string,
  hashes: readonly string[],
): Promise<(KnownLog & { hash: string; logIndex: number | null })[]> {
  const list = toByteList([...new Set(hashes)]);
  return await db<(KnownLog & { hash: string; logIndex: number | null })[]>`
    SELECT CASE payouts.status WHEN 'failed' THEN 'failed_payout' ELSE 'payout' END AS kind, payouts.id AS subject, payouts.status = 'success' AS "isPosted",
           '0x' || encode(made.hash, 'hex') AS hash, NULL::int AS "logIndex"
      FROM outgoing_transactions AS made
      JOIN payouts ON payouts.merchant_id = made.merchant_id AND payouts.id = made.sending_id
     WHERE made.hash = ANY (${list}::text::bytea[])
       AND made.network = ${network}
     UNION ALL
    SELECT CASE item.status WHEN 'failed' THEN 'failed_sweep' ELSE 'sweep' END, item.id, item.status = 'swept', '0x' || encode(made.hash, 'hex'), NULL
      FROM outgoing_transactions AS made
      JOIN sweep_items AS item ON item.merchant_id = made.merchant_id AND item.id = made.sending_id
     WHERE made.hash = ANY (${list}::text::bytea[])
       AND made.network = ${network}
     UNION ALL
    SELECT 'booked', id, true, '0x' || encode(transaction_hash, 'hex'), log_index
      FROM custody_bookings
     WHERE network = ${network}
       AND transaction_hash = ANY (${list}::text::bytea[])`;
}

/** The units at deposit addresses, by posted transfers. */
export async function addressUnits(db: Db, network: string): Promise<bigint> {
  const [lying] = await db<{ units: bigint }[]>`
    SELECT coalesce(sum(amount_units), 0)::bigint AS units
      FROM transfers
     WHERE network = ${network}
       AND posted
       AND sweep_item_id IS NULL
       AND disposition IS DISTINCT FROM 'returned'`;
  const [moving] = await db<{ units: bigint }[]>`
    SELECT coalesce(sum(amount_units), 0)::bigint AS units
      FROM sweep_items
     WHERE network = ${network}
       AND status = 'moving'`;
  return (lying?.units ?? 0n) + (moving?.units ?? 0n);
}

/** Deposits that are in a block but not in the books; names the newest ones. */
export async function unpostedDeposits(
  db: Db,
  network: string,
  limit: number,
): Promise<{ hash: string; orderId: string; units: bigint; blockNumber: bigint }[]> {
  return await db<{ hash: string; orderId: string; units: bigint; blockNumber: bigint }[]>`
    SELECT '0x' || encode(transaction_hash, 'hex') AS hash,
           order_id AS "orderId",
           amount_units AS units,
           block_number AS "blockNumber"
      FROM transfers
     WHERE network = ${network}
       AND NOT posted
       AND NOT orphaned
     ORDER BY block_number DESC
     LIMIT ${limit}`;
}

/** Addresses that a sweep is emptying, and their units by the books. */
export async function movingAddresses(
  db: Db,
  network: string,
): Promise<{ itemId: string; address: string; units: bigint; hash: string | null }[]> {
  const items = await db<MovingItem[]>`
    SELECT item.id AS "itemId",
           item.merchant_id AS "merchantId",
           item.order_id AS "orderId",
           '0x' || encode(item.address, 'hex') AS address,
           item.amount_units AS units,
           (SELECT '0x' || encode(hash, 'hex')
              FROM outgoing_transactions AS made
             WHERE made.merchant_id = item.merchant_id
               AND made.sending_id = item.id
             ORDER BY number DESC
             LIMIT 1) AS hash
      FROM sweep_items AS item
     WHERE item.network = ${network}
       AND item.status = 'moving'`;
  const left = await unsweptUnits(db, network, items);
  return items.map(({ itemId, orderId, address, units, hash }) => ({
    itemId,
    address,
    units: units + (left.get(orderId) ?? 0n),
    hash,
  }));
}

interface MovingItem extends OrderKey {
  itemId: string;
  address: string;
  units: bigint;
  hash: string | null;
}

/** Units received by each order on a network that are in no sweep. */
async function unsweptUnits(db: Db, network: string, orders: OrderKey[]): Promise<Map<string, bigint>> {
  const units = new Map<string, bigint>();
  for (const batch of merchantBatches(db, orders)) {
    const rows = await db<{ orderId: string; units: bigint }[]>`
      SELECT order_id AS "orderId", sum(amount_units)::bigint AS units
        FROM transfers
       WHERE merchant_id ${ofBatch(db, batch)}
         AND order_id = ANY (${batch.map(({ orderId }) => orderId)}::uuid[])
         AND network = ${network}
         AND NOT orphaned
         AND sweep_item_id IS NULL
         AND disposition IS DISTINCT FROM 'returned'
       GROUP BY merchant_id, order_id`;
    for (const row of rows) units.set(row.orderId, row.units);
  }
  return units;
}

/** When an order was made. No transfer can have touched its address before. */
export async function orderMadeAt(db: Db, merchantId: string, orderId: string): Promise<Date | null> {
  const [row] = await db<{ createdAt: Date }[]>`
    SELECT created_at AS "createdAt"
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ${orderId}`;
  return row?.createdAt ?? null;
}

export interface NewBooking {
  id: string;
  hash: string;
  logIndex: number;
  by: string;
  note: string;
  at: Date;
}

/** false if this log was booked before. */
export async function insertBooking(tx: Tx, network: string, booking: NewBooking): Promise<boolean> {
  const rows = await tx`
    INSERT INTO custody_bookings (network, transaction_hash, log_index, id, booked_by, note, booked_at)
    VALUES (${network}, ${toBytes(booking.hash)}, ${booking.logIndex}, ${booking.id}, ${booking.by}, ${booking.note},
            ${booking.at})
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/** Claims a due comparison for one process; null: not due, or claimed by another. */
export async function claimCheck(
  sql: Sql,
  network: string,
  token: string,
  leaseSeconds: number,
): Promise<{ wasOff: boolean } | null> {
  await sql`
    INSERT INTO custody_checks (network)
    VALUES (${network})
        ON CONFLICT (network) DO NOTHING`;
  const [row] = await sql<{ wasOff: boolean }[]>`
    UPDATE custody_checks
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE network = ${network}
       AND due_at <= now()
       AND ${isLeasable(sql, token)}
    RETURNING is_off AS "wasOff"`;
  return row ?? null;
}

export async function finishCheck(
  sql: Sql,
  network: string,
  token: string,
  { isOff, restSeconds }: { isOff: boolean; restSeconds: number },
): Promise<void> {
  await sql`
    UPDATE custody_checks
       SET is_off = ${isOff},
           checked_at = now(),
           due_at = now() + make_interval(secs => ${restSeconds}),
           lease_until = NULL
     WHERE network = ${network}
       AND lease_token = ${token}`;
}

export interface CustodyCheck {
  network: string;
  /** Whether the last comparison found something unexplained. */
  isOff: boolean;
  dueAt: Date;
}

/** Networks that were compared or are scheduled for it. */
export async function custodyChecks(db: Db): Promise<CustodyCheck[]> {
  return await db<CustodyCheck[]>`
    SELECT network, is_off AS "isOff", due_at AS "dueAt"
      FROM custody_checks`;
}

/** False if no process compares this network. */
export async function makeCheckDue(tx: Tx, network: string): Promise<boolean> {
  const rows = await tx`
    UPDATE custody_checks
       SET due_at = least(due_at, now())
     WHERE network = ${network}
    RETURNING network`;
  return rows.length === 1;
}
