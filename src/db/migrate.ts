import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from './pool.ts';
import { takeStartLock } from './start-lock.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Applies the migrations that this database lacks, in the order of their names, all in one
 * transaction: a start that is cut off leaves the database as it was.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await sql.begin(async (tx) => {
    await takeStartLock(tx, 'migrations');
    await tx`
      CREATE TABLE IF NOT EXISTS migrations (
        name       text PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`;
    const applied = new Set((await tx`SELECT name FROM migrations`).map((row) => row.name as string));
    const unknown = [...applied].filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `The database was migrated by a newer version of this program (${unknown.join(', ')}). Start that version.`,
      );
    }
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) {
      await tx.unsafe(await readFile(new URL(name, folder), 'utf8'));
      await tx`INSERT INTO migrations (name) VALUES (${name})`;
    }
    return missing;
  });
}
