import type { Sql } from '../db/pool.ts';
import { type DeliverableEvent, putBack } from '../events/event-store.ts';
import { getEvent } from './get-event.ts';

/**
 * Has an event sent again at once, whatever became of it, with all its re-sends. While it is being
 * sent nothing is changed: what was asked for is under way.
 */
export async function redeliverEvent(
  sql: Sql,
  merchantId: string,
  eventId: string,
): Promise<DeliverableEvent> {
  const { id } = await getEvent(sql, merchantId, eventId);
  await putBack(sql, merchantId, [id]);
  return await getEvent(sql, merchantId, id);
}
