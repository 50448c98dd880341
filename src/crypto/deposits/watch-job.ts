import type { Job } from '../../base/worker/worker.ts';
import type { Watcher } from './watch-network.ts';

/** Follows one network. A node is asked no oftener than people notice: whoever runs it may count the calls. */
export function watchJob(network: string, watcher: Watcher): Job {
  return {
    name: `watch-${network}`,
    idleMs: 1_000,
    isSteady: true,
    run: async () => ((await watcher.hasNews()) ? await watcher.step() : 0),
  };
}
