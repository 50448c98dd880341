import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';
import type { Lane, Purpose } from './sending.ts';
import type { TransactionKey } from './store.ts';

/** Transactions that no node has yet: to be signed, signed, to be broadcast. */

/** A transaction to be signed. */
export interface PlannedTransaction extends TransactionKey {
  purpose: Purpose;
  wallet: string;
  unsigned: string;
  expiresAt: Date | null;
  nonce: bigint | null;
  /** It replaces a signed transaction with the same nonce. */
  isReplacement: boolean;
  /** When it was made. */
  since: Date;
}

/** A lane's transactions to be signed, lowest nonce first. */
export async function transactionsToSign(
  db: Db,
  { network, name }: Lane,
  limit: number,
): Promise<PlannedTransaction[]> {
  return await db<PlannedTransaction[]>`
    SELECT made.merchant_id AS "merchantId",
           made.sending_id AS id,
           made.number,
           sendings.purpose,
           '0x' || encode(made.wallet, 'hex') AS wallet,
           '0x' || encode(made.unsigned, 'hex') AS unsigned,
           made.nonce,
           EXISTS (
             SELECT
               FROM outgoing_transactions AS other
              WHERE other.merchant_id = made.merchant_id
                AND other.sending_id = made.sending_id
                AND other.nonce = made.nonce
                AND other.hash IS NOT NULL) AS "isReplacement",
           made.expires_at AS "expiresAt",
           made.created_at AS since
      FROM outgoing_transactions AS made
      JOIN sendings ON sendings.merchant_id = made.merchant_id AND sendings.id = made.sending_id
     WHERE made.network = ${network}
       AND made.status = 'planned'
       AND sendings.lane = ${name}
     ORDER BY made.nonce, made.created_at, made.sending_id
     LIMIT ${limit}`;
}

/** A transaction whose bytes are stored and may therefore be broadcast. */
export interface SignedTransaction extends TransactionKey {
  purpose: Purpose;
  signed: string;
  hash: string;
}

/**
 * Stores signed bytes; from then on they may be anywhere. A transaction that was declared dead or signed by another
 * worker meanwhile stays unchanged.
 */
export async function storeSigned(
  sql: Sql,
  transactions: readonly (TransactionKey & { signed: string; hash: string })[],
): Promise<void> {
  const rows = transactions.map(({ merchantId, id, number, signed, hash }) => ({
    merchant_id: merchantId,
    sending_id: id,
    number,
    signed: signed.slice(2),
    hash: hash.slice(2),
  }));
  await sql`
    WITH given AS (
      SELECT *
        FROM jsonb_to_recordset(${sql.json(rows)}) AS given (
               merchant_id uuid, sending_id uuid, number smallint, signed text, hash text)
    ), locked AS (
      SELECT given.*
        FROM given
        JOIN outgoing_transactions AS made USING (merchant_id, sending_id, number)
       ORDER BY merchant_id, sending_id, number
         FOR UPDATE OF made
    )
    UPDATE outgoing_transactions AS made
       SET status = 'signed',
           signed = decode(locked.signed, 'hex'),
           hash = decode(locked.hash, 'hex')
      FROM locked
     WHERE made.merchant_id = locked.merchant_id
       AND made.sending_id = locked.sending_id
       AND made.number = locked.number
       AND made.status = 'planned'`;
}

const signedColumns = `
  made.merchant_id AS "merchantId", made.sending_id AS id, made.number, sendings.purpose,
  '0x' || encode(made.signed, 'hex') AS signed, '0x' || encode(made.hash, 'hex') AS hash`;

/** A lane's signed transactions that no node is known to have, lowest nonce first. */
export async function transactionsToSend(
  db: Db,
  { network, name }: Lane,
  limit: number,
): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM outgoing_transactions AS made
      JOIN sendings ON sendings.merchant_id = made.merchant_id AND sendings.id = made.sending_id
     WHERE made.network = ${network}
       AND made.status = 'signed'
       AND sendings.lane = ${name}
     ORDER BY made.nonce, made.created_at, made.sending_id
     LIMIT ${limit}`;
}

/** The bytes of transactions to be broadcast again, lowest nonce first. */
export async function signedBytesOf(db: Db, keys: readonly TransactionKey[]): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM outgoing_transactions AS made
      JOIN sendings ON sendings.merchant_id = made.merchant_id AND sendings.id = made.sending_id
     WHERE (made.merchant_id, made.sending_id, made.number) IN (SELECT * FROM ${listedTransactions(db, keys)})
       AND made.status IN ('signed', 'sent')
     ORDER BY made.nonce, made.created_at, made.sending_id`;
}

/**
 * Final transactions that the chain has lost: a local chain that was reset. Later nonces wait for these for ever;
 * broadcast again they have the same effect, and no more.
 */
export async function forgottenTransactions(
  db: Db,
  { chain, wallet }: Account,
  nextNonce: bigint,
  limit: number,
): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM nonces
      JOIN outgoing_transactions AS made USING (merchant_id, sending_id, chain, wallet, nonce)
      JOIN sendings ON sendings.merchant_id = made.merchant_id AND sendings.id = made.sending_id
     WHERE nonces.chain = ${chain}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce >= ${nextNonce}
       AND made.status = 'final'
     ORDER BY nonces.nonce
     LIMIT ${limit}`;
}

/** A node accepted them. The caller holds their sendings. */
export async function markSent(tx: Tx, keys: readonly TransactionKey[], now: Date): Promise<void> {
  await tx`
    UPDATE outgoing_transactions
       SET status = 'sent',
           sent_at = ${now}
     WHERE (merchant_id, sending_id, number) IN (SELECT * FROM ${listedTransactions(tx, keys)})
       AND status = 'signed'`;
}

function listedTransactions(db: Db, keys: readonly TransactionKey[]) {
  return db`unnest(
    ${keys.map((key) => key.merchantId)}::uuid[],
    ${keys.map((key) => key.id)}::uuid[],
    ${keys.map((key) => key.number)}::smallint[])`;
}
