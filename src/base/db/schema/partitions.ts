import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Sql, Tx } from '../pool.ts';

/**
 * The longest wait for statements that queue behind this one. Shorter than PostgreSQL's deadlock check: this
 * transaction gives up, never the other.
 */
const lockTimeoutMs = 500;
const restMs = 200;
/** A lock timeout, or a deadlock. */
const lockFailures = new Set(['55P03', '40P01']);

/** The names of a table's partitions, in order, without the table's name: `202611`, `default`. */
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
 * Changes partitions in a transaction that never makes others wait for long: if the table's lock is not free soon, it
 * gives up and retries. null: it never got the lock.
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
