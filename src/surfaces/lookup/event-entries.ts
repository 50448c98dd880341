import type { Db } from '../../base/db/sql.ts';
import { attemptsOf, type DeliverableEvent, listEvents } from '../../events/outbox/event-store.ts';
import type { HistoryEntry } from './history.ts';

/** One payment has a handful. */
const maxEvents = 50;

/** The merchant's events and their deliveries. Uses the indexes events_of_subject and delivery_attempts_of_event. */
export async function eventEntries(db: Db, merchantId: string, subjectId: string): Promise<HistoryEntry[]> {
  const events = await listEvents(db, merchantId, { subjectId }, {}, maxEvents);
  const sends = await attemptsOf(db, merchantId, events);
  return events.flatMap((event) => [
    { at: event.createdAt, part: 'event', text: `"${event.status}" for the merchant (${event.id}).` },
    ...(sends.get(event.id) ?? []).map(({ sentAt, url, explanation }) => ({
      at: sentAt,
      part: 'delivery' as const,
      text: `"${event.status}" to ${hostOf(url)}: ${explanation}`,
    })),
    ...waiting(event),
  ]);
}

function waiting({ status, deliveryStatus, dueAt, createdAt }: DeliverableEvent): HistoryEntry[] {
  switch (deliveryStatus) {
    case 'pending':
      return [{ at: dueAt, part: 'delivery', text: `"${status}" is sent next at this time.` }];
    case 'no_endpoint':
      return [
        { at: createdAt, part: 'delivery', text: `"${status}" goes nowhere: there is no webhook URL.` },
      ];
    default:
      return [];
  }
}

/** The rest of the URL may contain a secret of the merchant. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'an address';
}
