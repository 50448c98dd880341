import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Sql } from '../../base/db/pool.ts';
import { announceStatus } from './announce.ts';
import { findExpired, lockExpired, setExpired } from './expired-store.ts';

/** Rows per transaction: locks stay short, and a backlog still clears in seconds. */
const batchSize = 500;

/** Expires open charges whose time is over and returns how many; several workers share the work. */
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
