import type { Db } from '../pool.ts';

/**
 * Identifies this database: its server's identifier, its timeline and its own oid. A backup restored to a point in time
 * and a promoted standby have a new timeline; a database loaded from a dump has a new oid.
 */
export async function readCluster(db: Db): Promise<string> {
  const [row] = await db<{ cluster: string }[]>`
    SELECT concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_database.oid) AS cluster
      FROM pg_control_system(), pg_database
     WHERE datname = current_database()`;
  return row?.cluster ?? '';
}

/** Whether this is another database than the one noted in its tables. False if nothing was noted. */
export async function isOtherCluster(db: Db): Promise<boolean> {
  const [noted] = await db<{ value: string }[]>`
    SELECT value
      FROM installation
     WHERE name = 'cluster'`;
  return noted !== undefined && noted.value !== (await readCluster(db));
}

/** Whether the second is the next timeline of the first database: a promoted standby, or a restored backup. */
export function isPromotedFrom(before: string, after: string): boolean {
  const [server, timeline = '', database] = before.split(' ');
  const next = (Number.parseInt(timeline, 16) + 1).toString(16).toUpperCase().padStart(8, '0');
  return after === `${server} ${next} ${database}`;
}
