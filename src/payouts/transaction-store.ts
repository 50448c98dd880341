import type { Draft } from '../chains/port/payout-chain.ts';
import { toBytes } from '../db/bytes.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import type { MadeTransaction, PayoutKey, PayoutUnderWay, TransactionStatus } from './sending.ts';
import { type Payout, payoutColumns } from './store.ts';

/** Names one transaction of a payout. */
export interface TransactionKey extends PayoutKey {
  number: number;
}

/** One to be signed. */
export interface PlannedTransaction extends TransactionKey {
  wallet: string;
  unsigned: string;
  expiresAt: Date | null;
  /** When it was made. */
  since: Date;
}

/** One whose bytes are stored, and so may be handed to nodes. */
export interface SignedTransaction extends TransactionKey {
  signed: string;
  hash: string;
}

type UnderWayRow = Omit<PayoutUnderWay, 'transactions'> &
  MadeTransaction & { transactionStatus: TransactionStatus };

const underWayColumns = `
  payouts.merchant_id AS "merchantId", payouts.id, payouts.status,
  '0x' || encode(payouts.address, 'hex') AS address, payouts.amount_units AS "amountUnits",
  payouts.confirmed_at AS "confirmedAt", payouts.wait_reason AS "waitReason",
  made.number, '0x' || encode(made.wallet, 'hex') AS wallet, made.nonce, made.status AS "transactionStatus",
  '0x' || encode(made.hash, 'hex') AS hash, made.terms, made.expires_at AS "expiresAt",
  coalesce(made.sent_at, made.created_at) AS since`;

function groupByPayout(rows: readonly UnderWayRow[]): PayoutUnderWay[] {
  const payouts = new Map<string, PayoutUnderWay>();
  for (const row of rows) {
    const { merchantId, id, status, address, amountUnits, confirmedAt, waitReason } = row;
    const payout = payouts.get(id) ?? {
      merchantId,
      id,
      status,
      address,
      amountUnits,
      confirmedAt,
      waitReason,
      transactions: [],
    };
    const { number, wallet, nonce, transactionStatus, hash, terms, expiresAt, since } = row;
    payout.transactions.push({
      number,
      wallet,
      nonce,
      status: transactionStatus,
      hash,
      terms,
      expiresAt,
      since,
    });
    payouts.set(id, payout);
  }
  return [...payouts.values()];
}

/** All payouts of a network that only the chain can end, in the order of confirmation. */
export async function payoutsUnderWay(db: Db, network: string): Promise<PayoutUnderWay[]> {
  const rows = await db<UnderWayRow[]>`
    SELECT ${db.unsafe(underWayColumns)}
      FROM payouts
      JOIN payout_transactions AS made ON made.merchant_id = payouts.merchant_id
                                      AND made.payout_id = payouts.id
     WHERE payouts.network = ${network}
       AND payouts.status IN ('sending', 'pending')
     ORDER BY payouts.confirmed_at, payouts.id, made.number`;
  return groupByPayout(rows);
}

/**
 * Takes payouts under way and their transactions for the rest of the transaction. The payouts come first and in a
 * fixed order, so that two that take the same never wait for each other in a circle.
 */
export async function lockUnderWay(tx: Tx, keys: readonly PayoutKey[]): Promise<PayoutUnderWay[]> {
  if (keys.length === 0) return [];
  await lockRows(tx, keys);
  const rows = await tx<UnderWayRow[]>`
    SELECT ${tx.unsafe(underWayColumns)}
      FROM payouts
      JOIN payout_transactions AS made ON made.merchant_id = payouts.merchant_id
                                      AND made.payout_id = payouts.id
     WHERE (payouts.merchant_id, payouts.id) IN (SELECT * FROM ${listed(tx, keys)})
       AND payouts.status IN ('sending', 'pending')
     ORDER BY payouts.confirmed_at, payouts.id, made.number
       FOR UPDATE OF made`;
  return groupByPayout(rows);
}

async function lockRows(tx: Tx, keys: readonly PayoutKey[]): Promise<void> {
  await tx`
    SELECT
      FROM payouts
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})
     ORDER BY merchant_id, id
       FOR UPDATE`;
}

function listed(db: Db, keys: readonly PayoutKey[]) {
  return db`unnest(
    ${keys.map((key) => key.merchantId)}::uuid[],
    ${keys.map((key) => key.id)}::uuid[])`;
}

/** Takes payouts whole for the rest of the transaction, in a fixed order; those that ended meanwhile are left out. */
export async function lockPayoutsUnderWay(tx: Tx, keys: readonly PayoutKey[]): Promise<Payout[]> {
  return await tx<Payout[]>`
    SELECT ${tx.unsafe(payoutColumns)}
      FROM payouts
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status IN ('sending', 'pending')
     ORDER BY merchant_id, id
       FOR UPDATE`;
}

/** What is to be signed on a network, the lowest nonce first. */
export async function transactionsToSign(
  db: Db,
  network: string,
  limit: number,
): Promise<PlannedTransaction[]> {
  return await db<PlannedTransaction[]>`
    SELECT merchant_id AS "merchantId",
           payout_id AS id,
           number,
           '0x' || encode(wallet, 'hex') AS wallet,
           '0x' || encode(unsigned, 'hex') AS unsigned,
           expires_at AS "expiresAt",
           created_at AS since
      FROM payout_transactions
     WHERE network = ${network}
       AND status = 'planned'
     ORDER BY nonce, created_at, payout_id
     LIMIT ${limit}`;
}

/**
 * Stores signed bytes; from now on they may be anywhere. What was declared dead meanwhile, or signed by another
 * worker, stays as it is.
 */
export async function storeSigned(sql: Sql, transactions: readonly SignedTransaction[]): Promise<void> {
  const rows = transactions.map(({ merchantId, id, number, signed, hash }) => ({
    merchant_id: merchantId,
    payout_id: id,
    number,
    signed: signed.slice(2),
    hash: hash.slice(2),
  }));
  await sql`
    WITH given AS (
      SELECT *
        FROM jsonb_to_recordset(${sql.json(rows)}) AS given (
               merchant_id uuid, payout_id uuid, number smallint, signed text, hash text)
    ), locked AS (
      SELECT given.*
        FROM given
        JOIN payout_transactions AS made USING (merchant_id, payout_id, number)
       ORDER BY merchant_id, payout_id, number
         FOR UPDATE OF made
    )
    UPDATE payout_transactions AS made
       SET status = 'signed',
           signed = decode(locked.signed, 'hex'),
           hash = decode(locked.hash, 'hex')
      FROM locked
     WHERE made.merchant_id = locked.merchant_id
       AND made.payout_id = locked.payout_id
       AND made.number = locked.number
       AND made.status = 'planned'`;
}

const signedColumns = `
  merchant_id AS "merchantId", payout_id AS id, number, '0x' || encode(signed, 'hex') AS signed,
  '0x' || encode(hash, 'hex') AS hash`;

/** What is signed and not known to be with a node, the lowest nonce first. */
export async function transactionsToSend(
  db: Db,
  network: string,
  limit: number,
): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM payout_transactions
     WHERE network = ${network}
       AND status = 'signed'
     ORDER BY nonce, created_at, payout_id
     LIMIT ${limit}`;
}

/** The bytes of transactions that are to be handed over again, the lowest nonce first. */
export async function signedBytesOf(db: Db, keys: readonly TransactionKey[]): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM payout_transactions
     WHERE (merchant_id, payout_id, number) IN (
       SELECT *
         FROM unnest(
           ${keys.map((key) => key.merchantId)}::uuid[],
           ${keys.map((key) => key.id)}::uuid[],
           ${keys.map((key) => key.number)}::smallint[])
     )
       AND status IN ('signed', 'sent')
     ORDER BY nonce, created_at, payout_id`;
}

/**
 * What the chain had for good and has no more: a local chain that was set back. Later nonces wait for these for
 * ever; handed over again they do what they did before, and no more.
 */
export async function forgottenTransactions(
  db: Db,
  network: string,
  wallet: string,
  nextNonce: bigint,
  limit: number,
): Promise<SignedTransaction[]> {
  return await db<SignedTransaction[]>`
    SELECT ${db.unsafe(signedColumns)}
      FROM wallet_nonces AS nonces
      JOIN payout_transactions AS made USING (merchant_id, payout_id, network, wallet, nonce)
     WHERE nonces.network = ${network}
       AND nonces.wallet = ${toBytes(wallet)}
       AND nonces.nonce >= ${nextNonce}
       AND made.status = 'final'
     ORDER BY nonces.nonce
     LIMIT ${limit}`;
}

export interface NewTransaction extends TransactionKey, Draft {
  nonce: bigint | null;
}

export async function insertPlanned(
  tx: Tx,
  network: string,
  wallet: string,
  transactions: readonly NewTransaction[],
  now: Date,
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map(({ merchantId, id, number, nonce, unsigned, terms, expiresAt }) => ({
    merchant_id: merchantId,
    payout_id: id,
    number,
    network,
    wallet: toBytes(wallet),
    nonce,
    unsigned: toBytes(unsigned),
    terms,
    expires_at: expiresAt,
    created_at: now,
  }));
  await tx`INSERT INTO payout_transactions ${tx(rows)}`;
}

/** None of what was made for these payouts can ever be in a block; those that can still be signed are not. */
export async function buryTransactions(tx: Tx, keys: readonly PayoutKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE payout_transactions
       SET status = 'dead'
     WHERE (merchant_id, payout_id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status IN ('planned', 'signed', 'sent')`;
}

/** A node took them. The caller holds their payouts. */
export async function markSent(tx: Tx, keys: readonly TransactionKey[], now: Date): Promise<void> {
  await tx`
    UPDATE payout_transactions
       SET status = 'sent',
           sent_at = ${now}
     WHERE (merchant_id, payout_id, number) IN (
       SELECT *
         FROM unnest(
           ${keys.map((key) => key.merchantId)}::uuid[],
           ${keys.map((key) => key.id)}::uuid[],
           ${keys.map((key) => key.number)}::smallint[])
     )
       AND status = 'signed'`;
}

export interface FinalTransaction extends TransactionKey {
  blockNumber: bigint;
  networkFee: bigint;
}

/** Each is in a block that stays, so that the others of its payout never will be. The caller holds the payouts. */
export async function markFinal(tx: Tx, finals: readonly FinalTransaction[], now: Date): Promise<void> {
  const rows = finals.map(({ merchantId, id, number, blockNumber, networkFee }) => ({
    merchant_id: merchantId,
    payout_id: id,
    number,
    block_number: blockNumber.toString(),
    network_fee: networkFee.toString(),
  }));
  await tx`
    UPDATE payout_transactions AS made
       SET status = CASE WHEN made.number = final.number THEN 'final' ELSE 'dead' END,
           -- Whoever handed it over may have died before that was recorded.
           sent_at = CASE WHEN made.number = final.number THEN coalesce(made.sent_at, ${now}) ELSE made.sent_at END,
           block_number = CASE WHEN made.number = final.number THEN final.block_number END,
           network_fee = CASE WHEN made.number = final.number THEN final.network_fee END
      FROM jsonb_to_recordset(${tx.json(rows)}) AS final (
             merchant_id uuid, payout_id uuid, number smallint, block_number bigint, network_fee numeric)
     WHERE made.merchant_id = final.merchant_id
       AND made.payout_id = final.payout_id`;
}
