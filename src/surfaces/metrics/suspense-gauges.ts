import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/db/pool.ts';
import { assetCodes, assetDecimals } from '../../base/money/asset.ts';
import { suspenseUnits, waitingOrders } from '../../crypto/orders/list-store.ts';

/** Money that arrived and is unassigned, read from the database at each scrape. */
export function watchSuspense(registry: Registry, sql: Sql): void {
  function gauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the remaining metrics matter all the more.
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }
  gauge('pasarela_orders_waiting', 'Crypto orders that wait for a decision', async () => {
    return (await waitingOrders(sql, null, 0)).total;
  });
  for (const asset of assetCodes) {
    const name = `pasarela_${asset.toLowerCase()}_in_suspense`;
    gauge(name, `${asset} that came and that nobody was given yet`, async () => {
      return Number(await suspenseUnits(sql, asset)) / 10 ** assetDecimals;
    });
  }
}
