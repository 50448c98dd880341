import { toBytes } from '../../base/db/bytes.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { Draft } from '../../chain/chains/port/payout-chain.ts';
import type { Account } from './nonces.ts';
import type { Lane, MadeTransaction, Purpose, Sending, SendingKey, TransactionStatus } from './sending.ts';

/** Identifies one transaction of a sending. */
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

/** All sendings of a lane that only the chain can end, oldest first. */
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
 * Locks open sendings and their transactions for the rest of the transaction, before the payouts, refunds or sweep
 * items that they pay. The fixed order prevents deadlocks.
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

/** Saves transactions to be signed. The caller holds the sendings, or has just made them. */
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
 * Saves a transaction that was made before the database was restored and is known only from the chain. Its bytes are no
 * longer needed: the caller ends the sending by it at once.
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

/** Assigns another wallet to send them. The caller holds them. */
export async function changeWallet(tx: Tx, wallet: string, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE sendings
       SET wallet = ${toBytes(wallet)}
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})`;
}

/**
 * Marks all transactions of these as dead: none can ever be in a block, and none is signed any more. The caller holds
 * them.
 */
export async function buryTransactions(tx: Tx, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE outgoing_transactions
       SET status = 'dead'
     WHERE (merchant_id, sending_id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status IN ('planned', 'signed', 'sent')`;
}

/** Gives sendings up. The caller holds them, and none of their transactions can be in a block. */
export async function giveUpSendings(tx: Tx, keys: readonly SendingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    UPDATE sendings
       SET status = 'given_up'
     WHERE (merchant_id, id) IN (SELECT * FROM ${listed(tx, keys)})
       AND status = 'open'`;
}

export interface FinalTransaction extends TransactionKey {
  blockNumber: bigint;
  networkFee: bigint;
}

/** Each transaction is in a final block, so the others of its sending never will be. The caller holds the sendings. */
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
           -- The process that broadcast it may have died before recording that.
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
