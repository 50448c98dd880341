import type { AuditAct } from '../../accounts/audit/acts.ts';
import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import { toBytes } from '../../base/db/bytes.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Sql } from '../../base/db/pool.ts';

export type UseResult =
  | 'used'
  | 'unchanged'
  /** Customers pay there: it would send their money. */
  | 'deposit_address'
  /** Its balance is booked in another place: each payout from it would be missing in one and extra in the other. */
  | 'treasury';

/** Makes a wallet the active one for a network's payouts; the previous one only finishes what it began. */
export async function useHotWallet(
  sql: Sql,
  network: string,
  address: string,
  person: string,
  now: Date,
): Promise<UseResult> {
  const bytes = toBytes(address);
  return await sql.begin(async (tx): Promise<UseResult> => {
    // Without the lock, two requests that set the first wallet find no row to wait for.
    await takeLock(tx, 'hot wallet', network);
    const [deposit] = await tx`
      SELECT
        FROM deposit_addresses
       WHERE network = ${network}
         AND address = ${bytes}`;
    if (deposit) return 'deposit_address';
    const [treasury] = await tx`
      SELECT
        FROM custody_wallets
       WHERE network = ${network}
         AND address = ${bytes}
         AND place = 'treasury'`;
    if (treasury) return 'treasury';
    const [active] = await tx`
      SELECT
        FROM hot_wallets
       WHERE network = ${network}
         AND address = ${bytes}
         AND active`;
    if (active) return 'unchanged';
    await tx`
      UPDATE hot_wallets
         SET active = false
       WHERE network = ${network}
         AND active`;
    await tx`
      INSERT INTO hot_wallets (network, address)
      VALUES (${network}, ${bytes})
          ON CONFLICT (network, address)
          DO UPDATE SET active = true`;
    await appendAudit(tx, actOn('hot_wallet_used', network, address, person), now);
    return 'used';
  });
}

/** Stops sending from a wallet; its sent transactions are followed to their end. False if it was not active. */
export async function retireHotWallet(
  sql: Sql,
  network: string,
  address: string,
  person: string,
  now: Date,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const rows = await tx`
      UPDATE hot_wallets
         SET active = false
       WHERE network = ${network}
         AND address = ${toBytes(address)}
         AND active
      RETURNING address`;
    if (rows.length === 0) return false;
    await appendAudit(tx, actOn('hot_wallet_retired', network, address, person), now);
    return true;
  });
}

/** Records that a wallet's key was made or imported; this does not make the wallet active. */
export async function recordHotWalletKey(
  sql: Sql,
  act: 'hot_wallet_created' | 'hot_wallet_imported',
  network: string,
  address: string,
  person: string,
  now: Date,
): Promise<void> {
  await sql.begin((tx) => appendAudit(tx, actOn(act, network, address, person), now));
}

function actOn(act: AuditAct, network: string, address: string, actor: string): Act {
  return { actor, act, subject: `network ${network}`, details: { address } };
}
