import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { changePartitions, partitionsOf } from '../../base/db/schema/partitions.ts';

/** Made this many days ahead: a program that is stopped for a weekend misses none. */
const daysAhead = 7;
const dayMs = 24 * 60 * 60 * 1000;
/** These attempts take over half a minute: without a partition for its log, a send could not be recorded. */
const triesToMake = 50;
/** A partition that cannot be dropped now is dropped an hour later. */
const triesToDrop = 5;

/** Makes the coming daily partitions of the delivery log. */
export async function makeLogPartitions(sql: Sql, now: Date): Promise<void> {
  // Starts with yesterday: at midnight another process's clock may be a little behind.
  const days = Array.from(
    { length: daysAhead + 2 },
    (_, at) => new Date(now.getTime() + (at - 1) * dayMs),
  ).map((day) => ({ name: nameOf(day), from: isoDay(day), to: isoDay(new Date(day.getTime() + dayMs)) }));
  const existing = await partitionsOf(sql, 'delivery_attempts');
  const isReady = days.every(({ name }) => existing.includes(name));
  if (isReady && (await unidentified(sql)).length === 0) return;
  const made = await changePartitions(sql, triesToMake, async (tx) => {
    await takeLock(tx, 'partitions of the delivery log');
    for (const { name, from, to } of days) {
      await tx.unsafe(
        `CREATE TABLE IF NOT EXISTS delivery_attempts_${name}
           PARTITION OF delivery_attempts
           FOR VALUES FROM ('${from} 00:00:00+00') TO ('${to} 00:00:00+00')`,
      );
    }
    for (const name of await unidentified(tx)) await tx.unsafe(`ALTER TABLE ${name} REPLICA IDENTITY FULL`);
    return true;
  });
  if (!made) throw new Error('The delivery log is in use by somebody who does not let go of it.');
}

/**
 * Partitions without a replica identity, which Citus refuses to move to another worker. The log has no key: the
 * identity is the whole row, which costs nothing for insert-only tables. A partition does not inherit it, and an older
 * version running beside this one makes partitions without it.
 */
async function unidentified(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT child.oid::regclass::text AS name
      FROM pg_inherits
      JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid
     WHERE pg_inherits.inhparent = 'delivery_attempts'::regclass
       AND child.relreplident <> 'f'
     ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/** Drops the days of the delivery log that are past their age. */
export async function dropOldLog(sql: Sql, keepDays: number, now: Date): Promise<void> {
  const oldest = nameOf(new Date(now.getTime() - keepDays * dayMs));
  for (const name of await partitionsOf(sql, 'delivery_attempts')) {
    if (name >= oldest) continue;
    await changePartitions(sql, triesToDrop, async (tx) => {
      // Two concurrent drops of the same partition would confuse Citus.
      await takeLock(tx, 'partitions of the delivery log');
      await tx.unsafe(`DROP TABLE IF EXISTS delivery_attempts_${name}`);
    });
  }
}

/** The name sorts like the day. */
function nameOf(day: Date): string {
  return isoDay(day).replaceAll('-', '');
}

function isoDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
