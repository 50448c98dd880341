import type { Draft } from '../chains/port/payout-chain.ts';
import { toBytes } from '../db/bytes.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import type { Account } from './nonces.ts';
import type { Lane, MadeTransaction, Purpose, Sending, SendingKey, TransactionStatus } from './sending.ts';

/** Names one transaction of a sending. */
export interface TransactionKey extends SendingKey {
  number: number;
}

type SendingRow = Omit<Sending, 'transactions' | 'amountUnits'> & { amount: string } & Omit<
    MadeTransaction,
    'wallet' | 'status'
  > & { signer: string; transactionStatus: TransactionStatus };

const sendingColumns = `
  sendings.merchant_id AS "merchantId", sendings.id, sendings.purpose,
  '0x' || encode(sendings.wallet, 'hex') AS wallet, '0x' || encode(sendings.recipient, 'hex') AS "to",
  sendings.amount::text AS amount,
  made.number, '0x' || encode(made.wallet, 'hex') AS signer, made.nonce, made.status AS "transactionStatus",
  '0x' || encode(made.hash, 'hex') AS hash, made.terms, made.expires_at AS "expiresAt",
  coalesce(made.sent_at, made.created_at) AS since`;

function group(rows: readonly SendingRow[]): Sending[] {
  const sendings = new Map<string, Sending>();
  for (const row of rows) {
    const { merchantId, id, purpose, wallet, to, amount } = row;
    const sending = sendings.get(id) ?? {
      merchantId,
      id,
      purpose,
      wallet,
      to,
      amountUnits: BigInt(amount),
      transactions: [],
    };
    const { number, signer, nonce, transactionStatus, hash, terms, expiresAt, since } = row;
    sending.transactions.push({
      number,
      wallet: signer,
      nonce,
      status: transactionStatus,
      hash,
      terms,
      expiresAt,
      since,
    });
    sendings.set(id, sending);
  }
  return [...sendings.values()];
}

/** All of a lane that only the chain can end, the oldest first. */
export async function openSendings(db: Db, { network, name }: Lane): Promise<Sending[]> {
  const rows = await db<SendingRow[]>`
    SELECT ${db.unsafe(sendingColumns)}
      FROM sendings
      JOIN outgoing_transactions AS made ON made.merchant_id = sendings.merchant_id
                                        AND made.sending_id = sendings.id
     WHERE sendings.network = ${network}
       AND sendings.lane = ${name}
       AND sendings.status = 'open'
     ORDER BY sendings.created_at, sendings.id, made.number`;
  return group(rows);
}

/**
 * Takes open sendings and their transactions for the rest of the transaction, before anything they are for. They come in a
 * fixed order, so that two that take the same never wait for each other in a circle.
 */
export async function lockSendings(tx: Tx, keys: readonly SendingKey[]): Promise<Sending[]> {
  if (keys.length === 0) return [];
  await tx`
    SELECT
      FROM sendings
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})
     ORDER BY merchant_id, id
       FOR UPDATE`;
  const rows = await tx<SendingRow[]>`
    SELECT ${tx.unsafe(sendingColumns)}
      FROM sendings
      JOIN outgoing_transactions AS made ON made.merchant_id = sendings.merchant_id
                                        AND made.sending_id = sendings.id
     WHERE (sendings.merchant_id, sendings.id) IN (SELECT * FROM ${listed(tx, keys)})
       AND sendings.status = 'open'
     ORDER BY sendings.created_at, sendings.id, made.number
       FOR UPDATE OF made`;
  return group(rows);
}

function listed(db: Db, keys: readonly SendingKey[]) {
  return db`unnest(
    ${keys.map((key) => key.merchantId)}::uuid[],
    ${keys.map((key) => key.id)}::uuid[])`;
}

function listedTransactions(db: Db, keys: readonly TransactionKey[]) {
  return db`unnest(
    ${keys.map((key) => key.merchantId)}::uuid[],
    ${keys.map((key) => key.id)}::uuid[],
    ${keys.map((key) => key.number)}::smallint[])`;
}

export interface NewSending extends SendingKey {
  purpose: Purpose;
  to: string;
  amountUnits: bigint;
}

export async function insertSendings(
  tx: Tx,
  lane: Lane,
  wallet: string,
  sendings: readonly NewSending[],
  now: Date,
): Promise<void> {
  if (sendings.length === 0) return;
  const rows = sendings.map(({ merchantId, id, purpose, to, amountUnits }) => ({
    merchant_id: merchantId,
    id,
    purpose,
    network: lane.network,
    lane: lane.name,
    wallet: toBytes(wallet),
    recipient: toBytes(to),
    amount: String(amountUnits),
    created_at: now,
  }));
  await tx`INSERT INTO sendings ${tx(rows)}`;
}

export interface NewTransaction extends TransactionKey {
  nonce: bigint | null;
  draft: Draft;
}

/** Writes down what is to be signed. The caller holds the sendings, or has just made them. */
export async function insertPlanned(
  tx: Tx,
  network: string,
  { chain, wallet }: Account,
  transactions: readonly NewTransaction[],
  now: Date,
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map(({ merchantId, id, number, nonce, draft }) => ({
    merchant_id: merchantId,
    sending_id: id,
    number,
    network,
    chain,
    wallet: toBytes(wallet),
    nonce,
    unsigned: toBytes(draft.unsigned),
    terms: draft.terms,
    expires_at: draft.expiresAt,
    created_at: now,
  }));
  await tx`INSERT INTO outgoing_transactions ${tx(rows)}`;
}

/**
 * Writes down a transaction that was made before the database was restored and is known from the chain alone. Its bytes are
 * nobody's business any more: the caller ends the sending by it at once.
 */
export async function insertFound(
  tx: Tx,
  network: string,
  { chain, wallet }: Account,
  { merchantId, id, number }: TransactionKey,
  hash: string,
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO outgoing_transactions (merchant_id, sending_id, number, network, chain, wallet, status, unsigned, signed,
                                       hash, terms, sent_at, created_at)
    VALUES (${merchantId}, ${id}, ${number}, ${network}, ${chain}, ${toBytes(wallet)}, 'sent', '', '', ${toBytes(hash)}, '',
            ${now}, ${now})`;
}

/** Another wallet sends them from now on. The caller holds them. */
export async function changeWallet(tx: Tx, wallet: string, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE sendings
       SET wallet = ${toBytes(wallet)}
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})`;
}

/** One to be signed. */
export interface PlannedTransaction extends TransactionKey {
  purpose: Purpose;
  wallet: string;
  unsigned: string;
  expiresAt: Date | null;
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

/** None of what was made for these can ever be in a block; what can still be signed is not. The caller holds them. */
export async function buryTransactions(tx: Tx, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE outgoing_transactions
       SET status = 'dead'
     WHERE (merchant_id, sending_id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status IN ('planned', 'signed', 'sent')`;
}

/** They are not to be sent any more. The caller holds them, and nothing of them can be in a block. */
export async function giveUpSendings(tx: Tx, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE sendings
       SET status = 'given_up'
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status = 'open'`;
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

export interface FinalTransaction extends TransactionKey {
  blockNumber: bigint;
  networkFee: bigint;
}

/** Each is in a block that stays, so that the others of its sending never will be. The caller holds the sendings. */
export async function markFinal(tx: Tx, finals: readonly FinalTransaction[], now: Date): Promise<void> {
  const rows = finals.map(({ merchantId, id, number, blockNumber, networkFee }) => ({
    merchant_id: merchantId,
    sending_id: id,
    number,
    block_number: blockNumber.toString(),
    network_fee: networkFee.toString(),
  }));
  await tx`
    UPDATE outgoing_transactions AS made
       SET status = CASE WHEN made.number = final.number THEN 'final' ELSE 'dead' END,
           -- Whoever handed it over may have died before that was recorded.
           sent_at = CASE WHEN made.number = final.number THEN coalesce(made.sent_at, ${now}) ELSE made.sent_at END,
           block_number = CASE WHEN made.number = final.number THEN final.block_number END,
           network_fee = CASE WHEN made.number = final.number THEN final.network_fee END
      FROM jsonb_to_recordset(${tx.json(rows)}) AS final (
             merchant_id uuid, sending_id uuid, number smallint, block_number bigint, network_fee numeric)
     WHERE made.merchant_id = final.merchant_id
       AND made.sending_id = final.sending_id`;
  await tx`
    UPDATE sendings
       SET status = 'done'
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, finals)})`;
}
