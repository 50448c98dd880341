import type { Db, Tx } from '../../../base/db/pool.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { BatchRow } from './read-batch.ts';

/** The payouts of one file. */
export interface PayoutBatch {
  merchantId: string;
  id: string;
  name: string;
  /** The person who uploaded the file, and after its confirmation the person who confirmed it. */
  madeBy: string;
  asset: AssetCode;
  digest: Buffer;
  lineCount: number;
  /** US cents. */
  amountMinor: bigint;
  createdAt: Date;
  confirmedAt: Date | null;
  finishedAt: Date | null;
}

export interface StoredRow extends BatchRow {
  payoutId: string;
  status: 'waiting' | 'made' | 'refused';
  /** The reason of a refusal: a code and its sentence. */
  refusal: string | null;
  explanation: string | null;
}

const batchColumns = `merchant_id AS "merchantId", id, name, made_by AS "madeBy", asset, digest, line_count AS "lineCount",
  amount_minor AS "amountMinor", created_at AS "createdAt", confirmed_at AS "confirmedAt", finished_at AS "finishedAt"`;
const lineColumns = `line, payout_id AS "payoutId", country, amount_minor AS "amountMinor", email, reference, description,
  status, refusal, explanation`;

export async function insertBatch(
  tx: Tx,
  batch: Omit<PayoutBatch, 'confirmedAt' | 'finishedAt'>,
  lines: readonly (BatchRow & { payoutId: string })[],
): Promise<void> {
  await tx`
    INSERT INTO payout_batches (
      merchant_id, id, name, made_by, asset, digest, line_count, amount_minor, created_at)
    VALUES (
      ${batch.merchantId}, ${batch.id}, ${batch.name}, ${batch.madeBy}, ${batch.asset}, ${batch.digest},
      ${batch.lineCount}, ${batch.amountMinor}, ${batch.createdAt})`;
  const rows = lines.map((line) => ({
    ...line,
    payout_id: line.payoutId,
    amount_minor: String(line.amountMinor),
    amountMinor: undefined,
  }));
  await tx`
    INSERT INTO payout_batch_lines (
      merchant_id, batch_id, line, payout_id, country, amount_minor, email, reference, description)
    SELECT ${batch.merchantId}, ${batch.id}, line, payout_id, country, amount_minor, email, reference, description
      FROM jsonb_to_recordset(${tx.json(rows)}) AS given (
             line integer, payout_id uuid, country text, amount_minor bigint, email text, reference text, description text)`;
}

export async function findBatch(db: Db, merchantId: string, id: string): Promise<PayoutBatch | null> {
  const [row] = await db<PayoutBatch[]>`
    SELECT ${db.unsafe(batchColumns)}
      FROM payout_batches
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

/** If two requests confirm a batch at once, the second sees the first. */
export async function lockBatch(tx: Tx, merchantId: string, id: string): Promise<PayoutBatch | null> {
  const [row] = await tx<PayoutBatch[]>`
    SELECT ${tx.unsafe(batchColumns)}
      FROM payout_batches
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ?? null;
}

/** Newest first, without unconfirmed batches. */
export async function listBatches(
  db: Db,
  merchantId: string,
  beforeId: string | null,
  limit: number,
): Promise<PayoutBatch[]> {
  return await db<PayoutBatch[]>`
    SELECT ${db.unsafe(batchColumns)}
      FROM payout_batches
     WHERE merchant_id = ${merchantId}
       AND confirmed_at IS NOT NULL
           ${beforeId === null ? db`` : db`AND id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

/** The newest confirmed batch with the same content; null: none. */
export async function findSameBatch(db: Db, batch: PayoutBatch): Promise<PayoutBatch | null> {
  const [row] = await db<PayoutBatch[]>`
    SELECT ${db.unsafe(batchColumns)}
      FROM payout_batches
     WHERE merchant_id = ${batch.merchantId}
       AND digest = ${batch.digest}
       AND confirmed_at IS NOT NULL
       AND id <> ${batch.id}
     ORDER BY id DESC
     LIMIT 1`;
  return row ?? null;
}

export async function saveConfirmed(tx: Tx, batch: PayoutBatch, madeBy: string, now: Date): Promise<void> {
  await tx`
    UPDATE payout_batches
       SET confirmed_at = ${now},
           made_by = ${madeBy}
     WHERE merchant_id = ${batch.merchantId}
       AND id = ${batch.id}
       AND confirmed_at IS NULL`;
}

export interface BatchCounts {
  waiting: number;
  made: number;
  refused: number;
}

export async function countRows(
  db: Db,
  { merchantId, id }: Pick<PayoutBatch, 'merchantId' | 'id'>,
): Promise<BatchCounts> {
  const [row] = await db<BatchCounts[]>`
    SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
           count(*) FILTER (WHERE status = 'made')::int AS made,
           count(*) FILTER (WHERE status = 'refused')::int AS refused
      FROM payout_batch_lines
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}`;
  return row ?? { waiting: 0, made: 0, refused: 0 };
}

/** The largest amount of a batch, in US cents. */
export async function largestRowMinor(
  db: Db,
  { merchantId, id }: Pick<PayoutBatch, 'merchantId' | 'id'>,
): Promise<bigint> {
  const [row] = await db<{ largest: bigint }[]>`
    SELECT max(amount_minor) AS largest
      FROM payout_batch_lines
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}`;
  return row?.largest ?? 0n;
}

export async function countriesOf(
  db: Db,
  { merchantId, id }: Pick<PayoutBatch, 'merchantId' | 'id'>,
): Promise<string[]> {
  const rows = await db<{ country: string }[]>`
    SELECT DISTINCT country
      FROM payout_batch_lines
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}`;
  return rows.map(({ country }) => country);
}

/** In file order, with the sealed claim secret of each payout made, as long as it is kept. */
export async function rowsOf(
  db: Db,
  { merchantId, id }: Pick<PayoutBatch, 'merchantId' | 'id'>,
  afterLine: number,
  limit: number,
): Promise<(StoredRow & { linkSealed: Buffer | null })[]> {
  return await db<(StoredRow & { linkSealed: Buffer | null })[]>`
    SELECT ${db.unsafe(lineColumns)},
           (SELECT link_sealed
              FROM payouts
             WHERE payouts.merchant_id = ${merchantId}
               AND payouts.id = payout_id) AS "linkSealed"
      FROM payout_batch_lines
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}
       AND line > ${afterLine}
     ORDER BY line
     LIMIT ${limit}`;
}

/** Confirmed batches with rows left to make, oldest first. */
export async function batchesToMake(db: Db, limit: number): Promise<PayoutBatch[]> {
  return await db<PayoutBatch[]>`
    SELECT ${db.unsafe(batchColumns)}
      FROM payout_batches
     WHERE confirmed_at IS NOT NULL
       AND finished_at IS NULL
     ORDER BY confirmed_at
     LIMIT ${limit}`;
}

export async function waitingRows(
  db: Db,
  { merchantId, id }: PayoutBatch,
  limit: number,
): Promise<StoredRow[]> {
  return await db<StoredRow[]>`
    SELECT ${db.unsafe(lineColumns)}
      FROM payout_batch_lines
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}
       AND status = 'waiting'
     ORDER BY line
     LIMIT ${limit}`;
}

/** Ends a row, once; false if another process ended it. */
export async function endRow(
  db: Db,
  { merchantId, id }: PayoutBatch,
  line: number,
  outcome: { status: 'made' } | { status: 'refused'; refusal: string; explanation: string },
): Promise<boolean> {
  const refused = outcome.status === 'refused' ? outcome : null;
  const rows = await db`
    UPDATE payout_batch_lines
       SET status = ${outcome.status},
           refusal = ${refused?.refusal ?? null},
           explanation = ${refused?.explanation ?? null}
     WHERE merchant_id = ${merchantId}
       AND batch_id = ${id}
       AND line = ${line}
       AND status = 'waiting'
    RETURNING line`;
  return rows.length === 1;
}

export async function finishBatch(db: Db, { merchantId, id }: PayoutBatch, now: Date): Promise<void> {
  await db`
    UPDATE payout_batches
       SET finished_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND finished_at IS NULL`;
}

/** Deletes unconfirmed batches with their rows. */
export async function forgetUnconfirmed(db: Db, before: Date): Promise<void> {
  await db`
    DELETE FROM payout_batches
     WHERE confirmed_at IS NULL
       AND created_at < ${before}`;
}
