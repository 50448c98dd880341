import type { Db, Tx } from '../../../base/db/pool.ts';

/** An account xpub that deposit addresses are derived from. */
export interface DepositWallet {
  network: string;
  xpub: string;
  /** As many addresses were handed out. */
  nextIndex: bigint;
  /** null: in use. */
  retiredAt: Date | null;
}

/** Those in use and those before them, by network, newest first. */
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

/** Wallets in use, for the rest of the transaction: no address is handed out meanwhile. */
export async function lockWallets(tx: Tx, networks: readonly string[]): Promise<DepositWallet[]> {
  return await tx<DepositWallet[]>`
    SELECT network, xpub, next_index AS "nextIndex", NULL::timestamptz AS "retiredAt"
      FROM deposit_wallets
     WHERE network = ANY (${networks as string[]})
     ORDER BY network
       FOR UPDATE`;
}

/** The wallet of the first of some networks that has one, for one that has none; false: it has, or none of them. */
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

/** Remembers how many addresses of a wallet are given away. */
export async function retireWallet(tx: Tx, wallet: DepositWallet): Promise<void> {
  await tx`
    INSERT INTO retired_wallets (network, xpub, next_index)
    VALUES (${wallet.network}, ${wallet.xpub}, ${wallet.nextIndex})`;
}

/**
 * Takes a wallet out of retirement; answers its next index, behind all that any network handed out of it, or 0 for one
 * that was never in use.
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
 * Leaves out the next addresses of every wallet in use: a database that was restored does not know to whom it gave them.
 * Answers the first that is left out, by network.
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
