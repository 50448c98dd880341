import type { Sql } from '../db/pool.ts';
import { type DeliverableEvent, findEvent } from '../events/event-store.ts';
import { PasarelaError } from '../ground/errors.ts';
import { readId } from '../http/list-values.ts';

/** The merchant's own event; another's is as absent as one that never was. */
export async function getEvent(sql: Sql, merchantId: string, eventId: string): Promise<DeliverableEvent> {
  const id = readId(eventId);
  const event = id && (await findEvent(sql, merchantId, id));
  if (!event) throw new PasarelaError('not_found', 'There is no event with this id.');
  return event;
}
