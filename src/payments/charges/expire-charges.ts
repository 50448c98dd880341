import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Sql } from '../../base/db/pool.ts';
import { announceStatus } from './announce.ts';
import { findExpired, lockExpired, setExpired } from './expired-store.ts';

/** One transaction's worth: short locks, and a backlog still goes in seconds. */
const batchSize = 500;

/** Ends open charges whose time is over. Answers how many; several workers share the work. */
export async function expireCharges(sql: Sql, now: Date): Promise<number> {
  const found = await findExpired(sql, now, batchSize);
  return await inMerchantBatches(sql, found, async (tx, batch) => {
    const charges = await lockExpired(tx, batch, now);
    if (charges.length === 0) return 0;
    await setExpired(tx, charges, now);
    await announceStatus(tx, charges, 'expired', now);
    return charges.length;
  });
}
