import { firstIdAt } from '../../base/db/ids.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { changePartitions, partitionsOf } from '../../base/db/schema/partitions.ts';
import { heldUntil } from './delivery.ts';

/**
 * Events and deliveries are partitioned by the month of the event's id, which sorts by time. The two partitions of a
 * month are made and dropped together. Rows older than partitioning are in the first of them.
 */

/** If the upkeep fails, there are two months to repair it; later events go to the default partition. */
const monthsAhead = 2;
/** These attempts take over a minute. */
const triesToMake = 100;
/** A partition that cannot be dropped now is dropped an hour later. */
const triesToDrop = 5;
const dayMs = 24 * 60 * 60 * 1000;

/** Makes the partitions of the coming months. */
export async function makeEventPartitions(sql: Sql, now: Date): Promise<void> {
  if ((await missingMonths(sql, now)).length === 0) return;
  const made = await changePartitions(sql, triesToMake, async (tx) => {
    await takeLock(tx, 'partitions of events');
    for (const month of await missingMonths(tx, now)) {
      const bounds = `FOR VALUES FROM ('${firstIdAt(startOf(month))}') TO ('${firstIdAt(startOf(month + 1))}')`;
      const name = nameOf(month);
      await tx.unsafe(`CREATE TABLE events_${name} PARTITION OF events ${bounds}`);
      // Delivered rows are vacuumed early, because a scan for waiting ones passes them.
      await tx.unsafe(
        `CREATE TABLE deliveries_${name} PARTITION OF deliveries ${bounds}
           WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)`,
      );
    }
    return true;
  });
  if (!made) throw new Error('The events are in use by somebody who does not let go of them.');
}

export interface DroppedMonths {
  dropped: string[];
  /** Also past their age, but with a delivery still pending. */
  kept: string[];
}

/**
 * Drops the months in which every event is older than `keepDays` days; 0: none. A month with a pending delivery stays
 * until it is delivered or given up: no event is lost by age.
 */
export async function dropOldEvents(sql: Sql, keepDays: number, now: Date): Promise<DroppedMonths> {
  const months: DroppedMonths = { dropped: [], kept: [] };
  if (keepDays === 0) return months;
  for (const month of await monthsOf(sql)) {
    if (startOf(month + 1).getTime() + keepDays * dayMs > now.getTime()) continue;
    const name = nameOf(month);
    if (await isWaitedFor(sql, name)) {
      months.kept.push(name);
      continue;
    }
    const isDropped = await changePartitions(sql, triesToDrop, async (tx) => {
      // In the same order as transactions that record events.
      await tx`LOCK TABLE events, deliveries IN ACCESS EXCLUSIVE MODE`;
      // Redelivery was requested at the last moment, or another process dropped it.
      if (!(await monthsOf(tx)).includes(month) || (await isWaitedFor(tx, name))) return false;
      await tx.unsafe(`DROP TABLE deliveries_${name}, events_${name}`);
      return true;
    });
    if (isDropped) months.dropped.push(name);
  }
  return months;
}

/** Uses the index deliveries_by_endpoint, which holds only pending ones. Those of paused endpoints are dropped. */
async function isWaitedFor(db: Db, name: string): Promise<boolean> {
  const found =
    await db`SELECT 1 FROM ${db(`deliveries_${name}`)} WHERE status = 'pending' AND due_at < ${heldUntil} LIMIT 1`;
  return found.length > 0;
}

async function missingMonths(db: Db, now: Date): Promise<number[]> {
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const last = (await monthsOf(db)).at(-1) ?? current - 1;
  return Array.from({ length: Math.max(0, current + monthsAhead - last) }, (_, at) => last + 1 + at);
}

/** Months counted from the year 0, in ascending order. */
async function monthsOf(db: Db): Promise<number[]> {
  return (await partitionsOf(db, 'events'))
    .filter((name) => /^\d{6}$/.test(name))
    .map((name) => Number(name.slice(0, 4)) * 12 + Number(name.slice(4)) - 1);
}

function nameOf(month: number): string {
  return startOf(month).toISOString().slice(0, 7).replace('-', '');
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12));
}
