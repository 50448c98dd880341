import type { Sql, Tx } from '../db/pool.ts';
import type { ClaimedDelivery } from './delivery.ts';

/** One slow receiver holds at most this many sends at a time, over all workers. */
export const maxInFlightPerEndpoint = 8;
/** The send's own deadline (15 s) and some slack; a crashed worker's deliveries come back after it. */
export const leaseSeconds = 20;
/** Endpoints looked at in one claim: bounds its cost when very many have something waiting. */
const maxEndpoints = 256;
/** Workers claim one after the other, so that together they keep to the cap. A claim takes milliseconds. */
const claimLockKey = 7_261_402;
/** Below every endpoint. */
export const firstEndpoint = -(2n ** 63n);

export interface Claim {
  claimed: ClaimedDelivery[];
  /** Where the next claim goes on. */
  after: bigint;
}

/**
 * Takes due deliveries, fairly: it walks from endpoint to endpoint and takes from each no more than
 * its free places. A receiver that hangs with a thousand waiting fills its eight places and is
 * passed by. The walk goes on where the last claim stopped, so every endpoint gets its turn.
 */
export async function claimDeliveries(sql: Sql, after: bigint, limit: number): Promise<Claim> {
  return await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${claimLockKey})`;
    const endpoints = await walkEndpoints(tx, after);
    const rows = endpoints.length > 0 ? await takeFrom(tx, endpoints, limit) : [];
    const claimed = rows.map(({ endpoint: _, ...row }) => row);
    if (rows.length >= limit) return { claimed, after: greatest(rows.map((row) => row.endpoint)) };
    return { claimed, after: endpoints.length === maxEndpoints ? greatest(endpoints) : firstEndpoint };
  });
}

/** Endpoints with something waiting, in order; the index serves each step with one probe. */
async function walkEndpoints(tx: Tx, after: bigint): Promise<bigint[]> {
  const rows = await tx<{ endpoint: bigint }[]>`
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

async function takeFrom(
  tx: Tx,
  endpoints: bigint[],
  limit: number,
): Promise<(ClaimedDelivery & { endpoint: bigint })[]> {
  return await tx`
    WITH due AS (
      SELECT taken.merchant_id, taken.event_id
        FROM unnest(${endpoints.map(String)}::bigint[]) AS lane (endpoint)
        CROSS JOIN LATERAL (
          SELECT count(*) AS in_flight
            FROM deliveries
           WHERE endpoint = lane.endpoint
             AND lease_token IS NOT NULL
             AND lease_until > now()
        ) AS load
        CROSS JOIN LATERAL (
          SELECT merchant_id, event_id
            FROM deliveries
           WHERE status = 'pending'
             AND endpoint = lane.endpoint
             AND due_at <= now()
             AND (lease_until IS NULL OR lease_until <= now())
           ORDER BY due_at
           LIMIT greatest(0, ${maxInFlightPerEndpoint} - load.in_flight)
             FOR UPDATE SKIP LOCKED
        ) AS taken
       LIMIT ${limit}
    )
    UPDATE deliveries AS delivery
       SET lease_until = now() + make_interval(secs => ${leaseSeconds}),
           lease_token = gen_random_uuid()
      FROM due
      JOIN events ON events.merchant_id = due.merchant_id AND events.id = due.event_id
     WHERE delivery.merchant_id = due.merchant_id
       AND delivery.event_id = due.event_id
    RETURNING delivery.merchant_id AS "merchantId", delivery.event_id AS "eventId",
              delivery.lease_token AS "leaseToken", delivery.failures, delivery.endpoint,
              events.url, events.body`;
}

function greatest(values: bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? firstEndpoint;
}
