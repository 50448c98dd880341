import { toBytes } from '../../base/db/bytes.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { SendingKey } from './sending.ts';

/** One key on one chain: its transactions go in nonce order, regardless of their purpose. */
export interface Account {
  chain: string;
  wallet: string;
}

/** No other transaction assigns this key's nonces or plans with its money until this one ends. */
export async function lockAccount(tx: Tx, { chain, wallet }: Account): Promise<void> {
  await takeLock(tx, 'nonces', `${chain} ${wallet}`);
}

/**
 * Assigns the key's next nonces to sendings, one each: the lowest that are neither mined nor taken. They include nonces
 * of foreign transactions whose block was reorganised, and of transactions that died unsigned; otherwise all later ones
 * would wait for them for ever. The caller holds the account.
 */
export async function takeNonces(
  tx: Tx,
  account: Account,
  chainNonce: bigint,
  keys: readonly SendingKey[],
): Promise<bigint[]> {
  if (keys.length === 0) return [];
  const rows = await tx<{ nonce: bigint }[]>`
    SELECT held_nonce AS nonce
      FROM nonces
      JOIN outgoing_transactions AS made USING (merchant_id, sending_id)
     WHERE nonces.chain = ${account.chain}
       AND nonces.wallet = ${toBytes(account.wallet)}
       AND nonces.nonce >= ${chainNonce}
       AND made.chain = nonces.chain
       AND made.wallet = nonces.wallet
       AND made.held_nonce = nonces.nonce`;
  const held = new Set(rows.map((row) => row.nonce));
  const nonces: bigint[] = [];
  for (let nonce = chainNonce; nonces.length < keys.length; nonce++) {
    if (!held.has(nonce)) nonces.push(nonce);
  }
  const given = keys.map(({ merchantId, id }, at) => ({
    chain: account.chain,
    wallet: toBytes(account.wallet),
    nonce: nonces[at] as bigint,
    merchant_id: merchantId,
    sending_id: id,
  }));
  await tx`
    INSERT INTO nonces ${tx(given)}
        ON CONFLICT (chain, wallet, nonce)
        DO UPDATE SET merchant_id = excluded.merchant_id, sending_id = excluded.sending_id`;
  return nonces;
}

/** Whether no transaction that can still be sent has this nonce. */
export async function isNobodys(db: Db, { chain, wallet }: Account, nonce: bigint): Promise<boolean> {
  const rows = await db`
    SELECT
      FROM nonces
      JOIN outgoing_transactions AS made USING (merchant_id, sending_id)
     WHERE nonces.chain = ${chain}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce = ${nonce}
       AND made.chain = nonces.chain
       AND made.wallet = nonces.wallet
       AND made.held_nonce = nonces.nonce
     LIMIT 1`;
  return rows.length === 0;
}
