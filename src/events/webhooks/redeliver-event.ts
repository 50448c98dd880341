import { type Act, appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Sql } from '../../base/db/pool.ts';
import { type DeliverableEvent, putBack } from '../outbox/event-store.ts';
import { getEvent } from './get-event.ts';

/**
 * Sends an event again at once, in any state, with all its retries. If it is being sent, nothing changes: the request
 * is already under way.
 */
export async function redeliverEvent(
  sql: Sql,
  merchantId: string,
  eventId: string,
  /** The signed-in person who asked; null: an API key of the merchant, or the command line. */
  actor: string | null = null,
): Promise<DeliverableEvent> {
  const { id } = await getEvent(sql, merchantId, eventId);
  await sql.begin(async (tx) => {
    const count = await putBack(tx, merchantId, [id]);
    if (actor === null || count === 0) return;
    const act: Act = {
      actor,
      act: 'event_redelivered',
      subject: `merchant ${merchantId}`,
      details: { eventId: id },
    };
    await appendAudit(tx, act, new Date());
  });
  return await getEvent(sql, merchantId, id);
}
