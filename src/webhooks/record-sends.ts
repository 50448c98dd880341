import type { Sql } from '../db/pool.ts';
import { collectUndeliverable } from '../mail/undeliverable-notice.ts';
import type { ClaimedDelivery, DeliveryDecision } from './delivery.ts';
import type { SendResult } from './send-result.ts';
import type { SignatureHeaders } from './sign.ts';

/** A send that was made, and what it led to. */
export interface MadeSend {
  delivery: ClaimedDelivery;
  decision: DeliveryDecision;
  /** null: there was no address to send to. */
  attempt: {
    sentAt: Date;
    url: string;
    requestHeaders: SignatureHeaders;
    result: SendResult;
  } | null;
}

/**
 * Records many sends in one transaction: state, log and, for what became undeliverable, the mail. A
 * send whose delivery was changed by somebody else since it was claimed is still logged, for it was
 * made, but decides nothing.
 */
export async function recordSends(sql: Sql, sends: MadeSend[]): Promise<void> {
  await sql.begin(async (tx) => {
    const decisions = sends.map(({ delivery, decision }) => ({
      merchant_id: delivery.merchantId,
      event_id: delivery.eventId,
      version: delivery.version,
      status: decision.status,
      failures: decision.failures,
      delay_ms: decision.status === 'pending' ? Math.round(decision.delayMs) : 0,
    }));
    const undeliverable = await tx<{ merchantId: string; eventId: string }[]>`
      WITH decided AS (
        UPDATE deliveries AS delivery
           SET status = made.status,
               failures = made.failures,
               due_at = now() + make_interval(secs => made.delay_ms / 1000.0)
          FROM json_to_recordset(${JSON.stringify(decisions)}::text::json) AS made (
                 merchant_id uuid, event_id uuid, version xid, status text, failures smallint, delay_ms integer)
         WHERE delivery.merchant_id = made.merchant_id
           AND delivery.event_id = made.event_id
           AND delivery.xmin = made.version
        RETURNING delivery.merchant_id, delivery.event_id, delivery.status
      )
      SELECT merchant_id AS "merchantId", event_id AS "eventId"
        FROM decided
       WHERE status = 'undeliverable'`;

    const attempts = sends.flatMap(({ delivery, attempt }) =>
      attempt
        ? [
            {
              merchant_id: delivery.merchantId,
              event_id: delivery.eventId,
              sent_at: attempt.sentAt,
              url: attempt.url,
              request_headers: attempt.requestHeaders,
              http_status: attempt.result.httpStatus,
              response_headers: attempt.result.responseHeaders,
              body_excerpt: attempt.result.bodyExcerpt,
              duration_ms: Math.round(attempt.result.durationMs),
              cause: attempt.result.cause,
              explanation: attempt.result.explanation,
            },
          ]
        : [],
    );
    if (attempts.length > 0) {
      await tx`
        INSERT INTO delivery_attempts
        SELECT *
          FROM json_populate_recordset(NULL::delivery_attempts, ${JSON.stringify(attempts)}::text::json)`;
    }
    if (undeliverable.length > 0) await collectUndeliverable(tx, undeliverable);
  });
}
