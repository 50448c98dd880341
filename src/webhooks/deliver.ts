import { createBatcher } from '../db/batch.ts';
import { newId } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import type { Directory } from '../merchants/directory.ts';
import type { Secrets } from '../secrets.ts';
import { claimDeliveries, firstEndpoint, leaseSeconds, releaseDeliveries } from './claim-deliveries.ts';
import { type ClaimedDelivery, decideDelivery } from './delivery.ts';
import { createLanes } from './lanes.ts';
import { type MadeSend, recordSends } from './record-sends.ts';
import type { Sender } from './send.ts';
import type { SendCause } from './send-result.ts';
import { signatureHeaders } from './sign.ts';

export interface DelivererDeps {
  sql: Sql;
  directory: Directory;
  secrets: Secrets;
  sender: Sender;
  retryDelaysSeconds: readonly number[];
  onSent(cause: SendCause, durationMs: number): void;
  onFailure(error: unknown): void;
  now(): Date;
}

/** Held at once by one process: some tenths of a second of work for one core. */
const maxHeld = 2048;
/** Claiming begins anew when so few wait: early enough that sending never stops for it. */
const lowWater = 768;
/** Recorded in one transaction. */
const maxRecorded = 500;
/** A send is recorded so much later, together with others that ended meanwhile. */
const recordLingerMs = 20;
/** New work is looked for at least so often, whatever the sends under way do. */
const lookAgainMs = 200;
/** The lease less the send's own deadline: what waited longer since its claim is not begun. */
const startWithinMs = (leaseSeconds - 15 - 1) * 1000;

export interface Deliverer {
  /** Claims what is due and starts sending it; answers how much it did. */
  run(): Promise<number>;
  /** Gives back what was not begun and waits for what was. */
  drain(): Promise<void>;
}

/** Sends events to merchants: claimed in batches, sent side by side, recorded in batches. */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const owner = newId();
  let after = firstEndpoint;
  const recorder = createBatcher<MadeSend, void>(
    async (sends) => {
      await recordSends(deps.sql, sends);
      return sends.map(() => undefined);
    },
    { maxItems: maxRecorded, lingerMs: recordLingerMs },
  );
  /** For as long as the directory knows the sealed one: some seconds. */
  const opened = new WeakMap<Buffer, string>();
  const recording = new Set<Promise<void>>();
  const claimedAtMs = new WeakMap<ClaimedDelivery, number>();
  const lanes = createLanes((delivery) => send(delivery).catch(deps.onFailure));

  async function send(delivery: ClaimedDelivery): Promise<void> {
    // Held up for so long that the lease may run out under the send: it comes back by itself.
    if (performance.now() - (claimedAtMs.get(delivery) ?? 0) > startWithinMs) return;
    const listing = await deps.directory.get(delivery.merchantId);
    const url = delivery.url ?? listing?.merchant.webhookUrl ?? null;
    if (!listing || url === null) {
      const decision = { status: 'no_endpoint' as const, failures: delivery.failures };
      return record({ delivery, decision, attempt: null });
    }
    const sentAt = deps.now();
    const requestHeaders = signatureHeaders({
      id: delivery.eventId,
      timestampSeconds: Math.floor(sentAt.getTime() / 1000),
      body: delivery.body,
      secrets: listing.webhookSecrets
        .filter(({ until }) => until === null || until > sentAt)
        .map(({ sealed }) => openSecret(sealed)),
    });
    const result = await deps.sender.send({
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Pasarela', ...requestHeaders },
      body: delivery.body,
    });
    deps.onSent(result.cause, result.durationMs);
    const decision = decideDelivery(delivery.failures, result, deps.retryDelaysSeconds, Math.random());
    record({ delivery, decision, attempt: { sentAt, url, requestHeaders, result } });
  }

  function openSecret(sealed: Buffer): string {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = deps.secrets.open(sealed, 'webhook-secret');
    opened.set(sealed, secret);
    return secret;
  }

  /** Beside the next sends. A failure leaves the lease to run out: the delivery comes back, none is lost. */
  function record(made: MadeSend): void {
    const done: Promise<void> = recorder
      .add(made)
      .catch(deps.onFailure)
      .finally(() => recording.delete(done));
    recording.add(done);
  }

  return {
    async run() {
      const startedAtMs = performance.now();
      const claim = await claimDeliveries(deps.sql, {
        owner,
        after,
        limit: maxHeld - lanes.waiting - lanes.sending,
        placesAt: lanes.placesAt,
      });
      after = claim.after;
      for (const delivery of claim.claimed) {
        claimedAtMs.set(delivery, startedAtMs);
        lanes.add(delivery);
      }
      if (claim.claimed.length === 0 && lanes.sending === 0) return 0;
      // Sends that end make room; but those that hang must not keep others from being looked for.
      const lookAgainAtMs = performance.now() + lookAgainMs;
      do await lanes.nextEnd(lookAgainMs);
      while (lanes.waiting > lowWater && performance.now() < lookAgainAtMs);
      return 1;
    },
    async drain() {
      await releaseDeliveries(deps.sql, lanes.takeWaiting());
      while (lanes.sending > 0) await lanes.nextEnd(lookAgainMs);
      await Promise.all(recording);
    },
  };
}
