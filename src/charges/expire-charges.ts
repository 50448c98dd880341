import type { Sql } from '../db/pool.ts';
import { announceStatus } from './announce.ts';
import { lockExpired, setExpired } from './store.ts';

/** One transaction's worth: short locks, and a backlog still goes in seconds. */
const batchSize = 500;

/** Ends open charges whose time is over. Answers how many; several workers share the work. */
export async function expireCharges(sql: Sql, now: Date): Promise<number> {
  return await sql.begin(async (tx) => {
    const charges = await lockExpired(tx, now, batchSize);
    if (charges.length === 0) return 0;
    await setExpired(tx, charges, now);
    await announceStatus(tx, charges, 'expired', now);
    return charges.length;
  });
}
