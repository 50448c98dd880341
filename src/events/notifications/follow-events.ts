import { firstIdAt } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { Changes } from '../outbox/changes.ts';
import { decideNotification } from './decide-notifications.ts';
import type { NotifyDeps } from './notify-people.ts';
import {
  dropOldNotifications,
  eventsSince,
  insertNotifications,
  readProgress,
  writeProgress,
} from './store.ts';
import { sumUpDay } from './sum-up-day.ts';

/**
 * Makes notifications from events. The event is the durable cause: nothing is written in its transaction. Merchants
 * with news are announced between processes; every merchant is also looked at each minute, so that a lost announcement
 * costs a minute and loses nothing.
 */

const sweepEveryMs = 60_000;
/**
 * Events may be committed after others with a later id. After an announcement the last half minute is read again; in
 * each round more than any transaction lasts. What was made already is left out by its cause.
 */
const overlapMs = { announced: 30_000, round: 10 * 60_000 };
const pageSize = 500;
/** A merchant that is new here begins with what happened lately. */
const firstMs = 10 * 60_000;
const keepDays = 90;
const dayMs = 24 * 60 * 60_000;

export function followEventsJob(deps: NotifyDeps, changes: Changes): Job {
  const { sql, now } = deps;
  const announced = new Set<string>();
  let isAllDue = true;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  changes.subscribe((merchantIds) => {
    if (merchantIds === null) isAllDue = true;
    else for (const id of merchantIds) announced.add(id);
  });
  return {
    name: 'follow-events',
    idleMs: 500,
    mayBeCutOff: true,
    async run() {
      let made = 0;
      const some = [...announced];
      announced.clear();
      for (const id of some) made += await follow(sql, id, overlapMs.announced, now());
      if (isAllDue || performance.now() - sweptAtMs >= sweepEveryMs) {
        isAllDue = false;
        sweptAtMs = performance.now();
        const merchants = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
        const failures: unknown[] = [];
        for (const { id } of merchants) {
          try {
            made += await follow(sql, id, overlapMs.round, now());
            made += await sumUpDay(deps, id);
            await dropOldNotifications(sql, id, new Date(now().getTime() - keepDays * dayMs));
          } catch (error) {
            // The worker of one merchant may be away: the others go on.
            failures.push(error);
          }
        }
        if (failures.length > 0) throw failures[0];
      }
      return made;
    },
  };
}

/** Reads a merchant's new events; returns how many notifications it made. */
export async function follow(sql: Sql, merchantId: string, overlap: number, now: Date): Promise<number> {
  const progress = await readProgress(sql, merchantId);
  const since = progress?.readUntil ?? new Date(now.getTime() - firstMs);
  let afterId = firstIdAt(new Date(since.getTime() - (progress ? overlap : 0)));
  let made = 0;
  for (;;) {
    const events = await eventsSince(sql, merchantId, afterId, pageSize);
    const told = events.flatMap((event) => decideNotification(event) ?? []);
    made += await insertNotifications(sql, told);
    const last = events.at(-1);
    if (events.length < pageSize || !last) break;
    afterId = last.id;
  }
  // A quiet merchant costs no write: the events since are few.
  const isStale = now.getTime() - since.getTime() > overlapMs.round / 2;
  if (made > 0 || isStale || !progress) await writeProgress(sql, merchantId, now);
  return made;
}
