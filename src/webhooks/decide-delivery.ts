import type { SendResult } from './send-result.ts';

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
}

export type DeliveryDecision =
  | { status: 'delivered' | 'undeliverable' | 'no_endpoint'; failures: number }
  | { status: 'pending'; failures: number; delayMs: number };

/** Receivers that failed together must not all be tried again in the same moment. */
const jitter = 0.2;

/**
 * What becomes of a delivery after a send. Only HTTP 200 confirms; a failure is sent again after
 * each of the delays in turn, and when none is left the delivery is undeliverable.
 */
export function decideDelivery(
  failures: number,
  result: Pick<SendResult, 'ok'>,
  retryDelaysSeconds: readonly number[],
  /** From 0 to 1. */
  random: number,
): DeliveryDecision {
  if (result.ok) return { status: 'delivered', failures };
  const delaySeconds = retryDelaysSeconds[failures];
  if (delaySeconds === undefined) return { status: 'undeliverable', failures: failures + 1 };
  const delayMs = delaySeconds * 1000 * (1 - jitter + 2 * jitter * random);
  return { status: 'pending', failures: failures + 1, delayMs };
}
