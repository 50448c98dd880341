import { Gauge, type Registry } from 'prom-client';
import type { WorkerState } from '../../base/db/citus/citus.ts';

/** The state of the Citus workers, read at each scrape. */
export function watchWorkers(registry: Registry, readStates: () => Promise<WorkerState[]>): void {
  let reading: Promise<WorkerState[]> | null = null;
  /** Read once for all gauges. While the coordinator is away the remaining metrics matter all the more. */
  const read = (): Promise<WorkerState[]> => {
    reading ??= readStates()
      .catch(() => [])
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const gauge = (name: string, help: string, toValue: (state: WorkerState) => number | null): void => {
    new Gauge({
      name: `pasarela_citus_node_${name}`,
      help,
      labelNames: ['node'] as const,
      registers: [registry],
      async collect() {
        this.reset();
        for (const state of await read()) {
          const value = toValue(state);
          if (value !== null) this.set({ node: state.node }, value);
        }
      },
    });
  };
  gauge('up', '1 where a node of Citus answers its coordinator', ({ isUp }) => (isUp ? 1 : 0));
  gauge(
    'shards',
    'Shards of the charges on a node of Citus: how the merchants are spread',
    ({ shards }) => shards,
  );
  gauge('connections', 'Connections that are open on a node of Citus', ({ connections }) => connections);
  gauge('max_connections', 'Connections that a node of Citus allows', ({ maxConnections }) => maxConnections);
}
