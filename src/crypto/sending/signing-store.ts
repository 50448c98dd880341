import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Account } from './nonces.ts';
import type { Lane, Purpose } from './sending.ts';
import type { TransactionKey } from './store.ts';

/** What is made and not yet with a node: to be signed, signed, to be handed over. */

/** One to be signed. */
export interface PlannedTransaction extends TransactionKey {
  purpose: Purpose;
  wallet: string;
  unsigned: string;
  expiresAt: Date | null;
  nonce: bigint | null;
  /** It replaces one with the same nonce that is signed. */
  isReplacement: boolean;
  /** When it was made. */
  since: Date;
}

/** What of a lane is to be signed, the lowest nonce first. */
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

/** One whose bytes are stored, and so may be handed to nodes. */
export interface SignedTransaction extends TransactionKey {
  purpose: Purpose;
  signed: string;
  hash: string;
}

/**
 * Stores signed bytes; from now on they may be anywhere. What was declared dead meanwhile, or signed by another
 * worker, stays as it is.
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

/** What of a lane is signed and not known to be with a node, the lowest nonce first. */
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

/** The bytes of transactions that are to be handed over again, the lowest nonce first. */
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
 * What the chain had for good and has no more: a local chain that was set back. Later nonces wait for these for
 * ever; handed over again they do what they did before, and no more.
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

/** A node took them. The caller holds their sendings. */
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
