import type { Db } from './pool.ts';

export interface TableSize {
  table: string;
  /** As the last VACUUM or ANALYZE counted them. */
  rows: bigint;
  partitions: number;
  tableBytes: bigint;
  indexBytes: bigint;
}

/** What each table takes on disk with all its partitions, the largest first. */
export async function tableSizes(db: Db): Promise<TableSize[]> {
  return await db<TableSize[]>`
    SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS "table",
           sum(greatest(reltuples, 0))::bigint AS rows,
           count(*) FILTER (WHERE relispartition)::int AS partitions,
           sum(pg_table_size(oid))::bigint AS "tableBytes",
           sum(pg_indexes_size(oid))::bigint AS "indexBytes"
      FROM pg_class
     WHERE relkind = 'r'
       AND relnamespace = current_schema()::regnamespace
     GROUP BY 1
     ORDER BY sum(pg_total_relation_size(oid)) DESC, 1`;
}
