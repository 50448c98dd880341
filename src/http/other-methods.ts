import { METHODS } from 'node:http';
import type { HTTPMethods } from 'fastify';
import { PasarelaError } from '../ground/errors.ts';
import type { Face } from './faces.ts';
import type { App } from './server.ts';

/** All that Node.js reads, however rare; CONNECT never comes as a request. */
const allMethods = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[];
/** Those that Fastify knows by itself and that a route here may have. */
const ownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * A known path asked with another method answers 405 and names the methods it has. To be called
 * before any route; the function it answers, after the last.
 */
export function watchRoutes(app: App): () => void {
  for (const method of allMethods) {
    // None of them has a body here: one is refused before it is read, also where there is nothing at all.
    if (!ownMethods.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  const faces = new Map<string, Face | undefined>();
  app.addHook('onRoute', (route) => {
    faces.set(route.url, route.config?.face);
  });

  return () => {
    for (const [url, face] of [...faces]) {
      if (url.includes('*')) continue;
      // Asked of the router: a prefix's own address has a second spelling that no hook tells of.
      const methods = allMethods.filter((method) => app.hasRoute({ method, url }));
      const allow = methods.join(', ');
      app.route({
        method: allMethods.filter((method) => !methods.includes(method)),
        url,
        schema: { hide: true },
        config: face ? { face } : {},
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new PasarelaError('method_not_allowed', `This address answers ${allow} only.`);
        },
        handler: async () => undefined,
      });
    }
  };
}
