import { firstIdAt } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import type { DeliveryStatus } from './delivery.ts';
import type { EventStatus } from './event.ts';
import { confirmedText } from './send-result.ts';

/** An event with where its delivery stands. */
export interface DeliverableEvent {
  id: string;
  status: string;
  subjectId: string;
  createdAt: Date;
  body: string;
  deliveryStatus: DeliveryStatus;
  failures: number;
  dueAt: Date;
}

/** A send as the log has it. */
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
  createdFrom?: Date;
  createdTo?: Date;
}

/** A stretch of ids, its ends not included. */
export interface IdRange {
  afterId?: string;
  beforeId?: string;
}

/**
 * An event's id is made after its time is taken, in the same transaction; clocks of two processes
 * do not come into it. Ids so much before or after the time can be left out by the index.
 */
const idSlackMs = 60_000;
/** A send's time and an event's come from clocks that may differ by far less than this. */
const logSlackMs = 60 * 60 * 1000;
/** Somebody who asks for an event again and again must not make a page of megabytes. */
export const maxAttemptsShown = 20;

const eventColumns = `
  event.id, event.status, event.subject_id AS "subjectId", event.created_at AS "createdAt", event.body,
  delivery.status AS "deliveryStatus", delivery.failures, delivery.due_at AS "dueAt"`;

/** The deliveries of these statuses have indexes of their own, in which they are few: they are walked, and not the events. */
const fewOf: readonly DeliveryStatus[] = ['pending', 'undeliverable', 'no_endpoint'];

/**
 * Events with their deliveries. One of the two is walked along its index, and for each of its rows the other is looked up: of
 * the partitions of either only those are touched that have something. A join left to PostgreSQL read a merchant's whole year
 * where it was planned without the merchant (500 ms of 40,000 events, against 1 ms).
 */
function matching(db: Db, merchantId: string, filter: EventFilter, range: IdRange) {
  const { deliveryStatus, status, subjectId, createdFrom, createdTo } = filter;
  const isByDelivery = deliveryStatus !== undefined && fewOf.includes(deliveryStatus) && !subjectId;
  const id = db.unsafe(isByDelivery ? 'delivery.event_id' : 'event.id');
  const bound = (operator: '>' | '<', limit: string | undefined) =>
    limit === undefined ? db`` : db`AND ${id} ${db.unsafe(operator)} ${limit}`;
  const idAt = (time: Date | undefined, slackMs: number) =>
    time && firstIdAt(new Date(time.getTime() + slackMs));
  const tables = isByDelivery
    ? db`deliveries AS delivery
   CROSS JOIN LATERAL (
     SELECT *
       FROM events
      WHERE merchant_id = delivery.merchant_id
        AND id = delivery.event_id
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
       // The statuses stand in the text, for a plan made without them cannot use the partial indexes.
       deliveryStatus ? db.unsafe(`AND delivery.status = '${deliveryStatus}'`) : db``
     }
     ${status ? db.unsafe(`AND event.status = '${status}'`) : db``}
     ${subjectId ? db`AND event.subject_id = ${subjectId}` : db``}
     ${createdFrom ? db`AND event.created_at >= ${createdFrom}` : db``}
     ${createdTo ? db`AND event.created_at < ${createdTo}` : db``}
     ${bound('>', idAt(createdFrom, -idSlackMs))}
     ${bound('<', idAt(createdTo, idSlackMs))}
     ${bound('>', range.afterId)}
     ${bound('<', range.beforeId)}`;
  // As text, which sorts alike: no index is in that order, so that the few pending ones are found first and put in order then.
  const order = deliveryStatus === 'pending' ? db`${id}::text` : id;
  return { from, id, order };
}

/** Newest first, by id; ids are in the order of time. */
export async function listEvents(
  db: Db,
  merchantId: string,
  filter: EventFilter,
  range: IdRange,
  limit: number,
): Promise<DeliverableEvent[]> {
  const { from, order } = matching(db, merchantId, filter, range);
  return await db<DeliverableEvent[]>`
    SELECT ${db.unsafe(eventColumns)}
    ${from}
     ORDER BY ${order} DESC
     LIMIT ${limit}`;
}

export async function findEvent(db: Db, merchantId: string, id: string): Promise<DeliverableEvent | null> {
  const [event] = await db<DeliverableEvent[]>`
    SELECT ${db.unsafe(eventColumns)}
      FROM events AS event
      JOIN deliveries AS delivery ON delivery.merchant_id = event.merchant_id AND delivery.event_id = event.id
     WHERE event.merchant_id = ${merchantId}
       AND event.id = ${id}`;
  return event ?? null;
}

/** How many there are, counted no further than `atMost`. */
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

/** The latest sends of each event, oldest first. What is older than the log is kept is not there. */
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
                 -- Nothing is sent before it happened: days before the oldest event are not looked at.
                 AND sent_at >= ${new Date(oldestMs - logSlackMs)}
               ORDER BY sent_at DESC
               LIMIT ${maxAttemptsShown}
            ) AS attempt
           ORDER BY attempt."sentAt"`;
  return Map.groupBy(attempts, (attempt) => attempt.eventId);
}

/**
 * Puts deliveries back to work at once, each as a new series under the same webhook id. One that is
 * at work already, due or being sent, is left to it. Answers how many were put back.
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
         -- Two that put back the same ones take the rows in the same order, and so never wait in a circle.
         ORDER BY event_id
           FOR UPDATE
      ) AS idle
     WHERE delivery.merchant_id = ${merchantId}
       AND delivery.event_id = idle.event_id
    RETURNING delivery.event_id`;
  return rows.length;
}
