import type { Sql } from '../db/pool.ts';
import { keepPartitions } from '../events/partitions.ts';
import type { Job } from '../worker/worker.ts';
import { forgetOldOwners } from './endpoint-owners.ts';

/** Lets go of what is past its age: the log of sends, and who once owned an endpoint. */
export function cleanUpJob(sql: Sql, keepDays: number, now: () => Date): Job {
  return {
    name: 'keep-delivery-log',
    idleMs: 60 * 60 * 1000,
    async run() {
      await keepPartitions(sql, keepDays, now());
      await forgetOldOwners(sql);
      return 0;
    },
  };
}
