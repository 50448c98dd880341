import { merchantBatches } from '../../base/db/citus/merchant-batches.ts';
import { newIdOf } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import {
  beginSpan,
  currentRequestId,
  currentTraceparent,
  isTracing,
  logTrail,
} from '../../base/ground/trail.ts';
import { noteChange } from './changes.ts';
import { endpointOf } from './delivery.ts';
import type { NewEvent } from './event.ts';

/**
 * Records events and their deliveries in the transaction of their cause: both commit, or neither. Returns the event
 * ids.
 */
export async function appendEvents(tx: Tx, events: NewEvent[]): Promise<string[]> {
  const ids: string[] = [];
  for (const batch of merchantBatches(tx, events)) ids.push(...(await append(tx, batch)));
  return ids;
}

async function append(tx: Tx, events: NewEvent[]): Promise<string[]> {
  const ids = events.map((event) => newIdOf(event.merchantId));
  const rows = events.map((event, at) => ({
    merchant_id: event.merchantId,
    id: ids[at] as string,
    subject: event.subject,
    subject_id: event.subjectId,
    status: event.status,
    url: event.url,
    body: JSON.stringify({ ...event.notice, eventType: event.type, eventId: ids[at] }),
    created_at: event.createdAt,
    // Only with tracing on: otherwise the statement has one value less.
    ...(isTracing() && { traceparent: event.traceparent ?? currentTraceparent() }),
  }));
  const deliveries = rows.map((row) => ({
    merchant_id: row.merchant_id,
    event_id: row.id,
    endpoint: endpointOf(row.merchant_id, row.url),
    due_at: row.created_at,
  }));
  await Promise.all([tx`INSERT INTO events ${tx(rows)}`, tx`INSERT INTO deliveries ${tx(deliveries)}`]);
  tx.afterCommit(() => {
    events.forEach((event, at) => {
      tellEvent(event, rows[at]?.id ?? '');
      noteChange(event.merchantId);
    });
  });
  return rows.map((row) => row.id);
}

/** Logs what happened and, with tracing on, makes a span. */
function tellEvent({ merchantId, subject, subjectId, status, ...event }: NewEvent, id: string): void {
  const traceparent = event.traceparent ?? currentTraceparent();
  const ids = { merchant: merchantId, [subject]: subjectId, event: id };
  const { requestId = currentRequestId() } = event;
  logTrail(`${subject} ${status}`, ids, { traceparent, requestId });
  beginSpan(`${subject} ${status}`, { parent: traceparent, attributes: ids })?.end();
}
