import { Gauge, type Registry } from 'prom-client';
import { raisedCodes } from '../../accounts/alarms/alarm-list.ts';
import { allAlarms } from '../../accounts/alarms/alarms.ts';
import type { Sql } from '../../base/db/pool.ts';

/** Alarms that the service raised itself, read from the database at each scrape. Every process reports the same. */
export function watchAlarms(registry: Registry, sql: Sql): void {
  new Gauge({
    name: 'pasarela_alarms_raised',
    help: 'Alarms that the service raised and that are not over, by code; the dashboard says which network, machine or merchant',
    labelNames: ['code'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const alarms = await allAlarms(sql).catch(() => null);
      // "Could not ask" is not "no alarm": then there is no value.
      if (alarms === null) return;
      for (const code of raisedCodes)
        this.set({ code }, alarms.filter((alarm) => alarm.code === code).length);
    },
  });
}
