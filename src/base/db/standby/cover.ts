import type { Db } from '../pool.ts';

/** The settings under which PostgreSQL confirms a commit only when the standbys have it on disk. */
const waitingCommits = new Set(['on', 'remote_apply']);

/**
 * The standbys, by their connections, that each have a commit before it is acknowledged. Empty if there are none, or if
 * there are more than PostgreSQL waits for: one of them may lack a commit and still be promoted.
 */
export async function readCover(db: Db): Promise<string> {
  // Under `*` a base backup confirms commits like a standby.
  const [row] = await db<{ names: string; commit: string; pids: number[] }[]>`
    SELECT current_setting('synchronous_standby_names') AS names,
           current_setting('synchronous_commit') AS commit,
           ARRAY(SELECT pid
                   FROM pg_stat_replication
                  WHERE application_name IS DISTINCT FROM 'pg_basebackup'
                     OR current_setting('synchronous_standby_names') LIKE '%*%'
                  ORDER BY pid) AS pids`;
  if (!row || !waitingCommits.has(row.commit)) return '';
  const { names, pids } = row;
  return pids.length > 0 && pids.length <= waitedFor(names) ? `${names} ${pids.join(',')}` : '';
}

/** How many standbys a commit waits for, according to PostgreSQL's `synchronous_standby_names`. */
export function waitedFor(names: string): number {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
}

/** An empty commit. When it is acknowledged, so is everything before it. Returns its position in the WAL. */
export async function acknowledge(db: Db): Promise<string> {
  const [row] = await db<
    { lsn: string }[]
  >`SELECT pg_logical_emit_message(true, 'pasarela', '')::text AS lsn`;
  return row?.lsn ?? '';
}

/**
 * Whether this server, while a standby, received the WAL up to this position from the primary itself and replayed it.
 * False if the WAL came from an archive, or if the server was restarted after its promotion and no longer knows.
 */
export async function hasFollowed(db: Db, lsn: string): Promise<boolean> {
  const [row] = await db<{ hasFollowed: boolean | null }[]>`
    SELECT pg_last_wal_receive_lsn() >= ${lsn}::pg_lsn
       AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "hasFollowed"`;
  return row?.hasFollowed === true;
}
