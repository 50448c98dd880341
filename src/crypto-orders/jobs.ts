import type { Sql } from '../db/pool.ts';
import type { Job } from '../worker/worker.ts';
import type { SettleDeps } from './settle-deps.ts';
import { failUnopened } from './settle-order.ts';
import { lockUnopened } from './store.ts';

const batchSize = 200;

/** Ends orders for which no network was chosen in time. */
export function expireOrdersJob(deps: SettleDeps & { sql: Sql; now(): Date }): Job {
  return {
    name: 'expire-crypto-orders',
    idleMs: 2_000,
    run: () =>
      deps.sql.begin(async (tx) => {
        const now = deps.now();
        const orders = await lockUnopened(tx, now, batchSize);
        await failUnopened(deps, tx, orders, now);
        return orders.length;
      }),
  };
}
