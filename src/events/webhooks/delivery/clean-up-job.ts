import { dropOldKeys } from '../../../accounts/merchants/idempotency-store.ts';
import { dropOldRequests } from '../../../accounts/merchants/requests/request-store.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Logger } from '../../../base/ground/logger.ts';
import type { Job } from '../../../base/worker/worker.ts';
import { dropOldEvents, makeEventPartitions } from '../../outbox/event-partitions.ts';
import { dropOldLog, makeLogPartitions } from '../../outbox/log-partitions.ts';
import { forgetRemoved } from '../endpoints/store.ts';
import { forgetOldOwners } from './endpoint-owners.ts';

export interface CleanUpDeps {
  sql: Sql;
  logger: Logger;
  deliveryLogDays: number;
  /** 0: events are kept for ever. */
  eventDays: number;
  now(): Date;
}

/**
 * Makes coming partitions and deletes expired data: the logs of sends and of requests, events, idempotency keys,
 * former owners of endpoints, and endpoints that were removed.
 */
export function cleanUpJob(deps: CleanUpDeps): Job {
  const { sql, logger } = deps;
  return {
    name: 'keep-partitions',
    idleMs: 60 * 60 * 1000,
    async run() {
      await makePartitions(sql, deps.now());
      await dropOldLog(sql, deps.deliveryLogDays, deps.now());
      const { dropped, kept } = await dropOldEvents(sql, deps.eventDays, deps.now());
      if (dropped.length > 0) logger.info({ months: dropped }, 'events past EVENT_DAYS were dropped');
      if (kept.length > 0) {
        logger.warn({ months: kept }, 'events past EVENT_DAYS are kept: some are still to be delivered');
      }
      await forgetOldOwners(sql);
      await forgetRemoved(sql);
      await dropOldRequests(sql, deps.now());
      await dropOldKeys(sql, deps.now());
      return 0;
    },
  };
}

/** The partitions without which nothing could be recorded, or not in its place. */
export async function makePartitions(sql: Sql, now: Date): Promise<void> {
  await makeLogPartitions(sql, now);
  await makeEventPartitions(sql, now);
}
