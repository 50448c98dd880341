import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';

/** Written down in steps, so that not every look writes. A look reads at most this many explained nonces more than it must. */
const agreeEvery = 64n;

/** From now on every transaction of this key must be in the books. What it did before is not theirs. */
export async function openAccount(db: Db, { chain, wallet }: Account, nextNonce: bigint): Promise<void> {
  await db`
    INSERT INTO wallet_accounts (chain, wallet, agreed_nonce)
    VALUES (${chain}, ${toBytes(wallet)}, ${nextNonce})
        ON CONFLICT (chain, wallet) DO NOTHING`;
}

/** What the books know of a nonce: a transaction of ours that may have it, or for good what has it. */
export interface KnownNonce {
  nonce: bigint;
  /** Of a transaction that is signed and not final; null: the nonce is explained. */
  hash: string | null;
}

/** All that the books know of a key's nonces from the mark on; null: nobody has begun to compare it. */
export async function knownNonces(
  db: Db,
  account: Account,
): Promise<{ agreed: bigint; known: KnownNonce[] } | null> {
  const agreed = await agreedNonce(db, account);
  return agreed === null ? null : { agreed, known: await noncesFrom(db, account, agreed) };
}

/** The nonces that blocks have, below `nextNonce`, and that none of these explain. */
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
 * A transaction that is dead explains nothing: another one has its nonce, or none. One that is only planned neither: these
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

/** A person's word on a transaction that the books did not make. False: there was one before. */
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
