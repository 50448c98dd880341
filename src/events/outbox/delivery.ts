import { hash } from 'node:crypto';

/** The progress of delivering an event to its receiver. */
export const deliveryStatuses = ['pending', 'delivered', 'undeliverable', 'no_endpoint'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A delivery claimed by a worker, with everything needed to send it. */
export interface ClaimedDelivery {
  merchantId: string;
  eventId: string;
  /** The row version as it was read: any change of the row makes another. */
  version: string;
  failures: number;
  endpoint: bigint;
  /** The event, if the delivery is one to a further endpoint and has an id of its own. */
  ofEventId: string | null;
  /** null: the account's webhook URL. */
  url: string | null;
  body: string;
  /** The charge, order, payout or settlement that the event is about. */
  subjectId: string;
  traceparent: string | null;
}

export type DeliveryDecision =
  | { status: 'delivered' | 'undeliverable' | 'no_endpoint'; failures: number }
  | { status: 'pending'; failures: number; delayMs: number };

/** Deliveries to a paused endpoint are due then: they wait without being looked at. */
export const heldUntil = new Date('9999-01-01T00:00:00Z');

/**
 * Identifies the receiver: one merchant's deliveries to one host, or to the account's URL. It does not use the whole
 * address, because merchants put order numbers into it.
 */
export function endpointOf(merchantId: string, url: string | null): bigint {
  const host = url === null ? '' : new URL(url).host;
  return hash('sha256', `${merchantId}|${host}`, 'buffer').readBigInt64BE();
}
