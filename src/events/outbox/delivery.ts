import { hash } from 'node:crypto';

/** Where getting an event to its receiver stands. */
export const deliveryStatuses = ['pending', 'delivered', 'undeliverable', 'no_endpoint'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A delivery that a worker has in hand, with all it needs to send it. */
export interface ClaimedDelivery {
  merchantId: string;
  eventId: string;
  /** Of its row, as it was read: whoever changes the row makes another. */
  version: string;
  failures: number;
  endpoint: bigint;
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

/**
 * A number that names the receiver: one merchant's deliveries to one host, or to the account's URL.
 * Not the whole address, since merchants write order numbers into it.
 */
export function endpointOf(merchantId: string, url: string | null): bigint {
  const host = url === null ? '' : new URL(url).host;
  return hash('sha256', `${merchantId}|${host}`, 'buffer').readBigInt64BE();
}
