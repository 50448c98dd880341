import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { isRestored } from './pauses/pauses.ts';
import { endPayouts } from './record-outcome.ts';
import { findUnconfirmed, lockUnconfirmed } from './store.ts';

const batchSize = 200;

/** Ends payouts whose wallet was not confirmed in time; the money returns to the merchant. */
export function expirePayoutsJob(deps: { sql: Sql; notation: Notation; now(): Date }): Job {
  return {
    name: 'expire-payouts',
    idleMs: 2_000,
    async run() {
      const now = deps.now();
      const found = await findUnconfirmed(deps.sql, now, batchSize);
      return await inMerchantBatches(deps.sql, found, async (tx, batch) => {
        // A payout sent after the backup may look unconfirmed here: its money is no longer the merchant's.
        if (await isRestored(tx)) return 0;
        const payouts = await lockUnconfirmed(tx, batch, now);
        const ends = payouts.map((payout) => ({
          payout,
          status: 'failed' as const,
          failure: 'expired' as const,
          note: null,
          transactionHash: null,
        }));
        await endPayouts(deps.notation, tx, ends, now);
        return payouts.length;
      });
    },
  };
}
