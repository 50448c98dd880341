import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../base/ground/version.ts';
import { formatUnits } from '../../base/money/asset.ts';
import { moneyToNumber } from '../../base/money/money.ts';
import type { OutcomeDeps } from '../../crypto/orders/outcome/outcome-deps.ts';
import type { SendCause } from '../../events/outbox/send-result.ts';
import type { DecidedAttempt } from '../../payments/charges/attempts/record-outcome.ts';

export interface Metrics {
  registry: Registry;
  /** `route` is the pattern, not the URL: each id would create a series. */
  observeResponse(method: string, route: string | undefined, status: number, ms: number): void;
  /** From then on its failures count from 0, so that an alarm on their increase does not miss the first. */
  jobStarts(job: string): void;
  jobFailed(job: string): void;
  webhookSent(cause: SendCause, durationMs: number): void;
  attemptSettled(settled: DecidedAttempt): void;
  orderReached: NonNullable<OutcomeDeps['onReached']>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // The default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  new Gauge({
    name: 'pasarela_build_info',
    help: 'Always 1; which version runs, on which Node.js',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.version }, 1);
  const durations = new Histogram({
    name: 'pasarela_http_request_duration_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'pasarela_job_failures_total',
    help: 'Batches of background work that failed and are tried again',
    // Not `job`: Prometheus writes the name of the scrape into that label.
    labelNames: ['task'] as const,
    registers: [registry],
  });
  const sends = new Histogram({
    name: 'pasarela_webhook_send_duration_seconds',
    help: 'Time of a webhook send, by what came of it',
    labelNames: ['cause'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'pasarela_attempts_total',
    help: 'Card attempts that came to a status, by processor; a refused one with its reason',
    labelNames: ['processor', 'status', 'reason'] as const,
    registers: [registry],
  });
  const orders = new Counter({
    name: 'pasarela_orders_total',
    help: 'Crypto orders that reached a status; one that a reorganisation took back may reach it again',
    labelNames: ['network', 'status'] as const,
    registers: [registry],
  });
  const volume = new Counter({
    name: 'pasarela_volume_total',
    help: 'What was paid in: approved charges and successful crypto orders, in whole units of the currency',
    labelNames: ['method', 'currency'] as const,
    registers: [registry],
  });
  return {
    registry,
    observeResponse: (method, route = 'none', status, ms) =>
      durations.observe({ method, route, status }, ms / 1000),
    jobStarts: (task) => failures.inc({ task }, 0),
    jobFailed: (task) => failures.inc({ task }),
    attemptSettled({ processor, status, refusal, method, amount }) {
      attempts.inc({ processor, status, reason: refusal ?? '' });
      if (status === 'approved') {
        volume.inc({ method, currency: amount.currency }, moneyToNumber(amount));
      }
    },
    orderReached({ status, network, asset, creditedUnits }) {
      orders.inc({ network: network ?? 'none', status });
      if (status === 'success') {
        volume.inc({ method: asset, currency: asset }, Number(formatUnits(creditedUnits)));
      }
    },
    webhookSent: (cause, durationMs) => sends.observe({ cause }, durationMs / 1000),
  };
}
