import { acrossMerchants } from '../../../base/db/citus/reach.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { ClaimedDelivery } from '../../outbox/delivery.ts';
import type { FirstWaiting, OpenEndpoint } from './waiting-endpoint.ts';

/**
 * The two statements of `claim-deliveries.ts` for a distributed database, where no statement may walk from row to row
 * across workers. Every worker counts its waiting deliveries, and each endpoint is then queried separately.
 */

interface SeenEndpoints {
  endpoints: (FirstWaiting & { dueMs: number })[];
  after: bigint;
  until: number;
}
const seen = new WeakMap<Sql, SeenEndpoints>();

/** Counting reads all waiting deliveries. If it takes long, its result is reused for this many times as long. */
const restFactor = 10;
const longMs = 20;

export async function waitingOnWorkers(
  sql: Sql,
  after: bigint,
  maxEndpoints: number,
): Promise<FirstWaiting[]> {
  const known = seen.get(sql);
  if (known && known.after === after && known.until > performance.now()) {
    return known.endpoints.map((each) => ({ ...each, isDue: each.dueMs <= Date.now() }));
  }
  const startedAt = performance.now();
  const endpoints = await acrossMerchants(
    sql,
    (within) => sql<(FirstWaiting & { dueMs: number })[]>`
      SELECT merchant_id AS "merchantId", endpoint, min(due_at)::text AS "dueAt", min(due_at) <= now() AS "isDue",
             extract(epoch FROM min(due_at))::float8 * 1000 AS "dueMs"
        FROM deliveries
       WHERE status = 'pending'
         AND endpoint > ${after}
             ${within}
       GROUP BY merchant_id, endpoint
       ORDER BY endpoint
       LIMIT ${maxEndpoints}`,
  );
  const tookMs = performance.now() - startedAt;
  if (tookMs > longMs) seen.set(sql, { endpoints, after, until: performance.now() + tookMs * restFactor });
  return endpoints;
}

export async function dueOnWorkers(
  sql: Sql,
  open: OpenEndpoint[],
  held: string[],
  limit: number,
): Promise<ClaimedDelivery[]> {
  const claimed = await Promise.all(
    open.map(
      ({ merchantId, endpoint, places }) => sql<ClaimedDelivery[]>`
        SELECT delivery.merchant_id AS "merchantId", delivery.event_id AS "eventId", delivery.xmin::text AS version,
               delivery.failures, delivery.endpoint, delivery.of_event_id AS "ofEventId", event.url, event.body, event.subject_id AS "subjectId",
               event.traceparent
          FROM deliveries AS delivery
          JOIN events AS event ON event.merchant_id = delivery.merchant_id
                              AND event.id = coalesce(delivery.of_event_id, delivery.event_id)
         WHERE delivery.merchant_id = ${merchantId}
           AND delivery.endpoint = ${endpoint}
           AND delivery.status = 'pending'
           AND delivery.due_at <= now()
           AND delivery.event_id <> ALL (${held}::uuid[])
         ORDER BY delivery.due_at
         LIMIT ${places}`,
    ),
  );
  return claimed.flat().slice(0, limit);
}
