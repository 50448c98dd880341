import { inMerchantBatches } from '../../base/db/citus/merchant-batches.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { OutcomeDeps } from './outcome/outcome-deps.ts';
import { failUnopened } from './outcome/record-outcome.ts';
import { findUnopened, lockUnopened } from './store.ts';

const batchSize = 200;

/** Ends orders for which no network was chosen in time. */
export function expireOrdersJob(deps: OutcomeDeps & { sql: Sql; now(): Date }): Job {
  return {
    name: 'expire-crypto-orders',
    idleMs: 2_000,
    async run() {
      const now = deps.now();
      const found = await findUnopened(deps.sql, now, batchSize);
      return await inMerchantBatches(deps.sql, found, async (tx, batch) => {
        const orders = await lockUnopened(tx, batch);
        await failUnopened(deps, tx, orders, now);
        return orders.length;
      });
    },
  };
}
