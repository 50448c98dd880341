import { toBytes } from '../../base/db/bytes.ts';
import { leasedTo, unleased } from '../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';

/** A wallet that sends payouts. The signer has its key. */
export interface HotWallet {
  address: string;
  isActive: boolean;
}

const walletColumns = `'0x' || encode(address, 'hex') AS address, active AS "isActive"`;

/** The wallets of a network; the active one comes first. */
export async function hotWalletsOf(db: Db, network: string): Promise<HotWallet[]> {
  return await db<HotWallet[]>`
    SELECT ${db.unsafe(walletColumns)}
      FROM hot_wallets
     WHERE network = ${network}
     ORDER BY active DESC, created_at DESC`;
}

/**
 * Takes or renews the lead over a network's wallets; false if another worker holds it. One lease covers all of them,
 * because their payouts are followed together.
 */
export async function leadWallets(
  sql: Sql,
  network: string,
  token: string,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE hot_wallets
       SET ${leasedTo(sql, token, leaseSeconds)}
     WHERE network = ${network}
       AND NOT EXISTS (
             SELECT
               FROM hot_wallets AS led
              WHERE led.network = ${network}
                AND led.lease_until > now()
                AND led.lease_token <> ${token})
    RETURNING address`;
  return rows.length > 0;
}

/** Lets another worker lead at once. */
export async function releaseWallets(sql: Sql, network: string, token: string): Promise<void> {
  await sql`
    UPDATE hot_wallets
       SET ${unleased(sql)}
     WHERE network = ${network}
       AND lease_token = ${token}`;
}

/** Locks the wallet for the rest of the transaction: no other transaction retires it or plans with its money. */
export async function lockHotWallet(tx: Tx, network: string, address: string): Promise<HotWallet | null> {
  const [row] = await tx<HotWallet[]>`
    SELECT ${tx.unsafe(walletColumns)}
      FROM hot_wallets
     WHERE network = ${network}
       AND address = ${toBytes(address)}
       FOR UPDATE`;
  return row ?? null;
}
