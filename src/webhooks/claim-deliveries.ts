import { randomUUID } from 'node:crypto';
import type { Sql } from '../db/pool.ts';
import type { ClaimedDelivery } from './delivery.ts';

/** The send's own deadline (15 s) and some slack; a crashed worker's deliveries come back after it. */
export const leaseSeconds = 20;
/** Endpoints looked at in one claim: bounds its cost when very many have something waiting. */
const maxEndpoints = 256;
/** Below every endpoint. */
export const firstEndpoint = -(2n ** 63n);

export interface ClaimRequest {
  /** The worker that claims. */
  owner: string;
  /** Where the last claim stopped; the walk goes on behind it. */
  after: bigint;
  limit: number;
  /** How many of an endpoint's deliveries this worker may take now. */
  placesAt(endpoint: bigint): number;
}

export interface Claim {
  claimed: ClaimedDelivery[];
  after: bigint;
}

/**
 * Takes due deliveries, fairly: it walks from endpoint to endpoint and takes from each no more than
 * its places. A receiver that hangs with a thousand waiting fills its places and is passed by. The
 * walk goes on where the last claim stopped, so every endpoint gets its turn.
 *
 * An endpoint belongs to one worker at a time: what is in flight to it is what that worker has.
 */
export async function claimDeliveries(sql: Sql, request: ClaimRequest): Promise<Claim> {
  const endpoints = await walkEndpoints(sql, request.after);
  const open = endpoints
    .map((endpoint) => ({ endpoint, places: request.placesAt(endpoint) }))
    .filter(({ places }) => places > 0);
  const claimed = open.length > 0 ? await takeFrom(sql, open, request) : [];
  const full = claimed.length >= request.limit;
  // Behind the last one that gave something, if not all could; else behind all that were seen.
  const last = full ? greatest(claimed.map(({ endpoint }) => endpoint)) : greatest(endpoints);
  return { claimed, after: full || endpoints.length === maxEndpoints ? last : firstEndpoint };
}

/** Endpoints with something due, in order; the index serves each step with one probe. */
async function walkEndpoints(sql: Sql, after: bigint): Promise<bigint[]> {
  const rows = await sql<{ endpoint: bigint }[]>`
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
    SELECT endpoint
      FROM walk`;
  return rows.map((row) => row.endpoint);
}

/**
 * Takes the endpoints that are free, or ours already, and then of their deliveries. An endpoint that
 * another worker takes in the same moment is waited for and then passed by.
 */
async function takeFrom(
  sql: Sql,
  open: { endpoint: bigint; places: number }[],
  { owner, limit }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  // One for the whole claim: whoever claims one of these later does so under another.
  const leaseToken = randomUUID();
  const rows = await sql<Omit<ClaimedDelivery, 'leaseToken'>[]>`
    WITH lane AS (
      SELECT *
        FROM unnest(
               ${open.map(({ endpoint }) => String(endpoint))}::bigint[],
               ${open.map(({ places }) => places)}::int[]
             ) AS lane (endpoint, places)
    ), owned AS (
      INSERT INTO endpoint_owners AS known (endpoint, owner, owned_until)
      SELECT endpoint, ${owner}, now() + make_interval(secs => ${leaseSeconds})
        FROM lane
       ORDER BY endpoint
          ON CONFLICT (endpoint) DO UPDATE
         SET owner = excluded.owner,
             owned_until = excluded.owned_until
       WHERE known.owner = excluded.owner
          OR known.owned_until < now()
      RETURNING endpoint
    ), due AS (
      SELECT taken.merchant_id, taken.event_id
        FROM owned
        JOIN lane USING (endpoint)
        CROSS JOIN LATERAL (
          SELECT merchant_id, event_id
            FROM deliveries
           WHERE status = 'pending'
             AND endpoint = lane.endpoint
             AND due_at <= now()
             AND (lease_until IS NULL OR lease_until <= now())
           ORDER BY due_at
           LIMIT lane.places
             FOR UPDATE SKIP LOCKED
        ) AS taken
       LIMIT ${limit}
    )
    UPDATE deliveries AS delivery
       SET lease_until = now() + make_interval(secs => ${leaseSeconds}),
           lease_token = ${leaseToken}
      FROM due
      JOIN events ON events.merchant_id = due.merchant_id AND events.id = due.event_id
     WHERE delivery.merchant_id = due.merchant_id
       AND delivery.event_id = due.event_id
    RETURNING delivery.merchant_id AS "merchantId", delivery.event_id AS "eventId",
              delivery.failures, delivery.endpoint, events.url, events.body`;
  return rows.map((row) => ({ ...row, leaseToken }));
}

/** Gives back what was claimed and will not be sent: another worker need not wait for the lease. */
export async function releaseDeliveries(sql: Sql, deliveries: ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    UPDATE deliveries
       SET lease_until = NULL,
           lease_token = NULL
     WHERE (event_id, lease_token) IN (
       SELECT *
         FROM unnest(
           ${deliveries.map(({ eventId }) => eventId)}::uuid[],
           ${deliveries.map(({ leaseToken }) => leaseToken)}::uuid[]
         )
     )
       AND merchant_id = ANY (${[...new Set(deliveries.map(({ merchantId }) => merchantId))]}::uuid[])`;
}

function greatest(values: bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? firstEndpoint;
}
