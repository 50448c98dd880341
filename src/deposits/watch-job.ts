import type { Job } from '../worker/worker.ts';
import type { Watcher } from './watch-network.ts';

/** Follows one network. A block comes every second at the quickest: looking twice as often is enough. */
export function watchJob(network: string, watcher: Watcher): Job {
  return {
    name: `watch-${network}`,
    idleMs: 500,
    isSteady: true,
    run: async () => ((await watcher.hasNews()) ? await watcher.step() : 0),
  };
}
