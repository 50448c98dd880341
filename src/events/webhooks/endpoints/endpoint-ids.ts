import type { Db } from '../../../base/db/pool.ts';
import type { DeliverableEvent } from '../../outbox/event-store.ts';
import { queueOfEndpoint } from '../../outbox/webhook-endpoint.ts';
import { namesOfEndpoints } from './store.ts';

/** The ids of a merchant's further endpoints by queue; reads nothing if none of the events went to one. */
export async function endpointIdsOf(
  db: Db,
  merchantId: string,
  events: readonly DeliverableEvent[],
): Promise<Map<bigint, string>> {
  if (events.every(({ ofEventId }) => ofEventId === null)) return new Map();
  const endpoints = await namesOfEndpoints(db, merchantId);
  return new Map(endpoints.map(({ id }) => [queueOfEndpoint(merchantId, id), id]));
}
