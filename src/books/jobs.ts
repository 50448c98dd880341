import type { Sql } from '../db/pool.ts';
import type { Job } from '../worker/worker.ts';
import { hourOf, sumHours } from './hour-sums.ts';

const everyMs = 5 * 60_000;

/** Looks at every merchant once an hour; one of whom nothing is new costs four short statements. */
export function sumHoursJob(sql: Sql, now: () => Date): Job {
  let doneHour = 0;
  return {
    name: 'sum-hours',
    idleMs: everyMs,
    quietMs: everyMs,
    mayBeCutOff: true,
    async run() {
      // Late in the hour, when the one before is settled.
      const hour = hourOf(new Date(now().getTime() - 15 * 60_000)).getTime();
      if (hour === doneHour) return 0;
      const merchants = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
      for (const { id } of merchants) await sumHours(sql, id, now());
      doneHour = hour;
      return 0;
    },
  };
}
