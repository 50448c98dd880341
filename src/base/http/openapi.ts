import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify';
import type { Addresses } from './addresses.ts';
import { etagOf, type KeptFile, sendKept } from './kept-file.ts';
import type { App } from './server.ts';

const title = 'Pasarela';
const pagePrefix = '/docs/api';
const scriptUrl = `${pagePrefix}/scalar.js`;

export interface DescribedRoute {
  method: HTTPMethods | HTTPMethods[];
  url: string;
  schema: FastifySchema;
}

/** The API description in the formats that are served. */
export interface Reference {
  json: KeptFile;
  yaml: KeptFile;
  /** What the dashboard's pages call, as JSON. */
  dashboard: KeptFile;
}
/** Where programs call the operations. */
export type DescribedAddresses = Pick<Addresses, 'baseUrl' | 'legacyAuthUrl' | 'cryptoBaseUrl'>;

export interface ReferenceDeps {
  addresses(): DescribedAddresses;
  /** Also publish what the dashboard's pages call. */
  showsDashboard: boolean;
  /** Takes a while, without blocking other requests. */
  make(routes: readonly DescribedRoute[], addresses: DescribedAddresses): Promise<Reference>;
  /** Throws if one address asks too often. */
  takeRequest(request: FastifyRequest): Promise<void>;
}

/** The parts of the description that do not come from the routes. */
export const frame = {
  openapi: '3.1.0',
  info: {
    title,
    version: '1',
    description:
      'Card, USDT and USDC payments. Get a token, create a charge, send the customer to `urlCheckout`, and read the result from the notification or the API. The [guides](/docs) show how to begin.\n\nEvery answer has the header `x-request-id`, as the logs have it: yours, if the request brought one of 8 to 128 letters, digits, dots, dashes or underscores that looks like no card number, else a new one. Errors repeat it as `request_id`.',
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
 * Documents every route that has tags, from the schemas that validate it. Call it before any route is added. The
 * description is built at the first request and kept.
 */
export function documentRoutes(app: App, deps: ReferenceDeps): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && 'tags' in schema && method !== 'HEAD') routes.push({ method, url, schema });
  });
  const reference = onceOf(() => deps.make(routes, deps.addresses()));
  const script = onceOf(readScript);
  const onRequest = deps.takeRequest;
  const options = { config: { face: 'api' as const }, schema: { hide: true }, onRequest };
  for (const format of ['json', 'yaml'] as const) {
    const url = `/openapi.${format}`;
    app.get(url, options, async (request, reply) => sendKept(request, reply, (await reference())[format]));
    // For readers who know only the page's address, and where it was before.
    for (const prefix of [pagePrefix, '/docs']) {
      app.get(prefix + url, options, async (_request, reply) => reply.redirect(url, 301));
    }
  }
  if (deps.showsDashboard) {
    app.get('/dashboard/openapi.json', options, async (request, reply) =>
      sendKept(request, reply, (await reference()).dashboard),
    );
  }
  const sendPage = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .header('content-security-policy', contentSecurityPolicy(deps.addresses().baseUrl))
      .type('text/html; charset=utf-8')
      .send(page);
  for (const url of [pagePrefix, `${pagePrefix}/`]) {
    app.get(url, options, async (request, reply) => sendPage(request, reply));
  }
  app.get(scriptUrl, options, async (request, reply) => sendKept(request, reply, await script()));
}

/** Runs `make` at the first call and keeps the result; after a failure the next call retries. */
function onceOf<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | null = null;
  return () => {
    making ??= make().catch((error) => {
      making = null;
      throw error;
    });
    return making;
  };
}

/** The page's script, as compressed by scripts/build-browser.ts. */
async function readScript(): Promise<KeptFile> {
  const folder = new URL('../../../dist/docs/', import.meta.url);
  const [plain, br, gzip] = await Promise.all(
    ['scalar.js', 'scalar.js.br', 'scalar.js.gz'].map((name) => readFile(new URL(name, folder))),
  );
  if (!plain || !br || !gzip) throw new Error('The reference is not built: run "npm install" first.');
  return { type: 'text/javascript; charset=utf-8', plain, br, gzip, etag: etagOf(plain) };
}

const configuration = {
  url: '/openapi.json',
  title,
  pageTitle: title,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  // The tools send the description to the page's vendor; without this setting they appear on localhost.
  showDeveloperTools: 'never',
  // Both belong to the vendor's services, which a self-hosted page never calls.
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss:
    '.markdown td, .markdown th, .markdown td code { word-break: normal; overflow-wrap: break-word; } .markdown td:nth-child(2) { min-width: 80px; }',
};
const start = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})`;
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
</head>
<body>
<div id="app"></div>
<script src="${scriptUrl}"></script>
<script>${start}</script>
</body>
</html>
`;

/** Allows only the page's own script and its inline start; the script creates its styles at run time. */
function contentSecurityPolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', start, 'base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    // Requests tried out on the page go to the API.
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
