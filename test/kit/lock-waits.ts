import type { Sql } from '../../src/base/db/pool.ts';

/** The number of sessions that wait for a lock in this database; on Citus, on any of its workers. */
export async function lockWaits(sql: Sql): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting
      FROM ${sql(sql.isDistributed ? 'citus_stat_activity' : 'pg_stat_activity')}
     WHERE datname = current_database()
       AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}
