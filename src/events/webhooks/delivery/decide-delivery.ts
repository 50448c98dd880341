import type { DeliveryDecision } from '../../outbox/delivery.ts';
import type { SendResult } from '../../outbox/send-result.ts';

/** Receivers that failed together must not all be retried at the same moment. */
const jitter = 0.2;

/**
 * Decides about a delivery after a send. Only HTTP 200 confirms it. A failure is sent again after each of the delays in
 * turn; after the last one the delivery is undeliverable.
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
