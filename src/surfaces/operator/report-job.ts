import { newId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { ProcessReport } from './process-report.ts';
import { deleteOldReports, deleteReport, saveReport } from './report-store.ts';

/** A change is written after this time at most. */
const lookMs = 5_000;
/** An unchanged report is also repeated, so that other processes know that this one is alive. */
const repeatMs = 15_000;
/** After two missed reports and one more interval the process counts as gone. */
export const heardWithinSeconds = 45;
/** Reports of killed processes are deleted after this time. */
const forgottenSeconds = 3_600;

/** Writes the state that only this process knows, on changes and at intervals. */
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
