import type { Db } from '../../base/db/pool.ts';

/** Counts stop here: a gauge or a page needs no exact number above it. */
const maxCount = 10_000;

/** Uses the index payouts_to_send. */
export async function payoutsWaiting(db: Db): Promise<{ network: string; reason: string; value: number }[]> {
  return await db<{ network: string; reason: string; value: number }[]>`
    SELECT network, coalesce(wait_reason, 'turn') AS reason, count(*)::int AS value
      FROM (
        SELECT network, wait_reason
          FROM payouts
         WHERE status = 'queued'
         LIMIT ${maxCount}
      ) AS waiting
     GROUP BY network, reason`;
}

/** A merchant's payouts that wait for a person's approval. Uses the index payouts_to_review. */
export async function payoutsToApprove(db: Db, merchantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (
        SELECT 1
          FROM payouts
         WHERE merchant_id = ${merchantId}
           AND status = 'review'
         LIMIT ${maxCount}
      ) AS waiting`;
  return row?.count ?? 0;
}
