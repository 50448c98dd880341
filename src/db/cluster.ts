import type { Db } from './pool.ts';

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
