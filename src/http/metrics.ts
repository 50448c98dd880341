import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { SendCause } from '../webhooks/send-result.ts';

export interface Metrics {
  registry: Registry;
  observeResponse(request: FastifyRequest, reply: FastifyReply, ms: number): void;
  jobFailed(job: string): void;
  webhookSent(cause: SendCause, durationMs: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // The default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
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
    labelNames: ['job'] as const,
    registers: [registry],
  });
  const sends = new Histogram({
    name: 'pasarela_webhook_send_duration_seconds',
    help: 'Time of a webhook send, by what came of it',
    labelNames: ['cause'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  return {
    registry,
    observeResponse(request, reply, ms) {
      durations.observe(
        // The pattern, not the address: ids would make a series each.
        { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
        ms / 1000,
      );
    },
    jobFailed: (job) => failures.inc({ job }),
    webhookSent: (cause, durationMs) => sends.observe({ cause }, durationMs / 1000),
  };
}
