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
import { endpointOf, heldUntil } from './delivery.ts';
import { endpointsFor } from './endpoint-book.ts';
import type { NewEvent } from './event.ts';
import { queueOfEndpoint, takesType } from './webhook-endpoint.ts';

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
  const deliveries: NewDelivery[] = [];
  for (const [at, event] of events.entries())
    deliveries.push(...(await deliveriesOf(tx, event, ids[at] as string)));
  // Most merchants have no further endpoint: the statement has one value less.
  const isUsual = deliveries.every(({ of_event_id }) => of_event_id === null);
  const written = isUsual ? deliveries.map(({ of_event_id: _, ...row }) => row) : deliveries;
  await Promise.all([tx`INSERT INTO events ${tx(rows)}`, tx`INSERT INTO deliveries ${tx(written)}`]);
  tx.afterCommit(() => {
    events.forEach((event, at) => {
      tellEvent(event, rows[at]?.id ?? '');
      noteChange(event.merchantId);
    });
  });
  return rows.map((row) => row.id);
}

interface NewDelivery {
  merchant_id: string;
  event_id: string;
  endpoint: bigint;
  due_at: Date;
  of_event_id: string | null;
}

/** The delivery to the usual address, and one to each further endpoint that takes the event. */
async function deliveriesOf(tx: Tx, event: NewEvent, id: string): Promise<NewDelivery[]> {
  const { merchantId, url, type, endpointId, createdAt } = event;
  const row = { merchant_id: merchantId, event_id: id, due_at: createdAt };
  if (endpointId !== undefined) {
    return [{ ...row, endpoint: queueOfEndpoint(merchantId, endpointId), of_event_id: id }];
  }
  const usual = { ...row, endpoint: endpointOf(merchantId, url), of_event_id: null };
  if (event.subject === 'test') return [usual];
  const further = (await endpointsFor(tx, merchantId)).filter(({ events }) => takesType(events, type));
  return [
    usual,
    ...further.map(({ queue, pausedAt }) => ({
      ...row,
      event_id: newIdOf(merchantId),
      endpoint: queue,
      due_at: pausedAt ? heldUntil : createdAt,
      of_event_id: id,
    })),
  ];
}

/** Logs what happened and, with tracing on, makes a span. */
function tellEvent({ merchantId, subject, subjectId, status, ...event }: NewEvent, id: string): void {
  const traceparent = event.traceparent ?? currentTraceparent();
  const ids = { merchant: merchantId, [subject]: subjectId, event: id };
  const { requestId = currentRequestId() } = event;
  logTrail(`${subject} ${status}`, ids, { traceparent, requestId });
  beginSpan(`${subject} ${status}`, { parent: traceparent, attributes: ids })?.end();
}
