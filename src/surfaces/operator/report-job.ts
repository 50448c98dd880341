import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { ProcessReport } from './process-report.ts';
import { deleteOldReports, deleteReport, saveReport } from './report-store.ts';

/** What changed is written after so long at the most. */
const lookMs = 5_000;
/** What did not change, too: so that others know that the process is there. */
const repeatMs = 15_000;
/** Twice missed, and one more: it is gone. */
export const heardWithinSeconds = 45;
/** Of processes that were killed. */
const forgottenSeconds = 3_600;

/** Writes what this process alone knows, when it changes and now and then. */
export function createReporter(deps: { sql: Sql; report(): ProcessReport; now(): Date }): {
  job: Job;
  release(): Promise<void>;
} {
  const { sql } = deps;
  const processId = newId();
  const startedAt = deps.now();
  let written = '';
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  return {
    job: {
      name: 'report-process',
      idleMs: lookMs,
      quietMs: repeatMs,
      async run() {
        const report = deps.report();
        const text = JSON.stringify(report);
        const nowMs = performance.now();
        if (text === written && nowMs - writtenAtMs < repeatMs) return 0;
        await saveReport(sql, processId, startedAt, report);
        await deleteOldReports(sql, forgottenSeconds);
        written = text;
        writtenAtMs = nowMs;
        return 0;
      },
    },
    release: () => deleteReport(sql, processId),
  };
}
