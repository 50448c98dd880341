import { listAudit } from '../../accounts/audit/audit-log.ts';
import type { Db } from '../../base/db/pool.ts';
import type { EventType } from './event.ts';
import { type DeliverableEvent, listEvents, attemptsOf as sendsOf } from './event-store.ts';

/** One entry of the timeline of a payment or a payout. `kind` and `outcome` are codes; the page translates them. */
export interface TimelineEntry<Kind extends string = string> {
  at: string;
  kind: Kind;
  outcome: string;
  amount: ShownAmount | null;
  /** A card, a network, an address or a merchant's own words: the same in every language. */
  subject: string | null;
  /** A page about it, e.g. at the block explorer or the processor. */
  url: string | null;
}

/** An exact decimal with its currency or asset. */
export interface ShownAmount {
  value: string;
  unit: string;
}

/** A payment normally has a handful of events. */
const maxEvents = 50;

/**
 * Events that tell of something else than the status, which then stays what it was: a paid payment whose refund waits is
 * still paid.
 */
const besideStatus: ReadonlySet<string> = new Set<EventType>([
  'refund.pending',
  'refund.failed',
  'charge.warning',
  'charge.unexpected_money',
  'authorization.expiring',
  'capture.failed',
  'void.failed',
  'dispute.inquiry',
  'dispute.won',
  'dispute.lost',
]);

/** What an event of a charge told: its status, or what is beside it, such as `refund_pending`. */
export function outcomeOfEvent({ status, body }: Pick<DeliverableEvent, 'status' | 'body'>): string {
  const { eventType = '' } = JSON.parse(body) as { eventType?: string };
  return besideStatus.has(eventType) ? eventType.replace('.', '_') : status;
}

/** Events for the merchant and its server's answers. */
export async function eventEntries(
  db: Db,
  merchantId: string,
  subjectId: string,
  outcomeOf: (event: DeliverableEvent) => string = ({ status }) => status,
): Promise<TimelineEntry<'event' | 'delivery'>[]> {
  const events = await listEvents(db, merchantId, { subjectId }, {}, maxEvents);
  const sends = await sendsOf(db, merchantId, events);
  return events.flatMap((event) => [
    timelineEntry(event.createdAt, 'event', outcomeOf(event)),
    ...(sends.get(event.id) ?? []).map(({ sentAt, url, cause }) =>
      timelineEntry(sentAt, 'delivery', cause, { subject: URL.parse(url)?.host ?? null }),
    ),
  ]);
}

export async function auditEntries(db: Db, subject: string): Promise<TimelineEntry<'person'>[]> {
  const rows = await listAudit(db, { subject }, maxEvents);
  return rows.map(({ at, actor, act }) => timelineEntry(at, 'person', act, { subject: actor }));
}

export function timelineEntry<Kind extends string>(
  at: Date,
  kind: Kind,
  outcome: string,
  facts: Partial<Pick<TimelineEntry, 'amount' | 'subject' | 'url'>> = {},
): TimelineEntry<Kind> {
  return { at: at.toISOString(), kind, outcome, amount: null, subject: null, url: null, ...facts };
}

export function sortedEntries<Kind extends string>(all: TimelineEntry<Kind>[]): TimelineEntry<Kind>[] {
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
