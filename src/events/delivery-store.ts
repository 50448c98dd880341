import type { Db, Tx } from '../db/pool.ts';
import type { ClaimedDelivery, DeliveryDecision } from './delivery.ts';
import type { SendResult } from './send-result.ts';

/** A send that was made, and what it led to. */
export interface MadeSend {
  delivery: ClaimedDelivery;
  decision: DeliveryDecision;
  /** null: there was no address to send to. */
  attempt: {
    sentAt: Date;
    url: string;
    /** The header of this name; the other two of a request follow from the event and the time. */
    signature: string;
    result: SendResult;
  } | null;
}

/** Writes state and log of many sends in one statement; answers those that became undeliverable by it. */
export async function writeSends(db: Db, sends: MadeSend[]): Promise<EventKey[]> {
  if (db.isDistributed) return await writeSendsOfOne(db, sends);
  const made = sends.map(({ delivery, decision, attempt }) => ({
    merchant_id: delivery.merchantId,
    event_id: delivery.eventId,
    version: delivery.version,
    status: decision.status,
    failures: decision.failures,
    delay_ms: decision.status === 'pending' ? Math.round(decision.delayMs) : 0,
    ...(attempt && {
      sent_ms: attempt.sentAt.getTime(),
      url: attempt.url,
      signature: attempt.signature,
      http_status: attempt.result.httpStatus,
      response_headers: attempt.result.responseHeaders,
      body_excerpt: attempt.result.bodyExcerpt,
      duration_ms: Math.round(attempt.result.durationMs),
      cause: attempt.result.cause,
      // What is said of every confirmed one need not be kept with each.
      explanation: attempt.result.ok ? null : attempt.result.explanation,
    }),
  }));
  return await db<EventKey[]>`
    WITH made AS (
      SELECT *
        FROM json_to_recordset(${JSON.stringify(made)}::text::json) AS made (
               merchant_id uuid, event_id uuid, version xid, status text, failures smallint, delay_ms integer,
               sent_ms float8, url text, signature text, http_status smallint, response_headers json,
               body_excerpt text, duration_ms integer, cause text, explanation text)
    ), logged AS (
      INSERT INTO delivery_attempts (
        merchant_id, event_id, sent_at, url, signature, http_status, response_headers, body_excerpt, duration_ms,
        cause, explanation)
      SELECT merchant_id, event_id, to_timestamp(sent_ms / 1000), url, signature, http_status, response_headers, body_excerpt, duration_ms,
             cause, explanation
        FROM made
       WHERE sent_ms IS NOT NULL
    ), decided AS (
      UPDATE deliveries AS delivery
         SET status = made.status,
             failures = made.failures,
             due_at = now() + make_interval(secs => made.delay_ms / 1000.0)
        FROM made
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

/** The same where rows are spread over nodes: the sends are one merchant's, and the rows of the log stand in the statement. */
async function writeSendsOfOne(db: Db, sends: MadeSend[]): Promise<EventKey[]> {
  const merchantId = sends[0]?.delivery.merchantId ?? null;
  const log = sends.flatMap(({ delivery, attempt }) =>
    attempt
      ? {
          merchant_id: delivery.merchantId,
          event_id: delivery.eventId,
          sent_at: attempt.sentAt,
          url: attempt.url,
          signature: attempt.signature,
          http_status: attempt.result.httpStatus,
          response_headers: db.json(attempt.result.responseHeaders),
          body_excerpt: attempt.result.bodyExcerpt,
          duration_ms: Math.round(attempt.result.durationMs),
          cause: attempt.result.cause,
          explanation: attempt.result.ok ? null : attempt.result.explanation,
        }
      : [],
  );
  // The log first: a send that is logged and not decided is made once more.
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

function toDecided({ delivery, decision }: MadeSend): object {
  return {
    event_id: delivery.eventId,
    version: delivery.version,
    status: decision.status,
    failures: decision.failures,
    due_at: new Date(Date.now() + (decision.status === 'pending' ? decision.delayMs : 0)),
  };
}

/** Which mail tells of these undeliverable deliveries. */
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
