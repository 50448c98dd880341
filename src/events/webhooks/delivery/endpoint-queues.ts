import type { ClaimedDelivery } from '../../outbox/delivery.ts';

/** One slow receiver holds at most this many sends at a time. */
export const maxInFlightPerEndpoint = 8;
/** Claimed ahead for a receiver that answers quickly, so that it never waits for the database. */
const maxAhead = 256;
/**
 * Sent to one endpoint but not yet recorded, including those under way. If a worker or the database dies, they are sent
 * again.
 */
export const maxUnrecorded = 64;
/**
 * After a send could not be recorded, its endpoint gets no sends for this time, and then one at a time until one is
 * recorded.
 */
const restMs = 2_000;
/** A receiver quicker than this gets everything claimed ahead long before the endpoint's ownership runs short. */
const quickMs = 100;
/** Limits the memory of endpoints' speed. */
const maxRemembered = 10_000;

/** The queues of one worker, one per endpoint: claimed deliveries wait here for one of the endpoint's places. */
export interface EndpointQueues {
  /** How many more of an endpoint's deliveries may be claimed now. */
  placesAt(endpoint: bigint): number;
  /** Queues a delivery; it is sent as soon as a place is free. */
  add(delivery: ClaimedDelivery): void;
  /** Claimed but not yet sent. */
  readonly waiting: number;
  readonly sending: number;
  /** Releases everything that waits. */
  clear(): void;
  /** Resolves when a send ends or is recorded, after `withinMs` at the latest, or at once if nothing is held. */
  nextEnd(withinMs: number): Promise<void>;
}

interface EndpointQueue {
  waiting: ClaimedDelivery[];
  sending: number;
  /** Sent and being recorded. */
  recording: number;
}

/** The receiver has answered or failed; true if that is recorded, false if it cannot be. */
interface Sent {
  recorded: Promise<boolean>;
}

export function createEndpointQueues(
  /** Sends a delivery and resolves when the receiver has answered or failed; null if the claim was given up. */
  send: (delivery: ClaimedDelivery) => Promise<Sent | null>,
  /** Called for deliveries that were claimed but are not sent. */
  letGo: (delivery: ClaimedDelivery) => void,
): EndpointQueues {
  const queues = new Map<bigint, EndpointQueue>();
  /** How long the last send to an endpoint took. */
  const speedsMs = new Map<bigint, number>();
  /** When a send to an endpoint last failed to be recorded, with no success since. */
  const failedAtMs = new Map<bigint, number>();
  let waiting = 0;
  let sending = 0;
  let wake: (() => void)[] = [];

  function pump(endpoint: bigint, queue: EndpointQueue): void {
    while (
      queue.sending < maxInFlightPerEndpoint &&
      queue.sending + queue.recording < maxUnrecorded &&
      queue.waiting.length > 0
    ) {
      const delivery = queue.waiting.shift() as ClaimedDelivery;
      waiting -= 1;
      queue.sending += 1;
      sending += 1;
      void run(endpoint, queue, delivery);
    }
    if (queue.sending + queue.recording + queue.waiting.length === 0) queues.delete(endpoint);
  }

  async function run(endpoint: bigint, queue: EndpointQueue, delivery: ClaimedDelivery): Promise<void> {
    const startedAtMs = performance.now();
    const sent = await send(delivery);
    queue.sending -= 1;
    sending -= 1;
    if (sent) {
      if (speedsMs.size >= maxRemembered) speedsMs.clear();
      speedsMs.set(endpoint, performance.now() - startedAtMs);
      queue.recording += 1;
      void sent.recorded.then((isRecorded) => {
        queue.recording -= 1;
        if (isRecorded) failedAtMs.delete(endpoint);
        else rest(endpoint, queue);
        goOn(endpoint, queue);
      });
    }
    goOn(endpoint, queue);
  }

  function goOn(endpoint: bigint, queue: EndpointQueue): void {
    pump(endpoint, queue);
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  }

  function rest(endpoint: bigint, queue: EndpointQueue): void {
    if (failedAtMs.size >= maxRemembered) failedAtMs.clear();
    failedAtMs.set(endpoint, performance.now());
    waiting -= queue.waiting.length;
    for (const delivery of queue.waiting.splice(0)) letGo(delivery);
  }

  return {
    placesAt(endpoint) {
      const queue = queues.get(endpoint);
      const failed = failedAtMs.get(endpoint);
      if (failed !== undefined) return !queue && performance.now() - failed >= restMs ? 1 : 0;
      const isQuick = (speedsMs.get(endpoint) ?? quickMs) < quickMs;
      const held = queue ? queue.waiting.length + queue.sending : 0;
      return Math.max(0, (isQuick ? maxAhead : maxInFlightPerEndpoint) - held);
    },
    add(delivery) {
      const queue = queues.get(delivery.endpoint) ?? { waiting: [], sending: 0, recording: 0 };
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
      if (sending + waiting === 0) return Promise.resolve();
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
