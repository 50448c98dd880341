import type { Sql } from '../db/pool.ts';
import type { Job } from '../worker/worker.ts';
import { hourOf, settledAfterMs, sumHours } from './hour-sums.ts';

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
      const hour = hourOf(new Date(now().getTime() - settledAfterMs)).getTime();
      if (hour === doneHour) return 0;
      // Who is left out is looked at with the next hour: what is shown of them is right all the same.
      doneHour = hour;
      const failures: unknown[] = [];
      const merchants = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
      for (const { id } of merchants) {
        await sumHours(sql, id, now()).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
      return 0;
    },
  };
}
