import { takeStartLock } from '../db/locks.ts';
import type { Sql } from '../db/pool.ts';

/** Made this many days ahead: a program that stands still for a weekend misses none. */
const daysAhead = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Keeps the delivery log's daily partitions: those to come are made, those past their age dropped. */
export async function keepPartitions(sql: Sql, keepDays: number, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    await takeStartLock(tx, 'partitions of the delivery log');
    // From yesterday on: at midnight another process may be a little behind.
    for (let ahead = -1; ahead <= daysAhead; ahead++) {
      const day = new Date(now.getTime() + ahead * dayMs);
      const [from, to] = [isoDay(day), isoDay(new Date(day.getTime() + dayMs))];
      await tx.unsafe(
        `CREATE TABLE IF NOT EXISTS ${partitionName(day)}
           PARTITION OF delivery_attempts
           FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`,
      );
    }
    const oldest = partitionName(new Date(now.getTime() - keepDays * dayMs));
    const old = await tx<{ name: string }[]>`
      SELECT child.relname AS name
        FROM pg_inherits
        JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
       WHERE pg_inherits.inhparent = 'delivery_attempts'::regclass
         AND child.relname < ${oldest}`;
    for (const { name } of old) await tx`DROP TABLE ${tx(name)}`;
  });
}

/** The name sorts like the day. */
function partitionName(day: Date): string {
  return `delivery_attempts_${isoDay(day).replaceAll('-', '')}`;
}

function isoDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
