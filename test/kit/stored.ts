import type { Sql } from '../../src/base/db/pool.ts';

interface Table {
  schema: string;
  name: string;
}

/** Partitions are read through their table. */
async function tablesOf(sql: Sql): Promise<Table[]> {
  return await sql<Table[]>`
    SELECT relnamespace::regnamespace::text AS schema, relname AS name
      FROM pg_class
     WHERE relkind IN ('r', 'p')
       AND NOT relispartition
       AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     ORDER BY 1, 2`;
}

/** Tables in which the program logs itself and its callers, whatever the answer was. */
const logs = new Set(['api_requests', 'api_key_uses', 'process_reports']);

/** The number of rows in each table: if equal before and after, nothing was added or removed. */
export async function rowCounts(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await tablesOf(sql)) {
    if (logs.has(name)) continue;
    const [row] = await sql<
      { rows: number }[]
    >`SELECT count(*)::int AS rows FROM ${sql(schema)}.${sql(name)}`;
    counts[`${schema}.${name}`] = row?.rows ?? 0;
  }
  return counts;
}

/**
 * Every row of every table as text, whatever the type of its columns, by table. Bytes are written twice: as hexadecimal
 * digits and as the characters they may represent.
 */
export async function everythingStored(sql: Sql): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (const { schema, name } of await tablesOf(sql)) {
    const rows = await sql<{ row: string }[]>`
      SELECT table_row::text AS row
        FROM ${sql(schema)}.${sql(name)} AS table_row`;
    const text = rows.map(({ row }) => row).join('\n');
    const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    );
    stored.set(`${schema}.${name}`, [text, ...bytes].join('\n'));
  }
  return stored;
}
