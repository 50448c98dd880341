import type { HTTPMethods } from 'fastify';
import { PasarelaError } from '../errors.ts';
import type { Face } from './faces.ts';
import type { App } from './server.ts';

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * A known path asked with another method answers 405 and names the methods it has. To be called
 * before any route; the function it answers, after the last.
 */
export function watchRoutes(app: App): () => void {
  const known = new Map<string, { methods: Set<string>; face: Face | undefined }>();
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { methods: new Set<string>(), face: route.config?.face };
    for (const method of [route.method].flat()) entry.methods.add(method);
    known.set(route.url, entry);
  });

  return () => {
    for (const [url, { methods, face }] of [...known]) {
      if (url.includes('*')) continue;
      const allow = allMethods.filter((method) => methods.has(method)).join(', ');
      app.route({
        method: allMethods.filter((method) => !methods.has(method)),
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
