import type { Db, Sql, Tx } from '../pool.ts';
import type { Statement } from '../sql.ts';
import { isWorkerAway } from './reach.ts';

/** Rows by their merchant, always in the same order, so that two who lock them never wait for each other in a circle. */
export function byMerchant<Row extends { merchantId: string }>(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ merchantId }) => merchantId)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * What one statement may write or lock: everything, or, where merchants are spread over nodes, the rows of one of them. The
 * statement says `merchant_id ${ofBatch(db, batch)}`, which then names one node.
 */
export function merchantBatches<Row extends { merchantId: string }>(db: Db, rows: readonly Row[]): Row[][] {
  if (rows.length === 0) return [];
  return db.isDistributed ? byMerchant(rows).map(([, own]) => own) : [[...rows]];
}

/** A transaction for each batch; answers the sum of what they answer. A merchant whose node is away waits for another time. */
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

/** The right side of a condition on whose the rows of a batch are. */
export function ofBatch(db: Db, batch: readonly { merchantId: string }[]): Statement<unknown[]> {
  const merchants = merchantsOf(batch);
  if (db.isDistributed && merchants.length > 1) throw new Error('A batch on nodes has one merchant.');
  return db.isDistributed ? db`= ${merchants[0] ?? null}` : db`= ANY (${merchants}::uuid[])`;
}

export function merchantsOf(rows: readonly { merchantId: string }[]): string[] {
  return [...new Set(rows.map(({ merchantId }) => merchantId))];
}
