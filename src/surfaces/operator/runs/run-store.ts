import { isLeasable, leasedTo, unleased } from '../../../base/db/leases.ts';
import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { Run, RunKind, RunResult, RunSubject } from './run.ts';

const runColumns = `
  id, kind, subject, status, started_by AS "startedBy", created_at AS "createdAt", ended_at AS "endedAt", tries, done, total,
  step, found, result, failure`;

/** Newest first. */
export async function listRuns(db: Db, kind: RunKind | null, limit: number): Promise<Run[]> {
  return await db<Run[]>`
    SELECT ${db.unsafe(runColumns)}
      FROM runs
     WHERE ${kind === null ? db`true` : db`kind = ${kind}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

export async function findRun(db: Db, id: string): Promise<Run | null> {
  const [row] = await db<Run[]>`
    SELECT ${db.unsafe(runColumns)}
      FROM runs
     WHERE id = ${id}`;
  return row ?? null;
}

/** The unfinished run of a kind. */
export async function openRun(db: Db, kind: RunKind): Promise<Run | null> {
  const [row] = await db<Run[]>`
    SELECT ${db.unsafe(runColumns)}
      FROM runs
     WHERE kind = ${kind}
       AND status IN ('waiting', 'running')`;
  return row ?? null;
}

/** False: a run of its kind is unfinished. */
export async function insertRun(
  tx: Tx,
  run: Pick<Run, 'id' | 'kind' | 'startedBy' | 'createdAt'> & { subject: RunSubject },
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO runs (id, kind, subject, started_by, created_at)
    VALUES (${run.id}, ${run.kind}, ${tx.json(run.subject)}, ${run.startedBy}, ${run.createdAt})
        ON CONFLICT (kind) WHERE status IN ('waiting', 'running') DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/** Starts a run unless one of its kind was started since then, by anyone. */
export async function insertDueRun(
  sql: Sql,
  run: Pick<Run, 'id' | 'kind' | 'startedBy' | 'createdAt'> & { subject: RunSubject },
  dueSince: Date,
): Promise<void> {
  const [newest] = await listRuns(sql, run.kind, 1);
  if (newest && newest.createdAt >= dueSince) return;
  await sql.begin((tx) => insertRun(tx, run));
}

/** Stores a run that has already ended: it was done outside of the worker. */
export async function insertEndedRun(
  sql: Sql,
  run: Pick<Run, 'id' | 'kind' | 'startedBy' | 'createdAt'> & {
    endedAt: Date;
    found: bigint;
    result: RunResult;
  },
): Promise<void> {
  await sql`
    INSERT INTO runs (id, kind, subject, status, started_by, created_at, ended_at, found, result)
    VALUES (${run.id}, ${run.kind}, ${sql.json({})}, 'finished', ${run.startedBy}, ${run.createdAt}, ${run.endedAt},
            ${run.found}, ${sql.json(run.result)})`;
}

/** At most one run of a kind is open: the process that claims it owns it until the lease ends. */
export async function claimRun(
  sql: Sql,
  kind: RunKind,
  token: string,
  leaseSeconds: number,
): Promise<Run | null> {
  const [row] = await sql<Run[]>`
    UPDATE runs
       SET status = 'running',
           tries = tries + 1,
           done = 0,
           total = 0,
           step = NULL,
           ${leasedTo(sql, token, leaseSeconds)}
     WHERE kind = ${kind}
       AND status IN ('waiting', 'running')
       AND (lease_until IS NULL OR lease_until < now())
    RETURNING ${sql.unsafe(runColumns)}`;
  return row ?? null;
}

export interface RunProgress {
  done: number | bigint;
  total: number | bigint;
  step: string | null;
}

/** Renews the lease and saves the progress; false: another process has taken over. */
export async function saveProgress(
  sql: Sql,
  id: string,
  token: string,
  { done, total, step }: RunProgress,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE runs
       SET done = ${BigInt(done)},
           total = ${BigInt(total)},
           step = ${step},
           ${leasedTo(sql, token, leaseSeconds)}
     WHERE id = ${id}
       AND status = 'running'
       AND ${isLeasable(sql, token)}
    RETURNING id`;
  return rows.length === 1;
}

export type RunEnd =
  | { status: 'finished'; found: bigint; result: RunResult }
  | { status: 'broken_off'; failure: string };

/** Only the lease holder can end it: a late call changes nothing. */
export async function endRun(sql: Sql, id: string, token: string, end: RunEnd, now: Date): Promise<boolean> {
  const isFinished = end.status === 'finished';
  const rows = await sql`
    UPDATE runs
       SET status = ${end.status},
           ended_at = ${now},
           done = ${isFinished ? sql`total` : sql`done`},
           step = NULL,
           found = ${isFinished ? end.found : null},
           result = ${isFinished ? sql.json(end.result) : null},
           failure = ${isFinished ? null : end.failure},
           ${unleased(sql)}
     WHERE id = ${id}
       AND status = 'running'
       AND lease_token = ${token}
    RETURNING id`;
  return rows.length === 1;
}

/** Kept per kind. */
export const keptRuns = 50;

/** Deletes all but the newest runs of a kind. */
export async function forgetOldRuns(sql: Sql, kind: RunKind, kept: number): Promise<void> {
  const newest = await listRuns(sql, kind, kept);
  const oldest = newest[kept - 1];
  if (!oldest) return;
  await sql`
    DELETE FROM runs
     WHERE kind = ${kind}
       AND id < ${oldest.id}
       AND status IN ('finished', 'broken_off')`;
}
