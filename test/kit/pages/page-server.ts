import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createServer } from '../../../src/base/http/server.ts';
import { createErrorPage } from '../../../src/surfaces/checkout/error-page.ts';

/** Our own server without routes, for those of one page. */
export function createPageServer(mode: 'sandbox' | 'live' = 'sandbox'): FastifyInstance {
  return createServer({
    config: { mode: 'sandbox', tls: null, trustProxy: null, hstsSubdomains: false },
    logger: pino({ enabled: false }),
    hosts: null,
    errorPage: createErrorPage({ mode, operatorName: null }),
    onResponse() {},
  });
}

/** Listens for a browser; returns the URL. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
