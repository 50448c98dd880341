import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type DeliverableEvent, findEvent } from '../outbox/event-store.ts';

/** The merchant's own event; another merchant's counts as not found. */
export async function getEvent(sql: Sql, merchantId: string, eventId: string): Promise<DeliverableEvent> {
  const id = readId(eventId);
  const event = id && (await findEvent(sql, merchantId, id));
  if (!event) throw new PasarelaError('not_found', 'There is no event with this id.');
  return event;
}
