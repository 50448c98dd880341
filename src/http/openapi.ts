import { hash } from 'node:crypto';
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { compileOnUse } from './lazy-schemas.ts';
import type { App } from './server.ts';

const title = 'Pasarela';
const pagePrefix = '/docs';
const pageUrls = [pagePrefix, `${pagePrefix}/`, `${pagePrefix}/js/scalar.js`];

/** What stands in the description beside the routes. */
const frame = {
  openapi: '3.1.0',
  info: {
    title,
    version: '1',
    description:
      'Card, USDT and USDC payments. Get a token, create a charge, send the customer to `urlCheckout`, and read the result from the notification or the API.\n\nEvery answer has the header `x-request-id`, as the logs have it: yours, if the request brought one of 8 to 128 letters, digits, dots, dashes or underscores that looks like no card number, else a new one. Errors repeat it as `request_id`.',
  },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      merchantId: { type: 'apiKey', in: 'header', name: 'X-Merchant-Id' },
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'The access_token of createAccessToken',
      },
      legacyKey: { type: 'http', scheme: 'bearer', description: 'The API key' },
      legacyToken: { type: 'http', scheme: 'bearer', description: 'The token of legacyAuthenticate' },
      dashboardSession: {
        type: 'apiKey',
        in: 'cookie',
        name: 'pasarela.session_token',
        description: 'The cookie of signIn; with https its name begins with __Host-',
      },
      sessionId: { type: 'apiKey', in: 'header', name: 'x-session-id' },
    },
  },
} as const;

/**
 * Documents every route with tags from the schemas that validate it. To be called before any route. `complete` adds what the
 * routes do not know, once somebody asks.
 */
export function documentRoutes(
  app: App,
  baseUrl: () => string,
  complete: (generated: object) => Promise<object>,
): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && 'tags' in schema && method !== 'HEAD') routes.push({ method, url, schema, handler() {} });
  });
  let completing: Promise<object> | null = null;
  async function describe(): Promise<object> {
    completing ??= generate(routes).then(complete);
    return { ...(await completing), servers: [{ url: baseUrl() }] };
  }
  const options = { config: { face: 'operator' as const }, schema: { hide: true } };
  // Also where people look for it who know only the page.
  for (const prefix of ['', pagePrefix]) {
    app.get(`${prefix}/openapi.json`, options, describe);
    app.get(`${prefix}/openapi.yaml`, options, async (_request, reply) => {
      const { stringify } = await import('yaml');
      return reply
        .type('application/yaml')
        .send(stringify(await describe(), { aliasDuplicateObjects: false }));
    });
  }
  let opening: Promise<FastifyInstance> | null = null;
  for (const url of pageUrls) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      opening ??= openPage();
      const page = await (await opening).inject(request.url);
      const { location, 'content-type': type } = page.headers;
      if (location) return reply.redirect(location, page.statusCode);
      if (/^text\/html/.test(String(type))) {
        reply.header('content-security-policy', contentSecurityPolicy(page.payload, baseUrl()));
      }
      return reply.type(type as string).send(page.rawPayload);
    });
  }
}

/** By a server that nobody reaches, which has the same routes: few read it, and what makes it takes a while to load. */
async function generate(routes: RouteOptions[]): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger');
  const server = fastify({ schemaController: compileOnUse() });
  await server.register(swagger, { openapi: frame as object });
  for (const route of routes) server.route(route);
  await server.ready();
  return server.swagger();
}

/** A server that nobody reaches but the routes above, made for the first who reads: few do, and it takes a while to load. */
async function openPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(reference, {
    routePrefix: pagePrefix,
    configuration: {
      url: '/openapi.json',
      title,
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // They send the description to the maker of the page; without this they show on localhost.
      showDeveloperTools: 'never',
    },
  });
  return server;
}

/** Its own script and the page's start of it run, and nothing else; its styles are made while it runs. */
function contentSecurityPolicy(page: string, baseUrl: string): string {
  const scripts = page.split('<script').slice(1);
  const inline = scripts.map((script) => script.slice(script.indexOf('>') + 1, script.indexOf('</script>')));
  const hashes = inline.filter(Boolean).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    // What is tried out on it goes to the API.
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
