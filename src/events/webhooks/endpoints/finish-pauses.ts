import type { Sql } from '../../../base/db/pool.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { moveWaiting } from '../../outbox/delivery-store.ts';
import { queueOfEndpoint } from '../../outbox/webhook-endpoint.ts';
import { changedSince } from './store.ts';

/** For longer than a process goes on with what it knew of an endpoint, and than its longest transaction. */
const lookBackMs = 60 * 60 * 1000;

/**
 * Whoever pauses an endpoint or lets it go on moves what waits for it. This finishes what they left: they may have been
 * killed before, and another process may have recorded an event that did not know yet.
 */
export function finishPausesJob(sql: Sql, now: () => Date): Job {
  /** The first run looks at all endpoints: nobody may have been here for long. */
  let since = new Date(0);
  return {
    name: 'finish-endpoint-pauses',
    idleMs: 15_000,
    async run() {
      const startedAt = now();
      let moved = 0;
      for (const { merchantId, id, isPaused } of await changedSince(sql, since)) {
        const endpoint = { merchantId, queue: queueOfEndpoint(merchantId, id) };
        moved += await moveWaiting(sql, endpoint, isPaused ? 'hold' : 'release', startedAt);
      }
      since = new Date(startedAt.getTime() - lookBackMs);
      return moved;
    },
  };
}
