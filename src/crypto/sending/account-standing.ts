import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';

/** The mark moves in steps, so that not every check writes. A check reads at most this many extra explained nonces. */
const agreeEvery = 64n;

/** From now on every transaction of this key must be in the books. Earlier ones are not part of them. */
export async function openAccount(db: Db, { chain, wallet }: Account, nextNonce: bigint): Promise<void> {
  await db`
    INSERT INTO wallet_accounts (chain, wallet, agreed_nonce)
    VALUES (${chain}, ${toBytes(wallet)}, ${nextNonce})
        ON CONFLICT (chain, wallet) DO NOTHING`;
}

/** A nonce in the books: used by one of our transactions, possibly or for good. */
export interface KnownNonce {
  nonce: bigint;
  /** The hash of a transaction that is signed but not final; null: the nonce is explained. */
  hash: string | null;
}

/** All nonces of a key in the books from the mark on; null: the key is not compared yet. */
export async function knownNonces(
  db: Db,
  account: Account,
): Promise<{ agreed: bigint; known: KnownNonce[] } | null> {
  const agreed = await agreedNonce(db, account);
  return agreed === null ? null : { agreed, known: await noncesFrom(db, account, agreed) };
}

/** The mined nonces below `nextNonce` that no record explains. */
export function unexplained(
  { agreed, known }: { agreed: bigint; known: readonly KnownNonce[] },
  nextNonce: bigint,
  mined: ReadonlySet<string>,
): bigint[] {
  const explained = new Set(
    known.filter(({ hash }) => hash === null || mined.has(hash)).map(({ nonce }) => nonce),
  );
  const unknown: bigint[] = [];
  for (let nonce = agreed; nonce < nextNonce; nonce++) if (!explained.has(nonce)) unknown.push(nonce);
  return unknown;
}

/** Moves the mark up to the first nonce that is not explained for good. */
export async function agreeOnNonces(
  db: Db,
  account: Account,
  { agreed, known }: { agreed: bigint; known: readonly KnownNonce[] },
): Promise<void> {
  const forGood = new Set(known.filter(({ hash }) => hash === null).map(({ nonce }) => nonce));
  let upTo = agreed;
  while (forGood.has(upTo)) upTo++;
  if (upTo - agreed < agreeEvery) return;
  await db`
    UPDATE wallet_accounts
       SET agreed_nonce = ${upTo}
     WHERE chain = ${account.chain}
       AND wallet = ${toBytes(account.wallet)}
       AND agreed_nonce < ${upTo}`;
}

async function agreedNonce(db: Db, { chain, wallet }: Account): Promise<bigint | null> {
  const [row] = await db<{ agreed: bigint }[]>`
    SELECT agreed_nonce AS agreed
      FROM wallet_accounts
     WHERE chain = ${chain}
       AND wallet = ${toBytes(wallet)}`;
  return row?.agreed ?? null;
}

/**
 * A dead transaction explains nothing: its nonce belongs to another one, or to none. Nor does a planned one: these
 * books have not signed it.
 */
async function noncesFrom(db: Db, { chain, wallet }: Account, from: bigint): Promise<KnownNonce[]> {
  return await db<KnownNonce[]>`
    SELECT nonces.nonce, CASE WHEN made.status <> 'final' THEN '0x' || encode(made.hash, 'hex') END AS hash
      FROM nonces
      JOIN outgoing_transactions AS made USING (merchant_id, sending_id)
     WHERE nonces.chain = ${chain}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce >= ${from}
       AND made.chain = nonces.chain
       AND made.wallet = nonces.wallet
       AND made.nonce = nonces.nonce
       AND made.status IN ('signed', 'sent', 'final')
     UNION
    SELECT nonce, NULL
      FROM explained_nonces
     WHERE chain = ${chain}
       AND wallet = ${toBytes(wallet)}
       AND nonce >= ${from}`;
}

export interface Explanation {
  nonce: bigint;
  hash: string | null;
  person: string;
  note: string;
}

/** Saves a person's explanation of a transaction that the books did not make. False if one existed. */
export async function explainNonce(
  tx: Tx,
  { chain, wallet }: Account,
  { nonce, hash, person, note }: Explanation,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO explained_nonces (chain, wallet, nonce, hash, note, explained_by, explained_at)
    VALUES (${chain}, ${toBytes(wallet)}, ${nonce}, ${hash === null ? null : toBytes(hash)}, ${note}, ${person}, ${now})
        ON CONFLICT (chain, wallet, nonce) DO NOTHING
    RETURNING nonce`;
  return rows.length === 1;
}
