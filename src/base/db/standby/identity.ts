import type { Db } from '../pool.ts';

/**
 * What database this is: its server's identity, its timeline and its own number. A backup that was restored to a point in time
 * and a standby that was promoted have a new timeline, one that was loaded from a dump a new number.
 */
export async function readCluster(db: Db): Promise<string> {
  const [row] = await db<{ cluster: string }[]>`
    SELECT concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_database.oid) AS cluster
      FROM pg_control_system(), pg_database
     WHERE datname = current_database()`;
  return row?.cluster ?? '';
}

/** Whether this is another database than the one whose books it has. False where nothing was noted of it. */
export async function isOtherCluster(db: Db): Promise<boolean> {
  const [noted] = await db<{ value: string }[]>`
    SELECT value
      FROM installation
     WHERE name = 'cluster'`;
  return noted !== undefined && noted.value !== (await readCluster(db));
}

/** Whether the one is a standby of the other that was promoted, or the other restored: the next timeline of the same database. */
export function isPromotedFrom(before: string, after: string): boolean {
  const [server, timeline = '', database] = before.split(' ');
  const next = (Number.parseInt(timeline, 16) + 1).toString(16).toUpperCase().padStart(8, '0');
  return after === `${server} ${next} ${database}`;
}
