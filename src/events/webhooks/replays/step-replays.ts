import { claimDue, type Leased } from '../../../base/db/leases.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { nextEventIds, putBack } from '../../outbox/event-store.ts';
import { readEventFilter } from '../event-query.ts';
import { lockLeasedReplay, saveStep } from './replay-store.ts';

/** Concurrent steps in one process; each is one short transaction. */
const batchSize = 8;
/** Longer than the statements of a step may take; a crashed worker's replays continue after it. */
const leaseSeconds = 30;
/** A step puts back one second's events, so the rest between two steps keeps the rate, even after a delay. */
const restSeconds = 1;

/** Runs replays: one step per second, over all workers. */
export function replayJob(sql: Sql): Job {
  return {
    name: 'step-replays',
    idleMs: 1_000,
    againMs: restSeconds * 1000,
    async run() {
      const leased = await claimDue(sql, 'replays', batchSize, leaseSeconds);
      await Promise.all(leased.map((lease) => stepReplay(sql, lease)));
      return leased.length;
    },
  };
}

/**
 * Puts the next events of a replay back and moves its cursor in the same transaction: interrupted at any point, the
 * step happened or did not, so no event is skipped or repeated.
 */
export async function stepReplay(sql: Sql, lease: Leased): Promise<void> {
  await sql.begin(async (tx) => {
    const replay = await lockLeasedReplay(tx, lease);
    if (!replay) return;
    const { filter } = readEventFilter(replay.filter, []);
    const range = { afterId: replay.afterEventId, beforeId: replay.id };
    const eventIds = await nextEventIds(tx, replay.merchantId, filter, range, replay.perSecond);
    await saveStep(tx, replay, {
      status: eventIds.length < replay.perSecond ? 'finished' : 'running',
      afterEventId: eventIds.at(-1) ?? replay.afterEventId,
      putBack: await putBack(tx, replay.merchantId, eventIds),
      restSeconds,
    });
  });
}
