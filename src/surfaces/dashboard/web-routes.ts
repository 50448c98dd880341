import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../../base/http/encodings.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { firstSightCss, firstSightHtml } from './first-sight.ts';

/** The files that scripts/build-browser.ts built from web/, by their current names. */
interface Built {
  script: string;
  style: string;
}

const folder = new URL('../../../dist/dashboard/', import.meta.url);
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
/** Their names contain a hash of the content. */
const keptForEver = 'public, max-age=31536000, immutable';

const keptForHours = 'public, max-age=3600';

const icons: ReadonlySet<string> = new Set([
  'icon-192.png',
  'icon-512.png',
  'maskable-512.png',
  'apple-touch-icon.png',
]);

/** What a phone or a desktop needs in order to install the dashboard. */
const manifest = JSON.stringify({
  id: '/dashboard',
  name: 'Pasarela',
  short_name: 'Pasarela',
  start_url: '/dashboard',
  scope: '/dashboard',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0b6b4f',
  icons: [
    { src: '/dashboard/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/dashboard/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/dashboard/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

/** The web application: one page for every URL below /dashboard, and its files. */
export function webRoutes(app: App): void {
  let reading: Promise<Built> | null = null;
  function built(): Promise<Built> {
    reading ??= readFile(new URL('built.json', folder), 'utf8').then(JSON.parse, (cause) => {
      reading = null;
      throw new Error('The dashboard is not built: run "npm install" first.', { cause });
    });
    return reading;
  }
  const config = { face: 'api' as const };
  const schema = { hide: true, 'x-permission': 'anyone' as const };

  async function page(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(pageHeaders)
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(pageOf(await built(), nonce));
  }

  app.get('/dashboard', { config, schema }, page);
  app.get('/dashboard/*', { config, schema }, async (request, reply) => {
    if (request.url.startsWith('/dashboard/api/')) throw notFound();
    return await page(request, reply);
  });
  app.get('/dashboard/manifest.webmanifest', { config, schema }, (_request, reply) =>
    reply.header('cache-control', keptForHours).type('application/manifest+json').send(manifest),
  );
  app.get('/dashboard/service-worker.js', { config, schema }, async (_request, reply) =>
    reply
      // A browser asks for it again at every visit; an old one must not stay.
      .header('cache-control', 'no-cache')
      .header('service-worker-allowed', '/dashboard')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type(types.js as string)
      .send(await readFile(new URL('service-worker.js', folder))),
  );
  app.get<{ Params: { file: string } }>(
    '/dashboard/icons/:file',
    { config, schema },
    async (request, reply) => {
      const { file } = request.params;
      if (!icons.has(file)) throw notFound();
      return reply
        .header('cache-control', keptForHours)
        .type('image/png')
        .send(await readFile(new URL(`icons/${file}`, folder)));
    },
  );
  app.get<{ Params: { file: string } }>(
    '/dashboard/assets/:file',
    { config, schema },
    async (request, reply) => {
      const [, name, extension = ''] = /^([\w-]+\.(js|css))$/.exec(request.params.file) ?? [];
      if (name === undefined) throw notFound();
      const accepts = acceptedEncodings(request.headers['accept-encoding']).has('br');
      const content = await readFile(new URL(accepts ? `${name}.br` : name, folder)).catch(() => null);
      if (!content) throw notFound();
      if (accepts) reply.header('content-encoding', 'br');
      return reply
        .header('cache-control', keptForEver)
        .header('vary', 'accept-encoding')
        .type(types[extension] as string)
        .send(content);
    },
  );
}

const pageHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The components write their variables into style elements, which carry the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function pageOf({ script, style }: Built, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="style-nonce" content="${nonce}">
<meta name="theme-color" content="#0b6b4f">
<link rel="icon" href="/dashboard/icons/icon-192.png">
<link rel="apple-touch-icon" href="/dashboard/icons/apple-touch-icon.png">
<link rel="manifest" href="/dashboard/manifest.webmanifest">
<link rel="stylesheet" href="/dashboard/assets/${style}">
<script type="module" src="/dashboard/assets/${script}"></script>
<title>Pasarela</title>
<style nonce="${nonce}">${firstSightCss}</style>
</head>
<body><div id="app">${firstSightHtml}</div><noscript>
<p lang="es">Este panel necesita JavaScript. Actívalo en tu navegador y vuelve a cargar la página.</p>
<p lang="pt">Este painel precisa de JavaScript. Ative-o no seu navegador e recarregue a página.</p>
<p lang="en">This dashboard needs JavaScript. Switch it on in your browser and load the page again.</p>
<p lang="fr">Ce tableau de bord a besoin de JavaScript. Activez-le dans votre navigateur et rechargez la page.</p>
</noscript></body>
</html>
`;
}
