import type { Db, Tx } from '../db/pool.ts';

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

/** The wallet in use, for the rest of the transaction: no address is handed out meanwhile. */
export async function lockWallet(tx: Tx, network: string): Promise<DepositWallet | null> {
  const [row] = await tx<DepositWallet[]>`
    SELECT network, xpub, next_index AS "nextIndex", NULL::timestamptz AS "retiredAt"
      FROM deposit_wallets
     WHERE network = ${network}
       FOR UPDATE`;
  return row ?? null;
}

/** Remembers how many addresses of a wallet are given away. */
export async function retireWallet(tx: Tx, wallet: DepositWallet): Promise<void> {
  await tx`
    INSERT INTO retired_wallets (network, xpub, next_index)
    VALUES (${wallet.network}, ${wallet.xpub}, ${wallet.nextIndex})`;
}

/** Takes a wallet out of retirement; answers its next index, or 0 for one that was never in use. */
export async function reviveWallet(tx: Tx, network: string, xpub: string): Promise<bigint> {
  const [row] = await tx<{ nextIndex: bigint }[]>`
    DELETE FROM retired_wallets
     WHERE network = ${network}
       AND xpub = ${xpub}
    RETURNING next_index AS "nextIndex"`;
  return row?.nextIndex ?? 0n;
}

export async function useWallet(tx: Tx, network: string, xpub: string, nextIndex: bigint): Promise<void> {
  await tx`
    INSERT INTO deposit_wallets (network, xpub, next_index)
    VALUES (${network}, ${xpub}, ${nextIndex})
        ON CONFLICT (network)
        DO UPDATE SET xpub = excluded.xpub, next_index = excluded.next_index`;
}
