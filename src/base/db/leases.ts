import { randomUUID } from 'node:crypto';
import { byMerchant } from './citus/merchant-batches.ts';
import { acrossMerchants } from './citus/reach.ts';
import type { Db, Sql } from './pool.ts';

/**
 * Work rows are the queue. A row is due, a worker takes a lease on it, calls the outside world, and records the outcome
 * under the lease's token. If the worker dies, the lease expires and another takes the row. If the lease expires under
 * a slow worker, its token no longer matches and its late outcome changes nothing.
 */
export interface Leased {
  merchantId: string;
  id: string;
  leaseToken: string;
}

/** Tables with `due_at`, `lease_until`, `lease_token`, and the condition of an unfinished row. */
const queues = {
  attempts: "status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')",
  refunds: "status = 'pending'",
  unexpected_payments: "status = 'returning'",
  authorizations: 'due_at IS NOT NULL',
  closings: "status = 'pending'",
  disputes: 'due_at IS NOT NULL',
  dispute_evidence: "status = 'sending'",
  mails: "status IN ('collecting', 'queued')",
  replays: "status = 'running'",
} as const;
export type Queue = keyof typeof queues;

/**
 * Finds due rows of all merchants and claims them merchant by merchant. If two workers find the same row, one gets it.
 */
export async function claimDue(
  sql: Sql,
  queue: Queue,
  limit: number,
  leaseSeconds: number,
): Promise<Leased[]> {
  const isDue = sql`${sql.unsafe(queues[queue])}
           AND due_at <= now()
           AND (lease_until IS NULL OR lease_until < now())`;
  const due = await acrossMerchants(
    sql,
    (within) => sql<{ merchantId: string; id: string }[]>`
      SELECT merchant_id AS "merchantId", id
        FROM ${sql(queue)}
       WHERE ${isDue}
             ${within}
       ORDER BY due_at
       LIMIT ${limit}`,
  );
  const claimed = await Promise.all(
    byMerchant(due).map(
      ([merchantId, rows]) => sql<Leased[]>`
        UPDATE ${sql(queue)}
           SET ${leasedTo(sql, randomUUID(), leaseSeconds)}
         WHERE merchant_id = ${merchantId}
           AND id = ANY (${rows.map(({ id }) => id)}::uuid[])
           AND ${isDue}
        RETURNING merchant_id AS "merchantId", id, lease_token AS "leaseToken"`,
    ),
  );
  return claimed.flat();
}

/**
 * The columns of a lease that one process takes under its own token, or keeps by renewing it in time: for a network
 * that it reads, a sweep that it runs. If the token no longer matches, another process has taken over.
 */
export const leasedTo = (db: Db, token: string, seconds: number) =>
  db`lease_until = now() + make_interval(secs => ${seconds}),
           lease_token = ${token}`;

/** Releases the lease: another process can take it at once. */
export const unleased = (db: Db) =>
  db`lease_until = NULL,
           lease_token = NULL`;

/** The condition under which this process may take the lease. */
export const isLeasable = (db: Db, token: string) =>
  db`(lease_token = ${token} OR lease_until IS NULL OR lease_until < now())`;
