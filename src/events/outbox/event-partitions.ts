import { firstIdAt } from '../../base/db/ids.ts';
import { takeLock } from '../../base/db/locks.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { changePartitions, partitionsOf } from '../../base/db/schema/partitions.ts';

/**
 * Events and deliveries lie in partitions by month of the event's id, whose order is that of time, the two of a month made
 * and dropped together. What was there before there were months is in the first of them.
 */

/** A program whose upkeep fails has two months to be mended; what comes then lies in the default partition. */
const monthsAhead = 2;
/** Over a minute. */
const triesToMake = 100;
/** What is not dropped now is dropped an hour later. */
const triesToDrop = 5;
const dayMs = 24 * 60 * 60 * 1000;

/** Makes the months that are to come. */
export async function makeEventPartitions(sql: Sql, now: Date): Promise<void> {
  if ((await missingMonths(sql, now)).length === 0) return;
  const made = await changePartitions(sql, triesToMake, async (tx) => {
    await takeLock(tx, 'partitions of events');
    for (const month of await missingMonths(tx, now)) {
      const bounds = `FOR VALUES FROM ('${firstIdAt(startOf(month))}') TO ('${firstIdAt(startOf(month + 1))}')`;
      const name = nameOf(month);
      await tx.unsafe(`CREATE TABLE events_${name} PARTITION OF events ${bounds}`);
      // What was delivered is cleaned up soon, because it stands before what is waiting.
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
  /** Past their age too, but with something that is still to be delivered. */
  kept: string[];
}

/**
 * Drops the months of which every event is older than so many days; 0: none. A month in which something waits to be delivered
 * stays until it is delivered or given up: no event is lost by age.
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
      // In the order in which whoever records an event takes them.
      await tx`LOCK TABLE events, deliveries IN ACCESS EXCLUSIVE MODE`;
      // Put back to work in the last moment, or dropped by another process.
      if (!(await monthsOf(tx)).includes(month) || (await isWaitedFor(tx, name))) return false;
      await tx.unsafe(`DROP TABLE deliveries_${name}, events_${name}`);
      return true;
    });
    if (isDropped) months.dropped.push(name);
  }
  return months;
}

/** By the index deliveries_by_endpoint, which holds nothing else. */
async function isWaitedFor(db: Db, name: string): Promise<boolean> {
  const found = await db`SELECT 1 FROM ${db(`deliveries_${name}`)} WHERE status = 'pending' LIMIT 1`;
  return found.length > 0;
}

async function missingMonths(db: Db, now: Date): Promise<number[]> {
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const last = (await monthsOf(db)).at(-1) ?? current - 1;
  return Array.from({ length: Math.max(0, current + monthsAhead - last) }, (_, at) => last + 1 + at);
}

/** Months counted from the year 0, in their order. */
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
