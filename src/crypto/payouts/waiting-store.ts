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
