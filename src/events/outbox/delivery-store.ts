import type { SqlArray } from '../../base/db/driver/values.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { type ClaimedDelivery, type DeliveryDecision, heldUntil } from './delivery.ts';
import type { SendResult } from './send-result.ts';

/** A send and its result. */
export interface MadeSend {
  delivery: ClaimedDelivery;
  decision: DeliveryDecision;
  /** null if there was no address to send to. */
  attempt: {
    sentAt: Date;
    url: string;
    /** The signature header; the request's other two headers follow from the event and the time. */
    signature: string;
    result: SendResult;
  } | null;
}

/** Writes state and log of many sends in one statement; returns those that became undeliverable. */
export async function writeSends(db: Db, sends: MadeSend[]): Promise<EventKey[]> {
  if (db.isDistributed) return await writeSendsOfOne(db, sends);
  const of = <T extends SqlArray[number]>(pick: (send: MadeSend) => T): T[] => sends.map(pick);
  // The decisions come in arrays: PostgreSQL expects few rows of an array. Of JSON it expects a hundred, and would read
  // the whole of a young table.
  return await db<EventKey[]>`
    WITH logged AS (
      INSERT INTO delivery_attempts (
        merchant_id, event_id, sent_at, url, signature, http_status, response_headers, body_excerpt, duration_ms,
        cause, explanation)
      SELECT *
        FROM json_to_recordset(${JSON.stringify(sends.flatMap(toLogged))}::text::json) AS made (
               merchant_id uuid, event_id uuid, sent_at timestamptz, url text, signature text, http_status smallint,
               response_headers json, body_excerpt text, duration_ms integer, cause text, explanation text)
    ), decided AS (
      UPDATE deliveries AS delivery
         SET status = made.status,
             failures = made.failures,
             due_at = now() + make_interval(secs => made.delay_ms / 1000.0)
        FROM unnest(
               ${of(({ delivery }) => delivery.merchantId)}::uuid[],
               ${of(({ delivery }) => delivery.eventId)}::uuid[],
               ${of(({ delivery }) => delivery.version)}::xid[],
               ${of(({ decision }) => decision.status)}::text[],
               ${of(({ decision }) => decision.failures)}::smallint[],
               ${of(({ decision }) => Math.round(delayMsOf(decision)))}::integer[])
               AS made (merchant_id, event_id, version, status, failures, delay_ms)
       WHERE delivery.merchant_id = made.merchant_id
         AND delivery.event_id = made.event_id
         AND delivery.xmin = made.version
      RETURNING delivery.merchant_id, delivery.event_id, delivery.status
    )
    SELECT merchant_id AS "merchantId", event_id AS "eventId"
      FROM decided
     WHERE status = 'undeliverable'`;
}

interface EventKey {
  merchantId: string;
  eventId: string;
}

/** The distributed form: the sends belong to one merchant, and the log rows are part of the statement. */
async function writeSendsOfOne(db: Db, sends: MadeSend[]): Promise<EventKey[]> {
  const merchantId = sends[0]?.delivery.merchantId ?? null;
  const log = sends
    .flatMap(toLogged)
    .map((row) => ({ ...row, response_headers: db.json(row.response_headers) }));
  // The log comes first: a send that is logged but not decided is made once more.
  if (log.length > 0) await db`INSERT INTO delivery_attempts ${db(log)}`;
  const decided = await db<(EventKey & { status: string })[]>`
    UPDATE deliveries AS delivery
       SET status = made.status,
           failures = made.failures,
           due_at = made.due_at
      FROM json_to_recordset(${JSON.stringify(sends.map(toDecided))}::text::json) AS made (
             event_id uuid, version xid, status text, failures smallint, due_at timestamptz)
     WHERE delivery.merchant_id = ${merchantId}
       AND delivery.event_id = made.event_id
       AND delivery.xmin = made.version
    RETURNING delivery.merchant_id AS "merchantId", delivery.event_id AS "eventId", delivery.status`;
  return decided.filter(({ status }) => status === 'undeliverable');
}

/** The log row of a send; without an address nothing was sent. */
function toLogged({ delivery, attempt }: MadeSend) {
  if (!attempt) return [];
  const { sentAt, url, signature, result } = attempt;
  return {
    merchant_id: delivery.merchantId,
    event_id: delivery.eventId,
    sent_at: sentAt,
    url,
    signature,
    http_status: result.httpStatus,
    response_headers: result.responseHeaders,
    body_excerpt: result.bodyExcerpt,
    duration_ms: Math.round(result.durationMs),
    cause: result.cause,
    // The explanation of a confirmed send is always the same and need not be stored.
    explanation: result.ok ? null : result.explanation,
  };
}

function toDecided({ delivery, decision }: MadeSend): object {
  return {
    event_id: delivery.eventId,
    version: delivery.version,
    status: decision.status,
    failures: decision.failures,
    due_at: new Date(Date.now() + delayMsOf(decision)),
  };
}

function delayMsOf(decision: DeliveryDecision): number {
  return decision.status === 'pending' ? decision.delayMs : 0;
}

/** Assigns these undeliverable deliveries to a mail. */
export async function joinNotice(
  tx: Tx,
  merchantId: string,
  eventIds: string[],
  noticeId: string,
): Promise<void> {
  await tx`
    UPDATE deliveries
       SET notice_id = ${noticeId}
     WHERE merchant_id = ${merchantId}
       AND event_id = ANY (${eventIds}::uuid[])`;
}

/** One statement must not lock a whole backlog. */
const maxMoved = 10_000;

/** What becomes of what waits for a further endpoint: it waits on, is due, or goes nowhere. */
export type Move = 'hold' | 'release' | 'drop';

/** Each batch commits by itself. Returns how many were moved. */
export async function moveWaiting(
  sql: Sql,
  { merchantId, queue }: { merchantId: string; queue: bigint },
  move: Move,
  now: Date,
): Promise<number> {
  const status = move === 'drop' ? 'no_endpoint' : 'pending';
  const dueAt = move === 'hold' ? heldUntil : now;
  const isConcerned = {
    hold: sql`due_at < ${heldUntil}`,
    // What is due anyway keeps its pause between retries.
    release: sql`due_at >= ${heldUntil}`,
    drop: sql`true`,
  }[move];
  for (let count = 0; ; ) {
    const moved = await sql`
      UPDATE deliveries
         SET status = ${status},
             due_at = ${dueAt}
       WHERE merchant_id = ${merchantId}
         AND event_id = ANY (ARRAY (
               SELECT event_id
                 FROM deliveries
                WHERE merchant_id = ${merchantId}
                  AND endpoint = ${queue}
                  AND status = 'pending'
                  AND ${isConcerned}
                ORDER BY event_id
                LIMIT ${maxMoved}))
      RETURNING 1`;
    count += moved.length;
    if (moved.length < maxMoved) return count;
  }
}
