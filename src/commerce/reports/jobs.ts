import { type AlarmDeps, endAlarm, raiseAlarm } from '../../accounts/alarms/alarms.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import { hourClosesAfterMs, hourOf, sumHours } from './hour-sums.ts';

const everyMs = 5 * 60_000;

/** Checks every merchant once an hour; a merchant without news costs four short statements. */
export function sumHoursJob(sql: Sql, now: () => Date): Job {
  let doneHour = 0;
  return {
    name: 'sum-hours',
    idleMs: everyMs,
    quietMs: everyMs,
    mayBeCutOff: true,
    async run() {
      // A fast clock must not sum an unfinished hour: entries booked in it later would be late.
      const [clock] = await sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
      const at = new Date(Math.min(now().getTime(), clock?.now.getTime() ?? 0));
      const hour = hourOf(new Date(at.getTime() - hourClosesAfterMs)).getTime();
      if (hour === doneHour) return 0;
      // A merchant that is left out is summed with the next hour: its figures are correct anyway.
      doneHour = hour;
      const failures: unknown[] = [];
      const merchants = await sql<{ id: string }[]>`SELECT id FROM merchants ORDER BY id`;
      for (const { id } of merchants) {
        await sumHours(sql, id, at).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
      return 0;
    },
  };
}

/** How long the alarm about entries in closed hours rings. */
const lateEntriesRingFor = '7 days';

/** Notifies the operator of entries that were written into closed hours: a clock is or was wrong. */
export function lateEntriesJob(deps: AlarmDeps): Job {
  return {
    name: 'late-entries',
    idleMs: everyMs,
    quietMs: everyMs,
    mayBeCutOff: true,
    async run() {
      const [late] = await deps.sql<{ count: number }[]>`
        SELECT count(*)::int AS count
          FROM late_entries
         WHERE counted_at > now() - ${lateEntriesRingFor}::interval`;
      const alarm = { network: 'all', code: 'late_entries' } as const;
      if ((late?.count ?? 0) > 0) {
        await raiseAlarm(deps, {
          ...alarm,
          text: `${late?.count} ledger entries were written into hours that were closed.`,
          advice:
            'They count as corrections in the open month; closed statements stay as they are. See whether the clocks of the database and of all processes are right.',
        });
      } else {
        await endAlarm(deps, { ...alarm, text: 'No ledger entry was written into closed hours for a week.' });
      }
      return 0;
    },
  };
}
