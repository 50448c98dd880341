import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Job } from '../../../base/worker/worker.ts';
import type { RunKind } from './run.ts';
import { insertDueRun } from './run-store.ts';

/** Custody is compared every hour and card processors every day by jobs of their own. */
const nightly = ['ledger_check', 'audit_verification'] as const satisfies RunKind[];
/** The value of `started_by` for scheduled checks. */
const scheduledBy = 'schedule';
const everyMs = 60_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface NightlyDeps {
  sql: Sql;
  /** Minutes after midnight, UTC. */
  nightlyMinute: number;
  now(): Date;
}

/**
 * Starts each nightly check once a day. If no worker ran at that time, or the installation is new, it starts at once.
 */
export function nightlyJob({ sql, nightlyMinute, now }: NightlyDeps): Job {
  return {
    name: 'nightly-checks',
    idleMs: everyMs,
    quietMs: everyMs,
    isSteady: true,
    async run() {
      const dueSince = lastNight(now(), nightlyMinute);
      for (const kind of nightly) {
        const run = { id: newId(), kind, subject: {}, startedBy: scheduledBy, createdAt: now() };
        await insertDueRun(sql, run, dueSince);
      }
      return 0;
    },
  };
}

/** The most recent time at this minute of the day. */
function lastNight(now: Date, minute: number): Date {
  const atMs = minute * minuteMs;
  return new Date(Math.floor((now.getTime() - atMs) / dayMs) * dayMs + atMs);
}
