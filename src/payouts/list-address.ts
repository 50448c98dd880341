import { appendAudit } from '../audit/audit-log.ts';
import { toBytes } from '../db/bytes.ts';
import type { Db, Sql } from '../db/pool.ts';
import type { Destination } from './address-lists.ts';

export interface ListedAddress extends Destination {
  list: 'allow' | 'block';
  note: string;
  createdAt: Date;
}

/** Puts an address on a merchant's list, or on that of all. Whether it was not there before. */
export async function listAddress(
  sql: Sql,
  { merchantId, network, address }: Destination,
  { list, person, note }: { list: 'allow' | 'block'; person: string; note: string },
  now: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      INSERT INTO payout_addresses (merchant_id, list, network, address, note, created_at)
      VALUES (${merchantId}, ${list}, ${network}, ${toBytes(address)}, ${note}, ${now})
          ON CONFLICT (merchant_id, list, network, address) DO NOTHING
      RETURNING list`;
    if (rows.length === 0) return false;
    await appendAudit(
      tx,
      {
        actor: person,
        act: list === 'allow' ? 'address_allowed' : 'address_blocked',
        subject: `address ${network} ${address}`,
        details: { merchantId, note },
      },
      now,
    );
    return true;
  });
}

/** Takes an address off a merchant's lists, or off those of all. The lists that it stood on. */
export async function unlistAddress(
  sql: Sql,
  { merchantId, network, address }: Destination,
  { person, note }: { person: string; note: string },
  now: Date,
): Promise<ListedAddress['list'][]> {
  return await sql.begin(async (tx) => {
    const rows = await tx<{ list: ListedAddress['list'] }[]>`
      DELETE FROM payout_addresses
       WHERE merchant_id = ${merchantId}
         AND network = ${network}
         AND address = ${toBytes(address)}
      RETURNING list`;
    const lists = rows.map(({ list }) => list);
    if (lists.length === 0) return [];
    await appendAudit(
      tx,
      {
        actor: person,
        act: 'address_unlisted',
        subject: `address ${network} ${address}`,
        details: { merchantId, lists, note },
      },
      now,
    );
    return lists;
  });
}

export async function listedAddresses(db: Db, merchantId: string | null): Promise<ListedAddress[]> {
  return await db<ListedAddress[]>`
    SELECT merchant_id AS "merchantId", list, network, '0x' || encode(address, 'hex') AS address, note,
           created_at AS "createdAt"
      FROM payout_addresses
     ${merchantId === null ? db`` : db`WHERE merchant_id = ${merchantId}`}
     ORDER BY merchant_id, list, network, created_at`;
}
