import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Sql, Tx } from '../pool.ts';

/**
 * So long whoever comes behind it in the queue has to wait at the most. Shorter than it takes PostgreSQL to look for those
 * who wait in a circle: it is this one that steps back, never the other.
 */
const lockTimeoutMs = 500;
const restMs = 200;
/** A table is not to be had in time, or only in a circle. */
const lockFailures = new Set(['55P03', '40P01']);

/** The names of a table's partitions, in their order, without the name of the table: `202611`, `default`. */
export async function partitionsOf(db: Db, table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT child.relname AS name
      FROM pg_inherits
      JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
     WHERE pg_inherits.inhparent = ${table}::regclass
     ORDER BY child.relname`;
  return rows.map(({ name }) => name.slice(table.length + 1));
}

/**
 * Changes partitions in a transaction that never lets others wait for long: where their table is not to be had soon it steps
 * back and tries again. null: it was not to be had.
 */
export async function changePartitions<T>(
  sql: Sql,
  tries: number,
  change: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  for (let left = tries; left > 0; left--) {
    try {
      return await sql.begin(async (tx) => {
        await tx`SET LOCAL lock_timeout = ${tx.unsafe(String(lockTimeoutMs))}`;
        return await change(tx);
      });
    } catch (error) {
      if (!lockFailures.has((error as { code?: string }).code ?? '')) throw error;
      await delay(restMs);
    }
  }
  return null;
}
