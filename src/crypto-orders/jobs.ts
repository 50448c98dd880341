import type { Sql } from '../db/pool.ts';
import type { Job } from '../worker.ts';
import { failUnopened, type SettleDeps } from './settle-order.ts';
import { lockUnopened } from './store.ts';
import type { Watcher } from './watch-network.ts';

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

/** Follows one network. A block comes every second at the quickest: looking twice as often is enough. */
export function watchJob(network: string, watcher: Watcher): Job {
  return {
    name: `watch-${network}`,
    idleMs: 500,
    // Payments come without a request to us.
    quietMs: 1_000,
    isSteady: true,
    run: async () => ((await watcher.hasNews()) ? await watcher.step() : 0),
  };
}
