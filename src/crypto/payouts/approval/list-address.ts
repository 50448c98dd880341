import type { AuditAct } from '../../../accounts/audit/acts.ts';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { notifyOwnersOfDestination } from '../../../accounts/people/destination-mail.ts';
import { toBytes } from '../../../base/db/bytes.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import { type Destination, everyMerchant } from './address-lists.ts';

export interface ListedAddress extends Destination {
  list: 'allow' | 'block';
  note: string;
  createdAt: Date;
  /** From when payouts may go there; null: at once. */
  goodFrom: Date | null;
  /** When it leaves the list; null: it stays. */
  endsAt: Date | null;
}

/** The author and reason of a list change, and how long a change waits if it permits a new destination. */
export interface ListChange {
  person: string;
  note: string;
  waitMs?: number;
  /** The address in its displayed notation. */
  shown?: string;
}

/**
 * Puts an address on a merchant's list or on the list for all; returns whether it was new there. A further allowed
 * address permits a new destination and waits. The first of a list does not wait, because all addresses were allowed
 * before it.
 */
export async function listAddress(
  sql: Sql,
  destination: Destination,
  { list, ...change }: ListChange & { list: 'allow' | 'block' },
  now: Date,
): Promise<boolean> {
  const { merchantId, network, address } = destination;
  return await sql.begin(async (tx) => {
    const rows = await lockList(tx, merchantId, now);
    const opens = list === 'allow' && rows.some((row) => row.list === 'allow');
    const goodFrom = opens ? after(now, change) : null;
    const added = await tx`
      INSERT INTO payout_addresses (merchant_id, list, network, address, note, created_at, good_from)
      VALUES (${merchantId}, ${list}, ${network}, ${toBytes(address)}, ${change.note}, ${now}, ${goodFrom})
          ON CONFLICT (merchant_id, list, network, address) DO UPDATE
         SET ends_at = NULL
       WHERE payout_addresses.ends_at IS NOT NULL
      RETURNING list, good_from AS "goodFrom"`;
    if (added.length === 0) return false;
    const wasLeaving = rows.some((row) => row.list === list && row.endsAt !== null && isAt(row, destination));
    const act = wasLeaving ? 'address_kept' : list === 'allow' ? 'address_allowed' : 'address_blocked';
    await audit(tx, destination, act, change, { ...(goodFrom && !wasLeaving && { goodFrom }) }, now);
    if (opens && !wasLeaving) await tell(tx, destination, 'address_allowed', change, goodFrom);
    return true;
  });
}

/**
 * Takes an address off a merchant's lists or off the lists for all; returns the lists it was on. A removal that permits
 * new destinations waits: the end of a block, and the removal of the last allowed address, after which all are allowed.
 */
export async function unlistAddress(
  sql: Sql,
  destination: Destination,
  change: ListChange,
  now: Date,
): Promise<ListedAddress['list'][]> {
  const { merchantId, network, address } = destination;
  return await sql.begin(async (tx) => {
    const rows = await lockList(tx, merchantId, now);
    const own = rows.filter((row) => isAt(row, destination));
    for (const { list, endsAt } of own) {
      const others = rows.filter((row) => row.list === 'allow' && row.endsAt === null && !own.includes(row));
      const opens = list === 'block' || others.length === 0;
      const until = opens ? after(now, change) : null;
      // Its removal is already scheduled.
      if (until !== null && endsAt !== null) continue;
      if (until !== null) {
        await tx`
          UPDATE payout_addresses
             SET ends_at = ${until}
           WHERE merchant_id = ${merchantId}
             AND list = ${list}
             AND network = ${network}
             AND address = ${toBytes(address)}`;
      } else {
        await tx`
          DELETE FROM payout_addresses
           WHERE merchant_id = ${merchantId}
             AND list = ${list}
             AND network = ${network}
             AND address = ${toBytes(address)}`;
      }
      const details = { lists: [list], ...(until && { endsAt: until }) };
      await audit(tx, destination, 'address_unlisted', change, details, now);
      if (opens) await tell(tx, destination, 'address_unlisted', change, until);
    }
    return own.map(({ list }) => list);
  });
}

interface ListRow {
  list: 'allow' | 'block';
  network: string;
  address: string;
  endsAt: Date | null;
}

/**
 * Locks the merchant's lists: if two requests remove the last two addresses, the second sees that it removes the last
 * one.
 */
async function lockList(tx: Tx, merchantId: string, now: Date): Promise<ListRow[]> {
  await tx`
    DELETE FROM payout_addresses
     WHERE merchant_id = ${merchantId}
       AND ends_at <= ${now}`;
  return await tx<ListRow[]>`
    SELECT list, network, '0x' || encode(address, 'hex') AS address, ends_at AS "endsAt"
      FROM payout_addresses
     WHERE merchant_id = ${merchantId}
       FOR UPDATE`;
}

function isAt(row: ListRow, { network, address }: Destination): boolean {
  return row.network === network && row.address === address.toLowerCase();
}

function after(now: Date, { waitMs = 0 }: ListChange): Date | null {
  return waitMs > 0 ? new Date(now.getTime() + waitMs) : null;
}

async function audit(
  tx: Tx,
  { merchantId, network, address }: Destination,
  act: AuditAct,
  { person, note }: ListChange,
  details: object,
  now: Date,
): Promise<void> {
  const subject = `address ${network} ${address}`;
  await appendAudit(tx, { actor: person, act, subject, details: { merchantId, ...details, note } }, now);
}

async function tell(
  tx: Tx,
  { merchantId, network, address }: Destination,
  kind: 'address_allowed' | 'address_unlisted',
  { person, shown = address }: ListChange,
  goodFrom: Date | null,
): Promise<void> {
  if (merchantId === everyMerchant) return;
  await notifyOwnersOfDestination(tx, merchantId, {
    kind,
    destination: `${network} ${shown}`,
    goodFrom,
    by: person,
  });
}

export async function listedAddresses(db: Db, merchantId: string | null): Promise<ListedAddress[]> {
  return await db<ListedAddress[]>`
    SELECT merchant_id AS "merchantId", list, network, '0x' || encode(address, 'hex') AS address, note,
           created_at AS "createdAt", good_from AS "goodFrom", ends_at AS "endsAt"
      FROM payout_addresses
     WHERE ${merchantId === null ? db`true` : db`merchant_id = ${merchantId}`}
       AND (ends_at IS NULL OR ends_at > now())
     ORDER BY merchant_id, list, network, created_at`;
}
