import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/db/pool.ts';
import { readProcesses } from './read-state.ts';

/** The roles that are running, from the processes' own reports. Every process reports the same. */
export function watchProcesses(registry: Registry, sql: Sql): void {
  new Gauge({
    name: 'pasarela_processes',
    help: 'Processes that were heard of lately, by role',
    labelNames: ['role'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const processes = await readProcesses(sql).catch(() => null);
      if (processes === null) return;
      for (const role of ['api', 'worker', 'watcher']) {
        this.set({ role }, processes.filter(({ roles }) => roles.includes(role)).length);
      }
    },
  });
}
