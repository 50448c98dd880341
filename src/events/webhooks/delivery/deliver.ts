import type { Directory } from '../../../accounts/merchants/directory.ts';
import { createBatcher } from '../../../base/db/batch.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { beginSpan, logTrail, type TrailFields } from '../../../base/ground/trail.ts';
import type { ClaimedDelivery } from '../../outbox/delivery.ts';
import type { MadeSend } from '../../outbox/delivery-store.ts';
import { type EndpointBook, findEndpoints } from '../../outbox/endpoint-book.ts';
import type { SendCause } from '../../outbox/send-result.ts';
import type { WebhookEndpoint } from '../../outbox/webhook-endpoint.ts';
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
  endpoints: EndpointBook;
  secrets: Secrets;
  sender: WebhookSender;
  retryDelaysSeconds: readonly number[];
  onSent(cause: SendCause, durationMs: number): void;
  onFailure(error: unknown): void;
  now(): Date;
}

function idsOf(delivery: ClaimedDelivery): TrailFields {
  return { merchant: delivery.merchantId, event: webhookIdOf(delivery), about: delivery.subjectId };
}

/** The same at every endpoint. */
function webhookIdOf({ ofEventId, eventId }: ClaimedDelivery): string {
  return ofEventId ?? eventId;
}

/** Where a delivery goes, and the secrets that sign it. */
interface Target {
  url: string;
  /** Kept in memory as long as this object lives. */
  key: object;
  secrets: readonly { sealed: Buffer; until: Date | null }[];
}

/** Deliveries held by one process: some tenths of a second of work for one core. */
const maxHeld = 2048;
/** Claiming restarts at this number of waiting deliveries: early enough that sending never stops for it. */
const lowWater = 768;
/** Sends recorded in one transaction. */
const maxRecorded = 500;
/** A send is recorded after this delay, together with others that ended meanwhile. */
const recordLingerMs = 20;
/** New work is polled at least this often, regardless of the sends under way. */
const lookAgainMs = 200;

export interface Deliverer {
  /** Claims due deliveries and starts sending them; returns how many. */
  run(): Promise<number>;
  /** Releases what was not started, waits for what was, and releases the endpoints. */
  drain(): Promise<void>;
}

/**
 * Sends events to merchants. The path of a delivery, file by file:
 *
 *   claim-deliveries   walks from endpoint to endpoint and claims a fair share of each one's due deliveries
 *   endpoint-owners    an endpoint belongs to one worker at a time, so that no delivery needs a lease
 *   endpoint-queues    one queue per endpoint: at most eight sends at once, and few that are not recorded yet
 *   sign, send         one HTTP request under one deadline; explain-send describes failures in words
 *   decide-delivery    delivered, sent again later, or undeliverable
 *   record-sends       many sends at once: state, log and, for undeliverable ones, the mail
 *
 * Claims are kept in memory only: if a process dies, another one claims its unrecorded deliveries again.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const own = createOwnEndpoints(deps.sql);
  /** The events held, claimed but not yet recorded, and when they were claimed. */
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
      // In a distributed database a write covers one merchant.
      laneOf: deps.sql.isDistributed ? ({ delivery }) => delivery.merchantId : undefined,
    },
  );
  /** Cached as long as the directory keeps the listing: some seconds. */
  const opened = new WeakMap<object, string[]>();
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

  /** null if the claim was given up. */
  async function send(delivery: ClaimedDelivery): Promise<{ recorded: Promise<boolean> } | null> {
    // Delayed so long that the endpoint may change its owner during the send: it is claimed again.
    if (performance.now() - (held.get(delivery.eventId) ?? 0) > startWithinMs) {
      held.delete(delivery.eventId);
      return null;
    }
    const target = await targetOf(delivery);
    if (target === 'paused') {
      holdBack(delivery);
      return null;
    }
    if (target === null) {
      const decision = { status: 'no_endpoint' as const, failures: delivery.failures };
      return { recorded: record({ delivery, decision, attempt: null }) };
    }
    const { url } = target;
    const sentAt = deps.now();
    const requestHeaders = signatureHeaders({
      id: webhookIdOf(delivery),
      timestampSeconds: Math.floor(sentAt.getTime() / 1000),
      body: delivery.body,
      secrets: secretsOf(target, sentAt),
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

  /** null: nowhere. */
  async function targetOf(delivery: ClaimedDelivery): Promise<Target | 'paused' | null> {
    const listing = await deps.directory.get(delivery.merchantId);
    if (!listing) return null;
    if (delivery.ofEventId === null) {
      const url = delivery.url ?? listing.merchant.webhookUrl;
      return url === null ? null : { url, key: listing, secrets: listing.webhookSecrets };
    }
    const isIts = ({ queue }: WebhookEndpoint): boolean => queue === delivery.endpoint;
    // Another process may have recorded the event before this one heard of its endpoint.
    const endpoint =
      (await deps.endpoints.of(deps.sql, delivery.merchantId)).find(isIts) ??
      (await findEndpoints(deps.sql, delivery.merchantId)).find(isIts);
    if (endpoint?.pausedAt) return 'paused';
    return endpoint ? { url: endpoint.url, key: endpoint, secrets: endpoint.secrets } : null;
  }

  /** Opened once for each listing and endpoint, unless one of its secrets has an expiry. */
  function secretsOf({ key, secrets: sealed }: Target, at: Date): string[] {
    const known = opened.get(key);
    if (known) return known;
    const valid = sealed.filter(({ until }) => until === null || until > at);
    const secrets = valid.map(({ sealed }) => deps.secrets.open(sealed, 'webhook-secret'));
    if (valid.every(({ until }) => until === null)) opened.set(key, secrets);
    return secrets;
  }

  /** Runs beside the next sends; resolves to whether it succeeded. */
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

  /** A delivery that failed on our side is retried, but not at once. */
  function setAside(delivery: ClaimedDelivery, error: unknown): void {
    holdBack(delivery);
    deps.onFailure(error);
  }

  function holdBack({ eventId }: ClaimedDelivery): void {
    setTimeout(() => held.delete(eventId), ownedSeconds * 1000).unref();
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
      // Ending sends make room, but hanging ones must not keep new work from being polled.
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
