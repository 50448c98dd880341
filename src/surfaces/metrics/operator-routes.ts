import { hash, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { App } from '../../base/http/server.ts';
import type { Metrics } from './metrics.ts';

export interface OperatorRoutesDeps {
  sql: Sql;
  /** Throws if the database takes no writes. */
  probeWrite(): Promise<void>;
  /** null: there is no replica. */
  reads: Reads | null;
  metrics: Metrics;
  /** null: metrics are off. */
  metricsToken: string | null;
  /** False until the server is up, and once it drains: a load balancer sends nothing. */
  accepting(): boolean;
  /** Why the clock cannot be trusted; null if it can. */
  clockFault(): string | null;
}

/** Health for load balancers and metrics for Prometheus. */
export function operatorRoutes(app: App, deps: OperatorRoutesDeps): void {
  function requireToken(authorization = ''): void {
    const shown = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (deps.metricsToken !== null && shown && sameText(shown, deps.metricsToken)) return;
    throw new PasarelaError(
      'credentials_invalid',
      'Send Authorization: Bearer with the METRICS_TOKEN this server was started with.',
    );
  }

  app.get('/health/live', { config: { face: 'operator' }, schema: { hide: true } }, async () => ({
    status: 'ok',
  }));

  app.get('/health/ready', { config: { face: 'operator' }, schema: { hide: true } }, async () => {
    if (!deps.accepting()) {
      const message = 'This process takes no requests now: it is starting or stopping.';
      throw new PasarelaError('service_unavailable', message, { retryAfterSeconds: 2 });
    }
    const clockFault = deps.clockFault();
    if (clockFault !== null) {
      throw new PasarelaError('service_unavailable', clockFault, { retryAfterSeconds: 10 });
    }
    // Checks that the database answers now, and that it took a write within the last seconds.
    await deps.sql`SELECT 1`;
    await deps.probeWrite();
    return { status: 'ok', ...(deps.reads && { reads: deps.reads.source() }) };
  });

  /**
   * How a request arrived through the proxy, for `pasarela doctor`: whether callers' addresses are known, and cannot be
   * forged.
   */
  app.get('/health/seen', { config: { face: 'operator' }, schema: { hide: true } }, async (request) => {
    requireToken(request.headers.authorization);
    return { address: request.ip, protocol: request.protocol, host: request.host };
  });

  app.get('/metrics', { config: { face: 'operator' }, schema: { hide: true } }, async (request, reply) => {
    requireToken(request.headers.authorization);
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics());
  });
}

/** In live mode, the bare URL only confirms that it is the right one. */
export function homeLine(app: App): void {
  app.get('/', { config: { face: 'api' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('Pasarela is running.\n'),
  );
}

/** Takes the same time for equal and different texts of any length. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
