import type { Db, Tx } from '../../../base/db/pool.ts';

/** An account xpub that deposit addresses are derived from. */
export interface DepositWallet {
  network: string;
  xpub: string;
  /** The number of addresses handed out. */
  nextIndex: bigint;
  /** null while in use. */
  retiredAt: Date | null;
}

/** Present and former wallets, by network, newest first. */
export async function listWallets(db: Db): Promise<DepositWallet[]> {
  return await db<DepositWallet[]>`
    SELECT network, xpub, next_index AS "nextIndex", NULL::timestamptz AS "retiredAt"
      FROM deposit_wallets
     UNION ALL
    SELECT network, xpub, next_index, retired_at
      FROM retired_wallets
     ORDER BY network, "retiredAt" DESC NULLS FIRST`;
}

export async function findWallet(db: Db, network: string): Promise<DepositWallet | null> {
  const [row] = await db<DepositWallet[]>`
    SELECT network, xpub, next_index AS "nextIndex", NULL::timestamptz AS "retiredAt"
      FROM deposit_wallets
     WHERE network = ${network}`;
  return row ?? null;
}

/** Locks wallets in use for the rest of the transaction, so that no address is handed out meanwhile. */
export async function lockWallets(tx: Tx, networks: readonly string[]): Promise<DepositWallet[]> {
  return await tx<DepositWallet[]>`
    SELECT network, xpub, next_index AS "nextIndex", NULL::timestamptz AS "retiredAt"
      FROM deposit_wallets
     WHERE network = ANY (${networks as string[]})
     ORDER BY network
       FOR UPDATE`;
}

/**
 * Copies the wallet of the first of these networks that has one to a network without; false: it has one, or no peer
 * does.
 */
export async function insertSharedWallet(
  db: Db,
  network: string,
  peers: readonly string[],
): Promise<boolean> {
  const rows = await db`
    INSERT INTO deposit_wallets (network, xpub)
    SELECT ${network}, xpub
      FROM deposit_wallets
     WHERE network = ANY (${peers as string[]})
     ORDER BY array_position(${peers as string[]}, network)
     LIMIT 1
        ON CONFLICT (network) DO NOTHING
    RETURNING network`;
  return rows.length === 1;
}

/** Remembers how many addresses of a wallet were handed out. */
export async function retireWallet(tx: Tx, wallet: DepositWallet): Promise<void> {
  await tx`
    INSERT INTO retired_wallets (network, xpub, next_index)
    VALUES (${wallet.network}, ${wallet.xpub}, ${wallet.nextIndex})`;
}

/**
 * Takes a wallet out of retirement and returns its next index: after all that any network handed out, or 0 if it was
 * never in use.
 */
export async function reviveWallet(tx: Tx, network: string, xpub: string): Promise<bigint> {
  const [row] = await tx<{ nextIndex: bigint }[]>`
    SELECT coalesce(max(next_index), 0)::bigint AS "nextIndex"
      FROM (
        SELECT xpub, next_index FROM deposit_wallets
         UNION ALL
        SELECT xpub, next_index FROM retired_wallets
      ) AS used
     WHERE xpub = ${xpub}`;
  await tx`
    DELETE FROM retired_wallets
     WHERE network = ${network}
       AND xpub = ${xpub}`;
  return row?.nextIndex ?? 0n;
}

export async function useWallet(tx: Tx, network: string, xpub: string, nextIndex: bigint): Promise<void> {
  await tx`
    INSERT INTO deposit_wallets (network, xpub, next_index)
    VALUES (${network}, ${xpub}, ${nextIndex})
        ON CONFLICT (network)
        DO UPDATE SET xpub = excluded.xpub, next_index = excluded.next_index`;
}

/**
 * Skips the next addresses of every wallet in use: a restored database does not know to which orders it gave them.
 * Returns the first skipped index of each network.
 */
export async function skipAddresses(
  tx: Tx,
  count: number,
): Promise<{ network: string; fromIndex: bigint }[]> {
  return await tx<{ network: string; fromIndex: bigint }[]>`
    UPDATE deposit_wallets
       SET next_index = next_index + ${count}
    RETURNING network, next_index - ${count} AS "fromIndex"`;
}
