import { createBatcher } from '../db/batch.ts';
import type { Sql } from '../db/pool.ts';
import type { Directory } from '../merchants/directory.ts';
import type { Secrets } from '../secrets.ts';
import { claimDeliveries, firstEndpoint, leaseSeconds } from './claim-deliveries.ts';
import { type ClaimedDelivery, decideDelivery } from './delivery.ts';
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

/** Sends under way at once in one process: enough for many slow receivers, few enough for one core. */
const maxInFlight = 256;

/** The lease less the send's own deadline: a claim that took longer to come back is not acted on. */
const staleClaimMs = (leaseSeconds - 15) * 1000;

export interface Deliverer {
  /** Claims what is due and starts sending it; answers how many. Waits while all places are taken. */
  run(): Promise<number>;
  /** Waits for the sends under way. */
  drain(): Promise<void>;
}

/** Sends events to merchants: claimed in batches, sent side by side, recorded in batches. */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const recorder = createBatcher<MadeSend, void>(async (sends) => {
    await recordSends(deps.sql, sends);
    return sends.map(() => undefined);
  });
  const underWay = new Set<Promise<void>>();
  let after = firstEndpoint;

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const listing = await deps.directory.get(delivery.merchantId);
    const url = delivery.url ?? listing?.merchant.webhookUrl ?? null;
    if (!listing || url === null) {
      const decision = { status: 'no_endpoint' as const, failures: delivery.failures };
      return await recorder.add({ delivery, decision, attempt: null });
    }
    const sentAt = deps.now();
    const requestHeaders = signatureHeaders({
      id: delivery.eventId,
      timestampSeconds: Math.floor(sentAt.getTime() / 1000),
      body: delivery.body,
      secrets: listing.webhookSecrets
        .filter(({ until }) => until === null || until > sentAt)
        .map(({ sealed }) => deps.secrets.open(sealed, 'webhook-secret')),
    });
    const result = await deps.sender.send({
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Pasarela', ...requestHeaders },
      body: delivery.body,
    });
    deps.onSent(result.cause, result.durationMs);
    const decision = decideDelivery(delivery.failures, result, deps.retryDelaysSeconds, Math.random());
    await recorder.add({ delivery, decision, attempt: { sentAt, url, requestHeaders, result } });
  }

  return {
    async run() {
      if (underWay.size >= maxInFlight) await Promise.race(underWay);
      const claimedAtMs = performance.now();
      const claim = await claimDeliveries(deps.sql, after, maxInFlight - underWay.size);
      after = claim.after;
      // A process that was held up for so long may no longer hold the leases: another sends them.
      if (performance.now() - claimedAtMs > staleClaimMs) return claim.claimed.length;
      for (const delivery of claim.claimed) {
        // A failure to record leaves the lease to run out: the delivery comes back, none is lost.
        const sending: Promise<void> = deliver(delivery)
          .catch(deps.onFailure)
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      return claim.claimed.length;
    },
    async drain() {
      await Promise.all(underWay);
    },
  };
}
