import { Counter, Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../base/db/pool.ts';

/** Whether the database takes writes, and whether this process has enough connections to it. */
export function watchPool(
  registry: Registry,
  sql: Pick<Sql, 'pool'>,
  /** Throws if the database takes no writes. */
  probeWrite: () => Promise<void>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'pasarela_database_writable',
    help: '1 where the database took a write of this process within the last seconds; 0: it is away, full or read-only',
    registers,
    async collect() {
      this.set(
        await probeWrite().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  new Gauge({
    name: 'pasarela_database_connections',
    help: 'Connections of this process to the database: at the most (max), open, and in use (busy)',
    labelNames: ['state'],
    registers,
    collect() {
      const { max, open, busy } = sql.pool();
      for (const [state, count] of Object.entries({ max, open, busy })) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'pasarela_database_pool_waiting',
    help: 'Callers in this process that wait for a connection to the database',
    registers,
    collect() {
      this.set(sql.pool().waiting);
    },
  });
  const counter = (name: string, help: string, read: () => number): void => {
    let told = 0;
    new Counter({
      name,
      help,
      registers,
      collect() {
        const now = read();
        this.inc(now - told);
        told = now;
      },
    });
  };
  counter(
    'pasarela_database_pool_waits_total',
    'How often a caller had to wait for a connection',
    () => sql.pool().waits,
  );
  counter(
    'pasarela_database_pool_wait_seconds_total',
    'How long callers have waited for a connection, all together',
    () => sql.pool().waitedMs / 1_000,
  );
}
