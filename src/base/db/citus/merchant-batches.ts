import type { Db, Sql, Tx } from '../pool.ts';
import type { Statement } from '../sql.ts';
import { isWorkerAway } from './reach.ts';

/** Groups rows by merchant, always in the same order, so that two transactions that lock them cannot deadlock. */
export function byMerchant<Row extends { merchantId: string }>(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ merchantId }) => merchantId)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Rows that one statement may write or lock: all of them, or on Citus the rows of one merchant. The statement says
 * `merchant_id ${ofBatch(db, batch)}`, which then selects one worker.
 */
export function merchantBatches<Row extends { merchantId: string }>(db: Db, rows: readonly Row[]): Row[][] {
  if (rows.length === 0) return [];
  return db.isDistributed ? byMerchant(rows).map(([, own]) => own) : [[...rows]];
}

/**
 * Runs a transaction per batch and returns the sum of their results. A merchant whose worker is down waits for another
 * run.
 */
export async function inMerchantBatches<Row extends { merchantId: string }>(
  sql: Sql,
  rows: readonly Row[],
  act: (tx: Tx, batch: Row[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const batch of merchantBatches(sql, rows)) {
    try {
      sum += await sql.begin((tx) => act(tx, batch));
    } catch (error) {
      if (!sql.isDistributed || !isWorkerAway(error)) throw error;
    }
  }
  return sum;
}

/** The right side of the condition on `merchant_id` for a batch. */
export function ofBatch(db: Db, batch: readonly { merchantId: string }[]): Statement<unknown[]> {
  const merchants = merchantsOf(batch);
  if (db.isDistributed && merchants.length > 1) throw new Error('A batch on nodes has one merchant.');
  return db.isDistributed ? db`= ${merchants[0] ?? null}` : db`= ANY (${merchants}::uuid[])`;
}

export function merchantsOf(rows: readonly { merchantId: string }[]): string[] {
  return [...new Set(rows.map(({ merchantId }) => merchantId))];
}
