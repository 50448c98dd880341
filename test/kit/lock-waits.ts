import type { Sql } from '../../src/base/db/pool.ts';

/** How many wait for a lock in this database; where it is on Citus, on any of its nodes. */
export async function lockWaits(sql: Sql): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting
      FROM ${sql(sql.isDistributed ? 'citus_stat_activity' : 'pg_stat_activity')}
     WHERE datname = current_database()
       AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}
