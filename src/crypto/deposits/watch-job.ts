import type { Job } from '../../base/worker/worker.ts';
import type { Watcher } from './watch-network.ts';

/** Follows one network. It polls a node no more often than people would notice, because node calls may be billed. */
export function watchJob(network: string, watcher: Watcher): Job {
  return {
    name: `watch-${network}`,
    idleMs: 1_000,
    isSteady: true,
    run: async () => ((await watcher.hasNews()) ? await watcher.step() : 0),
  };
}
