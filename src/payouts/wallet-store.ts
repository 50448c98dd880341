import { toBytes } from '../db/bytes.ts';
import { leasedTo, unleased } from '../db/leases.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import type { PayoutKey } from './sending.ts';

/** A wallet that payouts are sent from. */
export interface HotWallet {
  address: string;
  isActive: boolean;
  /** The next nonce that was never used, where there are nonces. */
  nextNonce: bigint;
}

const walletColumns = `
  '0x' || encode(address, 'hex') AS address, active AS "isActive", next_nonce AS "nextNonce"`;

/** The wallets of a network, the one that sends first. */
export async function hotWalletsOf(db: Db, network: string): Promise<HotWallet[]> {
  return await db<HotWallet[]>`
    SELECT ${db.unsafe(walletColumns)}
      FROM hot_wallets
     WHERE network = ${network}
     ORDER BY active DESC, created_at DESC`;
}

/**
 * Takes or keeps the lead over a network's wallets; false when another worker has it. One lease serves all of
 * them, since their payouts are followed together.
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

/** Takes the wallet for the rest of the transaction: nobody else plans with its money or its nonces meanwhile. */
export async function lockHotWallet(tx: Tx, network: string, address: string): Promise<HotWallet | null> {
  const [row] = await tx<HotWallet[]>`
    SELECT ${tx.unsafe(walletColumns)}
      FROM hot_wallets
     WHERE network = ${network}
       AND address = ${toBytes(address)}
       FOR UPDATE`;
  return row ?? null;
}

/**
 * The nonces to use next, `count` of them: first those that were skipped because somebody else had used them in a block
 * that was then reorganised away, or everything behind would wait for them for ever.
 */
export async function nextNonces(
  tx: Tx,
  network: string,
  wallet: HotWallet,
  chainNonce: bigint,
  count: number,
): Promise<bigint[]> {
  const skipped = await tx<{ nonce: bigint }[]>`
    SELECT nonce
      FROM generate_series(${chainNonce}::bigint, ${wallet.nextNonce}::bigint - 1) AS nonce
     WHERE NOT EXISTS (
             SELECT
               FROM wallet_nonces
              WHERE wallet_nonces.network = ${network}
                AND wallet_nonces.wallet = ${toBytes(wallet.address)}
                AND wallet_nonces.nonce = nonce.nonce)
     ORDER BY nonce
     LIMIT ${count}`;
  const first = wallet.nextNonce > chainNonce ? wallet.nextNonce : chainNonce;
  const fresh = Array.from({ length: count - skipped.length }, (_, index) => first + BigInt(index));
  return [...skipped.map(({ nonce }) => nonce), ...fresh];
}

/** Whether a nonce was never given to a payout. */
export async function isNobodys(db: Db, network: string, wallet: string, nonce: bigint): Promise<boolean> {
  const rows = await db`
    SELECT
      FROM wallet_nonces
     WHERE network = ${network}
       AND wallet = ${toBytes(wallet)}
       AND nonce = ${nonce}`;
  return rows.length === 0;
}

/** Gives nonces to payouts, one each, for good. Where there are none nothing happens. */
export async function assignNonces(
  tx: Tx,
  network: string,
  wallet: string,
  assigned: readonly (PayoutKey & { nonce: bigint | null })[],
): Promise<void> {
  const last = assigned.at(-1)?.nonce ?? null;
  if (last === null) return;
  const rows = assigned.map(({ merchantId, id, nonce }) => ({
    network,
    wallet: toBytes(wallet),
    nonce,
    merchant_id: merchantId,
    payout_id: id,
  }));
  await tx`INSERT INTO wallet_nonces ${tx(rows)}`;
  await tx`
    UPDATE hot_wallets
       SET next_nonce = greatest(next_nonce, ${last + 1n}::bigint)
     WHERE network = ${network}
       AND address = ${toBytes(wallet)}`;
}

/** What has left the wallet by our word and is perhaps still counted in its balance. */
export interface Outgoing {
  count: number;
  units: bigint;
}

/** By nonce: what is in a block has a nonce below the chain's next one. */
export async function outgoingFromNonce(
  db: Db,
  network: string,
  wallet: string,
  nextNonce: bigint,
): Promise<Outgoing> {
  const [row] = await db<Outgoing[]>`
    SELECT count(*)::int AS count, coalesce(sum(amount_units), 0)::bigint AS units
      FROM wallet_nonces AS nonces
      JOIN payouts ON payouts.merchant_id = nonces.merchant_id
                  AND payouts.id = nonces.payout_id
     WHERE nonces.network = ${network}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce >= ${nextNonce}
       AND payouts.status IN ('sending', 'pending')`;
  return row as Outgoing;
}

/** Where there are no nonces: all but those that were seen in a block. */
export async function outgoingBut(
  db: Db,
  network: string,
  wallet: string,
  minedIds: string[],
): Promise<Outgoing> {
  const [row] = await db<Outgoing[]>`
    SELECT count(*)::int AS count, coalesce(sum(amount_units), 0)::bigint AS units
      FROM payouts
     WHERE network = ${network}
       AND wallet = ${toBytes(wallet)}
       AND status IN ('sending', 'pending')
       AND id <> ALL (${minedIds}::uuid[])`;
  return row as Outgoing;
}
