import { firstIdAt } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import type { DeliveryStatus } from './delivery.ts';
import type { EventStatus } from './event.ts';
import { confirmedText } from './send-result.ts';
import { queueOfEndpoint } from './webhook-endpoint.ts';

/** An event with the state of one delivery of it. */
export interface DeliverableEvent {
  /** Of the event, and of its delivery; a delivery to a further endpoint has its own. */
  id: string;
  /** The event, if this is a delivery to a further endpoint; `endpoint` says which one. */
  ofEventId: string | null;
  endpoint: bigint;
  status: string;
  subjectId: string;
  createdAt: Date;
  body: string;
  deliveryStatus: DeliveryStatus;
  failures: number;
  dueAt: Date;
}

/** A send as logged. */
export interface LoggedAttempt {
  eventId: string;
  sentAt: Date;
  url: string;
  signature: string;
  httpStatus: number | null;
  responseHeaders: Record<string, string>;
  bodyExcerpt: string;
  durationMs: number;
  cause: string;
  explanation: string;
}

export interface EventFilter {
  deliveryStatus?: DeliveryStatus;
  status?: EventStatus;
  subjectId?: string;
  /** The id of a further endpoint; `all`: deliveries to any. Absent: only those to the usual addresses. */
  endpoint?: string;
  createdFrom?: Date;
  createdTo?: Date;
}

/** A range of ids, exclusive at both ends. */
export interface IdRange {
  afterId?: string;
  beforeId?: string;
}

/**
 * An event's id is made after its time is taken, in the same transaction and process, so clock differences do not
 * matter. The index can skip ids that are further from the time than this.
 */
const idSlackMs = 60_000;
/** The times of a send and of an event come from clocks that differ by far less than this. */
const logSlackMs = 60 * 60 * 1000;
/** Repeated redeliveries of an event must not make a page of megabytes. */
export const maxAttemptsShown = 20;
/** The messages of one further endpoint are looked for among this many of the merchant, along the primary key. */
const maxSearched = 20_000;

const eventColumns = `
  delivery.event_id AS id, delivery.of_event_id AS "ofEventId", delivery.endpoint, event.status, event.subject_id AS "subjectId", event.created_at AS "createdAt", event.body,
  delivery.status AS "deliveryStatus", delivery.failures, delivery.due_at AS "dueAt"`;

/** Deliveries of these statuses are few and have their own indexes: the query walks them instead of the events. */
const fewOf: readonly DeliveryStatus[] = ['pending', 'undeliverable', 'no_endpoint'];

/**
 * Events with their deliveries. The query walks one of the two along its index and looks up the other for each row, so
 * that it touches only partitions with matching rows. A join left to PostgreSQL read a merchant's whole year when it
 * was planned without the merchant (500 ms of 40,000 events, against 1 ms).
 */
function matching(db: Db, merchantId: string, filter: EventFilter, range: IdRange, isNewest = false) {
  const { deliveryStatus, status, subjectId, endpoint, createdFrom, createdTo } = filter;
  const isFew = deliveryStatus !== undefined && fewOf.includes(deliveryStatus);
  const isByDelivery = endpoint !== undefined || (isFew && !subjectId);
  const id = db.unsafe(isByDelivery ? 'delivery.event_id' : 'event.id');
  const bound = (operator: '>' | '<', limit: string | undefined) =>
    limit === undefined ? db`` : db`AND ${id} ${db.unsafe(operator)} ${limit}`;
  const idAt = (time: Date | undefined, slackMs: number) =>
    time && firstIdAt(new Date(time.getTime() + slackMs));
  const bounds = db`
     ${bound('>', idAt(createdFrom, -idSlackMs))}
     ${bound('<', idAt(createdTo, idSlackMs))}
     ${bound('>', range.afterId)}
     ${bound('<', range.beforeId)}`;
  // Few of a merchant's deliveries may be those of one endpoint.
  const searched =
    isNewest && endpoint !== undefined && endpoint !== 'all' && !isFew
      ? db`(
     SELECT *
       FROM deliveries AS delivery
      WHERE merchant_id = ${merchantId}
            ${bounds}
      ORDER BY event_id DESC
      LIMIT ${maxSearched}
   )`
      : db`deliveries`;
  const tables = isByDelivery
    ? db`${searched} AS delivery
   CROSS JOIN LATERAL (
     SELECT *
       FROM events
      WHERE merchant_id = delivery.merchant_id
        AND id = ${endpoint === undefined ? db`delivery.event_id` : db`coalesce(delivery.of_event_id, delivery.event_id)`}
      LIMIT 1
   ) AS event
   WHERE delivery.merchant_id = ${merchantId}`
    : db`events AS event
   CROSS JOIN LATERAL (
     SELECT *
       FROM deliveries
      WHERE merchant_id = event.merchant_id
        AND event_id = event.id
      LIMIT 1
   ) AS delivery
   WHERE event.merchant_id = ${merchantId}`;
  const from = db`
    FROM ${tables}
     ${
       // The statuses are literals, because a plan made without them cannot use the partial indexes.
       deliveryStatus ? db.unsafe(`AND delivery.status = '${deliveryStatus}'`) : db``
     }
     ${status ? db.unsafe(`AND event.status = '${status}'`) : db``}
     ${subjectId ? db`AND event.subject_id = ${subjectId}` : db``}
     ${
       endpoint === undefined || endpoint === 'all'
         ? db``
         : db`AND delivery.endpoint = ${queueOfEndpoint(merchantId, endpoint)}`
     }
     ${createdFrom ? db`AND event.created_at >= ${createdFrom}` : db``}
     ${createdTo ? db`AND event.created_at < ${createdTo}` : db``}
     ${bounds}`;
  // Sorted as text, which gives the same order but matches no index, so that the few pending ones are found first and
  // then sorted.
  const order = deliveryStatus === 'pending' ? db`${id}::text` : id;
  return { from, id, order };
}

/** Newest first, by id; ids sort by time. */
export async function listEvents(
  db: Db,
  merchantId: string,
  filter: EventFilter,
  range: IdRange,
  limit: number,
): Promise<DeliverableEvent[]> {
  const { from, order } = matching(db, merchantId, filter, range, true);
  return await db<DeliverableEvent[]>`
    SELECT ${db.unsafe(eventColumns)}
    ${from}
     ORDER BY ${order} DESC
     LIMIT ${limit}`;
}

export async function findEvent(db: Db, merchantId: string, id: string): Promise<DeliverableEvent | null> {
  const [event] = await db<DeliverableEvent[]>`
    SELECT ${db.unsafe(eventColumns)}
      FROM deliveries AS delivery
      JOIN events AS event ON event.merchant_id = delivery.merchant_id
                          AND event.id = coalesce(delivery.of_event_id, delivery.event_id)
     WHERE delivery.merchant_id = ${merchantId}
       AND delivery.event_id = ${id}`;
  return event ?? null;
}

/** Counts events, up to `atMost`. */
export async function countEvents(
  db: Db,
  merchantId: string,
  filter: EventFilter,
  range: IdRange,
  atMost: number,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (SELECT 1 ${matching(db, merchantId, filter, range).from} LIMIT ${atMost}) AS found`;
  return row?.count ?? 0;
}

/** The ids of the next ones, oldest first. */
export async function nextEventIds(
  db: Db,
  merchantId: string,
  filter: EventFilter,
  range: IdRange,
  limit: number,
): Promise<string[]> {
  const { from, id, order } = matching(db, merchantId, filter, range);
  const rows = await db<{ id: string }[]>`
    SELECT ${id} AS id
    ${from}
     ORDER BY ${order}
     LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

/** The latest sends of each event, oldest first. Sends beyond the log's retention are missing. */
export async function attemptsOf(
  db: Db,
  merchantId: string,
  events: DeliverableEvent[],
): Promise<Map<string, LoggedAttempt[]>> {
  const oldestMs = Math.min(...events.map((event) => event.createdAt.getTime()));
  const attempts =
    events.length === 0
      ? []
      : await db<LoggedAttempt[]>`
          SELECT attempt.*
            FROM unnest(${events.map((event) => event.id)}::uuid[]) AS wanted (event_id)
            CROSS JOIN LATERAL (
              SELECT event_id AS "eventId", sent_at AS "sentAt", url, signature,
                     http_status AS "httpStatus", response_headers AS "responseHeaders",
                     body_excerpt AS "bodyExcerpt", duration_ms AS "durationMs", cause,
                     coalesce(explanation, ${confirmedText}) AS explanation
                FROM delivery_attempts
               WHERE merchant_id = ${merchantId}
                 AND event_id = wanted.event_id
                 -- No event is sent before it happens: partitions before the oldest event are skipped.
                 AND sent_at >= ${new Date(oldestMs - logSlackMs)}
               ORDER BY sent_at DESC
               LIMIT ${maxAttemptsShown}
            ) AS attempt
           ORDER BY attempt."sentAt"`;
  return Map.groupBy(attempts, (attempt) => attempt.eventId);
}

/**
 * Makes deliveries due at once, each as a new series under the same webhook id. A delivery that is already due or being
 * sent stays unchanged. Returns how many were changed.
 */
export async function putBack(db: Db, merchantId: string, eventIds: string[]): Promise<number> {
  const rows = await db`
    UPDATE deliveries AS delivery
       SET status = 'pending',
           failures = 0,
           due_at = now()
      FROM (
        SELECT event_id
          FROM deliveries
         WHERE merchant_id = ${merchantId}
           AND event_id = ANY (${eventIds}::uuid[])
           AND NOT (status = 'pending' AND due_at <= now())
         -- A fixed lock order prevents deadlocks between two such statements.
         ORDER BY event_id
           FOR UPDATE
      ) AS idle
     WHERE delivery.merchant_id = ${merchantId}
       AND delivery.event_id = idle.event_id
    RETURNING delivery.event_id`;
  return rows.length;
}
