import type { ClaimedDelivery } from '../events/delivery.ts';

/** One slow receiver holds at most this many sends at a time. */
export const maxInFlightPerEndpoint = 8;
/** Claimed ahead for a receiver that answers quickly, so that it never waits for the database. */
export const maxAhead = 256;
/** Quicker than this, what was claimed ahead is sent long before the endpoint's time runs short. */
const quickMs = 100;
/** Bounds what is remembered of endpoints' speed. */
const maxRemembered = 10_000;

/**
 * The queues of one worker, one per endpoint: what it has claimed waits here for one of the
 * endpoint's places.
 */
export interface EndpointQueues {
  /** How many more of an endpoint's deliveries may be claimed now. */
  placesAt(endpoint: bigint): number;
  /** Queues a delivery; it is sent as soon as a place is free. */
  add(delivery: ClaimedDelivery): void;
  /** Claimed and not yet sent. */
  readonly waiting: number;
  readonly sending: number;
  /** Lets go of everything that waits. */
  clear(): void;
  /** Resolves when a send ends, after so long at the latest, or at once when none is under way. */
  nextEnd(withinMs: number): Promise<void>;
}

interface EndpointQueue {
  waiting: ClaimedDelivery[];
  sending: number;
}

export function createEndpointQueues(
  /** Sends a delivery, and resolves when the receiver has answered or failed to; false: it was let go. */
  send: (delivery: ClaimedDelivery) => Promise<boolean>,
): EndpointQueues {
  const queues = new Map<bigint, EndpointQueue>();
  /** How long the last send to an endpoint took. */
  const speedsMs = new Map<bigint, number>();
  let waiting = 0;
  let sending = 0;
  let wake: (() => void)[] = [];

  function pump(endpoint: bigint, queue: EndpointQueue): void {
    while (queue.sending < maxInFlightPerEndpoint && queue.waiting.length > 0) {
      const delivery = queue.waiting.shift() as ClaimedDelivery;
      waiting -= 1;
      queue.sending += 1;
      sending += 1;
      void run(endpoint, queue, delivery);
    }
    if (queue.sending === 0) queues.delete(endpoint);
  }

  async function run(endpoint: bigint, queue: EndpointQueue, delivery: ClaimedDelivery): Promise<void> {
    const startedAtMs = performance.now();
    if (await send(delivery)) {
      if (speedsMs.size >= maxRemembered) speedsMs.clear();
      speedsMs.set(endpoint, performance.now() - startedAtMs);
    }
    queue.sending -= 1;
    sending -= 1;
    pump(endpoint, queue);
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  }

  return {
    placesAt(endpoint) {
      const queue = queues.get(endpoint);
      const isQuick = (speedsMs.get(endpoint) ?? quickMs) < quickMs;
      const held = queue ? queue.waiting.length + queue.sending : 0;
      return Math.max(0, (isQuick ? maxAhead : maxInFlightPerEndpoint) - held);
    },
    add(delivery) {
      const queue = queues.get(delivery.endpoint) ?? { waiting: [], sending: 0 };
      queues.set(delivery.endpoint, queue);
      queue.waiting.push(delivery);
      waiting += 1;
      pump(delivery.endpoint, queue);
    },
    get waiting() {
      return waiting;
    },
    get sending() {
      return sending;
    },
    clear() {
      for (const queue of queues.values()) queue.waiting.length = 0;
      waiting = 0;
    },
    nextEnd(withinMs) {
      if (sending === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
