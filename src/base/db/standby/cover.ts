import type { Db } from '../pool.ts';

/** PostgreSQL confirms a commit only when the standbys have it on their disks. */
const waitingCommits = new Set(['on', 'remote_apply']);

/**
 * The cover of what is acknowledged: the standbys, by their connections, each of which has a commit before anybody is told of it.
 * Empty where there are none, or one more than PostgreSQL waits for: that one may lack something, and be promoted.
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

/** How many standbys a commit waits for, by PostgreSQL's `synchronous_standby_names`. */
export function waitedFor(names: string): number {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
}

/** A commit of nothing. When it is acknowledged, so is all that was before it; answers where it stands in the log. */
export async function acknowledge(db: Db): Promise<string> {
  const [row] = await db<
    { lsn: string }[]
  >`SELECT pg_logical_emit_message(true, 'pasarela', '')::text AS lsn`;
  return row?.lsn ?? '';
}

/**
 * Whether this server, when it was a standby, got the log that far from the primary itself, and replayed it. False where it
 * came from an archive, and where the server was started anew since it was promoted and no longer knows.
 */
export async function hasFollowed(db: Db, lsn: string): Promise<boolean> {
  const [row] = await db<{ hasFollowed: boolean | null }[]>`
    SELECT pg_last_wal_receive_lsn() >= ${lsn}::pg_lsn
       AND pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn AS "hasFollowed"`;
  return row?.hasFollowed === true;
}
