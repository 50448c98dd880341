import type { Directory, Listing } from '../../../accounts/merchants/directory.ts';
import { createBatcher } from '../../../base/db/batch.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { beginSpan, logTrail, type TrailFields } from '../../../base/ground/trail.ts';
import type { ClaimedDelivery } from '../../outbox/delivery.ts';
import type { MadeSend } from '../../outbox/delivery-store.ts';
import type { SendCause } from '../../outbox/send-result.ts';
import { claimDeliveries, firstEndpoint } from './claim-deliveries.ts';
import { decideDelivery } from './decide-delivery.ts';
import { createOwnEndpoints, ownedSeconds, startWithinMs } from './endpoint-owners.ts';
import { createEndpointQueues } from './endpoint-queues.ts';
import { recordSends } from './record-sends.ts';
import type { WebhookSender } from './send.ts';
import { signatureHeaders } from './sign.ts';

export interface DelivererDeps {
  sql: Sql;
  directory: Directory;
  secrets: Secrets;
  sender: WebhookSender;
  retryDelaysSeconds: readonly number[];
  onSent(cause: SendCause, durationMs: number): void;
  onFailure(error: unknown): void;
  now(): Date;
}

function idsOf({ merchantId, eventId, subjectId }: ClaimedDelivery): TrailFields {
  return { merchant: merchantId, event: eventId, about: subjectId };
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

export interface Deliverer {
  /** Claims what is due and starts sending it; answers how much it did. */
  run(): Promise<number>;
  /** Lets go of what was not begun, waits for what was, and leaves the endpoints to others. */
  drain(): Promise<void>;
}

/**
 * Sends events to merchants. The way of a delivery, file by file:
 *
 *   claim-deliveries   walks from endpoint to endpoint and takes of each a fair share of what is due
 *   endpoint-owners    an endpoint belongs to one worker at a time, so that no delivery needs a lease
 *   endpoint-queues    one for each endpoint, of which at most eight are sent at once and few are not recorded yet
 *   sign, send         one HTTP request under one deadline; explain-send puts what went wrong into words
 *   decide-delivery    delivered, sent again later, or undeliverable
 *   record-sends       many sends at once: state, log and, for what became undeliverable, the mail
 *
 * What is in hand is in memory only: a process that dies has recorded nothing, and another claims it anew.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const own = createOwnEndpoints(deps.sql);
  /** The events in hand, claimed and not yet recorded, and when they were claimed. */
  const held = new Map<string, number>();
  let after = firstEndpoint;
  const recorder = createBatcher<MadeSend, boolean>(
    async (sends) => {
      await recordSends(deps.sql, sends);
      return sends.map(({ delivery }) => held.delete(delivery.eventId));
    },
    {
      maxItems: maxRecorded,
      lingerMs: recordLingerMs,
      // Where merchants are spread over nodes, a write is one merchant's.
      laneOf: deps.sql.isDistributed ? ({ delivery }) => delivery.merchantId : undefined,
    },
  );
  /** For as long as the directory knows the listing: some seconds. */
  const opened = new WeakMap<Listing, string[]>();
  /** Sends that are being recorded. */
  const recording = new Set<Promise<boolean>>();
  const queues = createEndpointQueues(
    (delivery) =>
      send(delivery).catch((error) => {
        setAside(delivery, error);
        return null;
      }),
    ({ eventId }) => held.delete(eventId),
  );

  /** null: it was let go. */
  async function send(delivery: ClaimedDelivery): Promise<{ recorded: Promise<boolean> } | null> {
    // Held up for so long that the endpoint may become another's under the send: it is claimed anew.
    if (performance.now() - (held.get(delivery.eventId) ?? 0) > startWithinMs) {
      held.delete(delivery.eventId);
      return null;
    }
    const listing = await deps.directory.get(delivery.merchantId);
    const url = delivery.url ?? listing?.merchant.webhookUrl ?? null;
    if (!listing || url === null) {
      const decision = { status: 'no_endpoint' as const, failures: delivery.failures };
      return { recorded: record({ delivery, decision, attempt: null }) };
    }
    const sentAt = deps.now();
    const requestHeaders = signatureHeaders({
      id: delivery.eventId,
      timestampSeconds: Math.floor(sentAt.getTime() / 1000),
      body: delivery.body,
      secrets: secretsOf(listing, sentAt),
    });
    const span = beginSpan('webhook', {
      kind: 'client',
      parent: delivery.traceparent,
      attributes: idsOf(delivery),
    });
    const result = await deps.sender.send({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Pasarela',
        ...requestHeaders,
        ...(span && { traceparent: span.traceparent }),
      },
      body: delivery.body,
    });
    span?.end({ cause: result.cause, 'http.response.status_code': result.httpStatus }, !result.ok);
    deps.onSent(result.cause, result.durationMs);
    const decision = decideDelivery(delivery.failures, result, deps.retryDelaysSeconds, Math.random());
    const attempt = { sentAt, url, signature: requestHeaders['webhook-signature'], result };
    return { recorded: record({ delivery, decision, attempt }) };
  }

  /** Opened once for each listing, unless an old one is running out. */
  function secretsOf(listing: Listing, at: Date): string[] {
    const known = opened.get(listing);
    if (known) return known;
    const valid = listing.webhookSecrets.filter(({ until }) => until === null || until > at);
    const secrets = valid.map(({ sealed }) => deps.secrets.open(sealed, 'webhook-secret'));
    if (valid.every(({ until }) => until === null)) opened.set(listing, secrets);
    return secrets;
  }

  /** Beside the next sends; answers whether it could be. */
  function record(made: MadeSend): Promise<boolean> {
    const recorded = recorder
      .add(made)
      .then(
        () => {
          const { delivery, decision } = made;
          if (decision.status === 'delivered') logTrail('webhook delivered', idsOf(delivery), delivery);
          return true;
        },
        (error) => {
          setAside(made.delivery, error);
          return false;
        },
      )
      .finally(() => recording.delete(recorded));
    recording.add(recorded);
    return recorded;
  }

  /** What failed on our side comes back, but not at once. */
  function setAside({ eventId }: ClaimedDelivery, error: unknown): void {
    setTimeout(() => held.delete(eventId), ownedSeconds * 1000).unref();
    deps.onFailure(error);
  }

  return {
    async run() {
      const startedAtMs = performance.now();
      const claim = await claimDeliveries(deps.sql, {
        own,
        after,
        limit: maxHeld - queues.waiting - queues.sending,
        placesAt: queues.placesAt,
        held: held.keys(),
      });
      after = claim.after;
      for (const delivery of claim.claimed) {
        held.set(delivery.eventId, startedAtMs);
        queues.add(delivery);
      }
      if (claim.claimed.length === 0 && queues.sending + queues.waiting === 0) return 0;
      // Sends that end make room; but those that hang must not keep others from being looked for.
      const lookAgainAtMs = performance.now() + lookAgainMs;
      do await queues.nextEnd(lookAgainMs);
      while (queues.waiting > lowWater && performance.now() < lookAgainAtMs);
      return 1;
    },
    async drain() {
      queues.clear();
      while (queues.sending > 0) await queues.nextEnd(lookAgainMs);
      await Promise.all(recording);
      await own.release();
    },
  };
}
