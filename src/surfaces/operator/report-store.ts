import type { Db, Sql } from '../../base/db/pool.ts';
import type { KnownProcess, ProcessReport } from './process-report.ts';

export async function saveReport(
  sql: Sql,
  processId: string,
  startedAt: Date,
  report: ProcessReport,
): Promise<void> {
  await sql`
    INSERT INTO process_reports (process_id, started_at, seen_at, report)
    VALUES (${processId}, ${startedAt}, now(), ${sql.json(report)})
        ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at, report = excluded.report`;
}

export async function deleteReport(sql: Sql, processId: string): Promise<void> {
  await sql`
    DELETE FROM process_reports
     WHERE process_id = ${processId}`;
}

export async function deleteOldReports(sql: Sql, olderThanSeconds: number): Promise<void> {
  await sql`
    DELETE FROM process_reports
     WHERE seen_at < now() - make_interval(secs => ${olderThanSeconds})`;
}

/** The processes that reported within this many seconds, the longest running first. */
export async function readReports(db: Db, withinSeconds: number): Promise<KnownProcess[]> {
  const rows = await db<{ processId: string; startedAt: Date; seenAt: Date; report: ProcessReport }[]>`
    SELECT process_id AS "processId", started_at AS "startedAt", seen_at AS "seenAt", report
      FROM process_reports
     WHERE seen_at > now() - make_interval(secs => ${withinSeconds})
     ORDER BY started_at, process_id`;
  return rows.map(({ report, ...row }) => ({ ...report, ...row }));
}
