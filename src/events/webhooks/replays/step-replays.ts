import { claimDue, type Leased } from '../../../base/db/leases.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { nextEventIds, putBack } from '../../outbox/event-store.ts';
import { readEventFilter } from '../event-query.ts';
import { lockLeasedReplay, saveStep } from './replay-store.ts';

/** Steps side by side in one process; each is one short transaction. */
const batchSize = 8;
/** Longer than the statements of a step may take; a crashed worker's replays go on after it. */
const leaseSeconds = 30;
/** A step puts back what one second may, so the rest between two keeps the rate, whatever was missed. */
const restSeconds = 1;

/** Works off replays: each second a step, over all workers. */
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
 * Puts the next events of a replay back to work and moves its cursor in the same transaction: cut
 * off at any point it either happened or did not, so none is left out and none comes twice.
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
