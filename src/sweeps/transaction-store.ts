import type { Draft, Transfer } from '../chains/port/payout-chain.ts';
import { toBytes } from '../db/bytes.ts';
import { takeLock } from '../db/locks.ts';
import type { Db, Sql, Tx } from '../db/pool.ts';
import type { ItemTransaction, ItemUnderWay, Purpose, SweepItem } from './sweep.ts';
import { type ItemRow, itemColumns, toItem } from './sweep-store.ts';

export interface TransactionKey {
  merchantId: string;
  itemId: string;
  number: number;
}

type MadeRow = Omit<ItemTransaction, 'amount' | 'networkFee'> & { amount: string; networkFee: string | null };

/** Everything of a sweep that is not over, the items that were begun first. */
export async function openItems(sql: Sql, sweepId: string): Promise<ItemUnderWay[]> {
  return await underWay(
    sql,
    sql`item.sweep_id = ${sweepId}
        AND (item.status IN ('planned', 'topping_up', 'moving')
             OR EXISTS (
                  SELECT
                    FROM sweep_transactions AS made
                   WHERE made.merchant_id = item.merchant_id
                     AND made.item_id = item.id
                     AND made.status IN ('planned', 'signed', 'sent')))`,
  );
}

/** Takes an item and its transactions for the rest of the transaction. */
export async function lockItem(
  tx: Tx,
  { merchantId, id }: Pick<SweepItem, 'merchantId' | 'id'>,
): Promise<ItemUnderWay> {
  await tx`
    SELECT
      FROM sweep_items
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  const [item] = await underWay(tx, tx`item.merchant_id = ${merchantId} AND item.id = ${id}`);
  if (!item) throw new Error(`there is no sweep item ${id}`);
  return item;
}

async function underWay(db: Db, which: ReturnType<Db>): Promise<ItemUnderWay[]> {
  const rows = await db<(ItemRow & { transactions: MadeRow[] })[]>`
    SELECT ${db.unsafe(itemColumns)},
           coalesce(made.list, '[]') AS transactions
      FROM sweep_items AS item
     CROSS JOIN LATERAL (
       SELECT jsonb_agg(
                jsonb_build_object(
                  'number', number, 'purpose', purpose, 'wallet', '0x' || encode(wallet, 'hex'),
                  'to', '0x' || encode(recipient, 'hex'), 'amount', amount::text, 'nonce', nonce, 'status', status,
                  'hash', '0x' || encode(hash, 'hex'), 'terms', terms, 'expiresAt', expires_at,
                  'since', coalesce(sent_at, created_at), 'networkFee', network_fee::text)
                ORDER BY number) AS list
         FROM sweep_transactions AS made
        WHERE made.merchant_id = item.merchant_id
          AND made.item_id = item.id
     ) AS made
     WHERE ${which}
     ORDER BY item.number`;
  return rows.map((row) => ({
    ...toItem(row),
    transactions: row.transactions.map((made) => ({
      ...made,
      amount: BigInt(made.amount),
      nonce: made.nonce === null ? null : BigInt(made.nonce),
      expiresAt: made.expiresAt === null ? null : new Date(made.expiresAt),
      since: new Date(made.since),
      networkFee: made.networkFee === null ? null : BigInt(made.networkFee),
    })),
  }));
}

export interface NewTransaction {
  item: ItemUnderWay;
  purpose: Purpose;
  transfer: Transfer;
  nonce: bigint | null;
  draft: Draft;
}

/** Writes down what is to be signed. The caller holds the item. */
export async function insertPlanned(
  tx: Tx,
  network: string,
  { item, purpose, transfer, nonce, draft }: NewTransaction,
  now: Date,
): Promise<void> {
  const number = (item.transactions.at(-1)?.number ?? 0) + 1;
  await tx`
    INSERT INTO sweep_transactions (merchant_id, item_id, number, purpose, network, wallet, recipient, amount, nonce,
                                    unsigned, terms, expires_at, created_at)
    VALUES (${item.merchantId}, ${item.id}, ${number}, ${purpose}, ${network}, ${toBytes(transfer.wallet)},
            ${toBytes(transfer.to)}, ${String(transfer.amountUnits)}, ${nonce}, ${toBytes(draft.unsigned)},
            ${draft.terms}, ${draft.expiresAt}, ${now})`;
}

/** Nobody else gives out this wallet's nonces until the transaction ends. */
export async function lockNonces(tx: Tx, network: string, wallet: string): Promise<void> {
  await takeLock(tx, 'sweep nonces', `${network} ${wallet}`);
}

/**
 * The wallet's next nonce, given to an item for good: the lowest that no block has and that is nobody's. One that was
 * given to something that died unsigned is free again: nothing can hold it, and all behind would wait for it.
 */
export async function takeNonce(
  tx: Tx,
  network: string,
  wallet: string,
  chainNonce: bigint,
  item: Pick<SweepItem, 'merchantId' | 'id'>,
): Promise<bigint> {
  const rows = await tx<{ nonce: bigint }[]>`
    SELECT nonce
      FROM sweep_nonces AS given
     WHERE network = ${network}
       AND wallet = ${toBytes(wallet)}
       AND nonce >= ${chainNonce}
       AND EXISTS (
             SELECT
               FROM sweep_transactions AS made
              WHERE made.merchant_id = given.merchant_id
                AND made.item_id = given.item_id
                AND made.wallet = given.wallet
                AND made.nonce = given.nonce
                AND (made.status <> 'dead' OR made.hash IS NOT NULL))
     ORDER BY nonce`;
  const given = new Set(rows.map((row) => row.nonce));
  let nonce = chainNonce;
  while (given.has(nonce)) nonce += 1n;
  await tx`
    INSERT INTO sweep_nonces (network, wallet, nonce, merchant_id, item_id)
    VALUES (${network}, ${toBytes(wallet)}, ${nonce}, ${item.merchantId}, ${item.id})
        ON CONFLICT (network, wallet, nonce)
        DO UPDATE SET merchant_id = excluded.merchant_id, item_id = excluded.item_id`;
  return nonce;
}

export interface ToSign extends TransactionKey {
  purpose: Purpose;
  wallet: string;
  unsigned: string;
  expiresAt: Date | null;
  since: Date;
}

/** What of a sweep is to be signed, the lowest nonce first. */
export async function transactionsToSign(db: Db, sweepId: string): Promise<ToSign[]> {
  return await db<ToSign[]>`
    SELECT made.merchant_id AS "merchantId",
           made.item_id AS "itemId",
           made.number,
           made.purpose,
           '0x' || encode(made.wallet, 'hex') AS wallet,
           '0x' || encode(made.unsigned, 'hex') AS unsigned,
           made.expires_at AS "expiresAt",
           made.created_at AS since
      FROM sweep_transactions AS made
      JOIN sweep_items AS item ON item.merchant_id = made.merchant_id AND item.id = made.item_id
     WHERE item.sweep_id = ${sweepId}
       AND made.status = 'planned'
     ORDER BY made.nonce, item.number`;
}

/** Stores signed bytes; from now on they may be anywhere. */
export async function storeSigned(
  sql: Sql,
  { merchantId, itemId, number }: TransactionKey,
  { signed, hash }: { signed: string; hash: string },
): Promise<boolean> {
  const rows = await sql`
    UPDATE sweep_transactions
       SET status = 'signed',
           signed = ${toBytes(signed)},
           hash = ${toBytes(hash)}
     WHERE merchant_id = ${merchantId}
       AND item_id = ${itemId}
       AND number = ${number}
       AND status = 'planned'
    RETURNING number`;
  return rows.length === 1;
}

/** What was planned and never signed, and by now expires too soon, is in nobody's hands. */
export async function buryUnsigned(sql: Sql, { merchantId, itemId, number }: TransactionKey): Promise<void> {
  await sql`
    UPDATE sweep_transactions
       SET status = 'dead'
     WHERE merchant_id = ${merchantId}
       AND item_id = ${itemId}
       AND number = ${number}
       AND status = 'planned'`;
}

export interface ToSend extends TransactionKey {
  purpose: Purpose;
  signed: string;
  hash: string;
}

/** What of a sweep is signed and not known to be with a node, the lowest nonce first; or only these, whatever is known. */
export async function transactionsToSend(
  db: Db,
  sweepId: string,
  again: readonly TransactionKey[],
): Promise<ToSend[]> {
  return await db<ToSend[]>`
    SELECT made.merchant_id AS "merchantId",
           made.item_id AS "itemId",
           made.number,
           made.purpose,
           '0x' || encode(made.signed, 'hex') AS signed,
           '0x' || encode(made.hash, 'hex') AS hash
      FROM sweep_transactions AS made
      JOIN sweep_items AS item ON item.merchant_id = made.merchant_id AND item.id = made.item_id
     WHERE item.sweep_id = ${sweepId}
       AND (made.status = 'signed'
            OR (made.status = 'sent'
                AND (made.item_id, made.number) IN (
                  SELECT *
                    FROM unnest(
                      ${again.map((key) => key.itemId)}::uuid[],
                      ${again.map((key) => key.number)}::smallint[]))))
     ORDER BY made.nonce, item.number`;
}

/** A node has it. */
export async function markSent(
  sql: Sql,
  { merchantId, itemId, number }: TransactionKey,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sweep_transactions
       SET status = 'sent',
           sent_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND item_id = ${itemId}
       AND number = ${number}
       AND status = 'signed'`;
}

/** None of these can ever be in a block. The caller holds the item. */
export async function buryTransactions(tx: Tx, item: SweepItem, numbers: readonly number[]): Promise<void> {
  await tx`
    UPDATE sweep_transactions
       SET status = 'dead'
     WHERE merchant_id = ${item.merchantId}
       AND item_id = ${item.id}
       AND number = ANY (${[...numbers]}::smallint[])
       AND status IN ('planned', 'signed', 'sent')`;
}

/** One is in a block that stays; the others that it might have been never will be. The caller holds the item. */
export async function markFinal(
  tx: Tx,
  item: SweepItem,
  numbers: readonly number[],
  final: { number: number; blockNumber: bigint; networkFee: bigint },
): Promise<void> {
  await buryTransactions(
    tx,
    item,
    numbers.filter((number) => number !== final.number),
  );
  await tx`
    UPDATE sweep_transactions
       SET status = 'final',
           block_number = ${final.blockNumber},
           network_fee = ${String(final.networkFee)}
     WHERE merchant_id = ${item.merchantId}
       AND item_id = ${item.id}
       AND number = ${final.number}`;
}
