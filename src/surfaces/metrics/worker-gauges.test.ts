import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { watchWorkers } from './worker-gauges.ts';

test('each node shows whether it answers, and its load where it does; the nodes are asked once for all', async () => {
  let asked = 0;
  const registry = new Registry();
  watchWorkers(registry, async () => {
    asked += 1;
    return [
      { node: 'worker1:5432', isUp: true, shards: 16, connections: 40, maxConnections: 300 },
      { node: 'worker2:5432', isUp: false, shards: 16, connections: null, maxConnections: null },
    ];
  });
  const text = await registry.metrics();
  expect(text.match(/^pasarela_\S+ \S+$/gm)).toEqual([
    'pasarela_citus_node_up{node="worker1:5432"} 1',
    'pasarela_citus_node_up{node="worker2:5432"} 0',
    'pasarela_citus_node_shards{node="worker1:5432"} 16',
    'pasarela_citus_node_shards{node="worker2:5432"} 16',
    'pasarela_citus_node_connections{node="worker1:5432"} 40',
    'pasarela_citus_node_max_connections{node="worker1:5432"} 300',
  ]);
  expect(asked).toBe(1);
});

test('while the coordinator is away the other metrics are served', async () => {
  const registry = new Registry();
  watchWorkers(registry, () => Promise.reject(new Error('away')));
  expect(await registry.metrics()).not.toContain('node=');
});
