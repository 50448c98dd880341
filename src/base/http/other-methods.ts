import { PasarelaError } from '../ground/errors.ts';
import type { Face } from './faces.ts';
import { anyOther, ownMethods } from './request/fold-method.ts';
import type { App } from './server.ts';

/**
 * A known path requested with another method answers 405 and lists the allowed methods. Call it before any route is
 * added, and the returned function after the last.
 */
export function watchRoutes(app: App): () => void {
  // Without a body here: one is refused before it is read, even if the path does not exist.
  app.addHttpMethod(anyOther, { hasBody: false, overrideExisting: true });
  const faces = new Map<string, Face | undefined>();
  app.addHook('onRoute', (route) => {
    faces.set(route.url, route.config?.face);
  });

  return () => {
    for (const [url, face] of [...faces]) {
      if (url.includes('*')) continue;
      // Asks the router: the address of a prefix has a second spelling that no hook reports.
      const methods = ownMethods.filter((method) => app.hasRoute({ method, url }));
      const allow = methods.join(', ');
      app.route({
        method: [...ownMethods.filter((method) => !methods.includes(method)), anyOther],
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
