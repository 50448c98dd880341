import type { Db } from '../pool.ts';

export interface TableSize {
  table: string;
  /** An estimate by the last VACUUM or ANALYZE. */
  rows: bigint;
  partitions: number;
  tableBytes: bigint;
  indexBytes: bigint;
}

/** The disk usage of each table with all its partitions, summed over all workers, largest first. */
export async function tableSizes(db: Db): Promise<TableSize[]> {
  const here = await db<TableSize[]>`
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
  return db.isDistributed ? await onAllNodes(db, here) : here;
}

/**
 * On each worker the shards of a table are tables of their own, whose names end in the shard's number; the table itself
 * is empty.
 */
const sizesOnNode = `
  SELECT coalesce(json_agg(size), '[]')
    FROM (SELECT coalesce(part.logicalrelid, root.oid)::regclass::text AS name,
                 sum(greatest(held.reltuples, 0))::bigint AS rows,
                 sum(pg_table_size(held.oid))::bigint AS table_bytes,
                 sum(pg_indexes_size(held.oid))::bigint AS index_bytes
            FROM pg_class AS held
            JOIN pg_class AS root ON root.oid = coalesce(pg_partition_root(held.oid), held.oid)
            LEFT JOIN pg_dist_shard AS part ON part.shardid::text = substring(root.relname FROM '_([0-9]+)$')
           WHERE held.relkind = 'r'
             AND held.relnamespace = current_schema()::regnamespace
           GROUP BY 1) AS size`;

async function onAllNodes(db: Db, here: TableSize[]): Promise<TableSize[]> {
  const nodes = await db<{ success: boolean; result: string }[]>`
    SELECT success, result FROM run_command_on_all_nodes(${sizesOnNode})`;
  const away = nodes.find(({ success }) => !success);
  if (away) throw new Error(`A node does not tell its sizes: ${away.result}`);
  const sizes = await db<Omit<TableSize, 'partitions'>[]>`
    SELECT name AS "table",
           sum(rows)::bigint AS rows,
           sum(table_bytes)::bigint AS "tableBytes",
           sum(index_bytes)::bigint AS "indexBytes"
      FROM unnest(${nodes.map(({ result }) => result)}::json[]) AS node,
           json_to_recordset(node) AS size (name text, rows bigint, table_bytes bigint, index_bytes bigint)
     GROUP BY 1
     ORDER BY sum(table_bytes + index_bytes) DESC, 1`;
  const partitions = new Map(here.map((size) => [size.table, size.partitions]));
  return sizes.map((size) => ({ ...size, partitions: partitions.get(size.table) ?? 0 }));
}
