import type { Sql } from '../../../base/db/pool.ts';
import type { ClaimedDelivery } from '../../outbox/delivery.ts';
import { dueOnWorkers, waitingOnWorkers } from './claim-on-workers.ts';
import type { OwnEndpoints } from './endpoint-owners.ts';
import type { FirstWaiting, OpenEndpoint } from './waiting-endpoint.ts';

/** Endpoints visited in one claim: bounds its cost if very many have deliveries waiting. */
const maxEndpoints = 256;
/** Sorts before every endpoint. */
export const firstEndpoint = -(2n ** 63n);

export interface ClaimRequest {
  own: OwnEndpoints;
  /** The endpoint at which the last claim stopped; the walk continues after it. */
  after: bigint;
  limit: number;
  /** How many of an endpoint's deliveries this worker may claim now. */
  placesAt(endpoint: bigint): number;
  /** The events that this worker already holds. */
  held: Iterable<string>;
}

export interface ClaimedBatch {
  claimed: ClaimedDelivery[];
  after: bigint;
}

/**
 * Claims due deliveries fairly: it walks from endpoint to endpoint and takes from each no more than its free places and
 * its share. A receiver that hangs with a thousand waiting fills its places and is skipped. The walk continues where
 * the last claim stopped, so every endpoint gets its turn. Nothing is written per delivery: the worker that owns the
 * endpoint holds its deliveries.
 */
export async function claimDeliveries(sql: Sql, request: ClaimRequest): Promise<ClaimedBatch> {
  const { own, limit, placesAt, held } = request;
  const waiting = sql.isDistributed
    ? await waitingOnWorkers(sql, request.after, maxEndpoints)
    : await walkEndpoints(sql, request.after);
  const due = waiting.filter(({ isDue }) => isDue);
  const ours = await own.keep(due.map(({ endpoint }) => endpoint));
  const share = Math.ceil(limit / Math.max(1, ours.size));
  const open = due
    .filter(({ endpoint }) => ours.has(endpoint))
    .map((first) => ({ ...first, places: Math.min(share, placesAt(first.endpoint)) }))
    .filter(({ places }) => places > 0);
  const take = sql.isDistributed ? dueOnWorkers : dueDeliveries;
  const claimed = open.length > 0 ? await take(sql, open, [...held], limit) : [];
  const full = claimed.length >= limit;
  // A full batch continues after the last endpoint claimed from; otherwise the walk continues after all visited ones.
  const last = greatest(full ? claimed : waiting);
  return { claimed, after: full || waiting.length === maxEndpoints ? last : firstEndpoint };
}

/** Endpoints with waiting deliveries, in order; each step is one index probe. */
async function walkEndpoints(sql: Sql, after: bigint): Promise<FirstWaiting[]> {
  return await sql<FirstWaiting[]>`
    WITH RECURSIVE walk (endpoint, due_at, step) AS (
      (SELECT endpoint, due_at, 1
         FROM deliveries
        WHERE status = 'pending'
          AND endpoint > ${after}
        ORDER BY endpoint, due_at
        LIMIT 1)
      UNION ALL
      SELECT next.endpoint, next.due_at, step + 1
        FROM walk
        CROSS JOIN LATERAL (
          SELECT endpoint, due_at
            FROM deliveries
           WHERE status = 'pending'
             AND endpoint > walk.endpoint
           ORDER BY endpoint, due_at
           LIMIT 1
        ) AS next
       WHERE step < ${maxEndpoints}
    )
    SELECT NULL AS "merchantId", endpoint, due_at::text AS "dueAt", due_at <= now() AS "isDue"
      FROM walk`;
}

function dueDeliveries(
  sql: Sql,
  open: OpenEndpoint[],
  held: string[],
  limit: number,
): Promise<ClaimedDelivery[]> {
  return sql<ClaimedDelivery[]>`
    SELECT due.merchant_id AS "merchantId", due.event_id AS "eventId", due.version, due.failures,
           open.endpoint, due.of_event_id AS "ofEventId", event.url, event.body, event.subject_id AS "subjectId", event.traceparent
      FROM unnest(
             ${open.map(({ endpoint }) => String(endpoint))}::bigint[],
             ${open.map(({ dueAt }) => dueAt)}::text[]::timestamptz[],
             ${open.map(({ places }) => places)}::int[]
           ) AS open (endpoint, first_due_at, places)
      CROSS JOIN LATERAL (
        SELECT merchant_id, event_id, xmin::text AS version, failures, of_event_id
          FROM deliveries
         WHERE status = 'pending'
           AND endpoint = open.endpoint
           -- Not from the beginning: that would scan recently delivered rows until they are vacuumed.
           AND due_at BETWEEN open.first_due_at AND now()
           AND event_id NOT IN (SELECT unnest(${held}::uuid[]))
         ORDER BY due_at
         LIMIT open.places
      ) AS due
      CROSS JOIN LATERAL (
        SELECT url, body, subject_id, traceparent
          FROM events
         WHERE merchant_id = due.merchant_id
           AND id = coalesce(due.of_event_id, due.event_id)
         LIMIT 1
      ) AS event
     LIMIT ${limit}`;
}

function greatest(all: { endpoint: bigint }[]): bigint {
  return (
    all
      .map(({ endpoint }) => endpoint)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .at(-1) ?? firstEndpoint
  );
}
