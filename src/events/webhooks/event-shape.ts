import { Type } from 'typebox';
import { deliveryStatuses, heldUntil } from '../outbox/delivery.ts';
import { type DeliverableEvent, type LoggedAttempt, maxAttemptsShown } from '../outbox/event-store.ts';

/** The wire format of an event. */

const headersShape = Type.Record(Type.String(), Type.String());
const nullableText = Type.Union([Type.String(), Type.Null()]);

export const eventShape = Type.Object(
  {
    id: Type.String({
      description: 'The webhook-id of every send; of a message to a further endpoint its own',
    }),
    endpoint: Type.Union([Type.String(), Type.Null()], { description: 'The further endpoint that gets it' }),
    status: Type.String({ description: 'What it tells' }),
    reference: Type.String({ description: 'The transaction it tells of' }),
    created_at: Type.String(),
    payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The body that is sent' }),
    delivery: Type.Object({
      status: Type.Enum([...deliveryStatuses]),
      failures: Type.Integer({ description: 'Sends that failed since it began, or was put back to work' }),
      next_attempt_at: Type.Union([Type.String(), Type.Null()], {
        description: 'Set while it is pending, unless its endpoint is paused',
      }),
    }),
    attempts: Type.Array(
      Type.Object({
        sent_at: Type.String(),
        url: Type.String(),
        request: Type.Object({ headers: headersShape }),
        http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: there was no answer' }),
        response: Type.Object({ headers: headersShape, body_excerpt: Type.String() }),
        duration_ms: Type.Integer(),
        cause: Type.String({ description: 'A stable code; ok: it was confirmed' }),
        explanation: Type.String({ description: 'For a person: what happened and what to mend' }),
      }),
      { description: `The latest ${maxAttemptsShown} sends, oldest first, as far back as the log is kept` },
    ),
  },
  { 'x-name': 'Event' },
);

export const eventPage = Type.Object({ events: Type.Array(eventShape), next_cursor: nullableText });

/** `endpoints`: the ids of the merchant's further endpoints, by queue. */
export function shapeEvent(
  event: DeliverableEvent,
  attempts: LoggedAttempt[],
  endpoints: ReadonlyMap<bigint, string>,
) {
  return {
    id: event.id,
    endpoint: endpoints.get(event.endpoint) ?? null,
    status: event.status,
    reference: event.subjectId,
    created_at: event.createdAt.toISOString(),
    payload: JSON.parse(event.body) as Record<string, unknown>,
    delivery: {
      status: event.deliveryStatus,
      failures: event.failures,
      next_attempt_at: isDueSometime(event) ? event.dueAt.toISOString() : null,
    },
    attempts: attempts.map((attempt) => ({
      sent_at: attempt.sentAt.toISOString(),
      url: attempt.url,
      request: { headers: requestHeaders(event.ofEventId ?? event.id, attempt) },
      http_status: attempt.httpStatus,
      response: { headers: attempt.responseHeaders, body_excerpt: attempt.bodyExcerpt },
      duration_ms: attempt.durationMs,
      cause: attempt.cause,
      explanation: attempt.explanation,
    })),
  };
}

/** What waits for a paused endpoint has no time. */
function isDueSometime({ deliveryStatus, dueAt }: DeliverableEvent): boolean {
  return deliveryStatus === 'pending' && dueAt < heldUntil;
}

function requestHeaders(eventId: string, { sentAt, signature }: LoggedAttempt): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signature,
  };
}
