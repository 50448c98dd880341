import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLogo } from '../../accounts/merchants/logo/logo-store.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Face } from '../../base/http/faces.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { logoFolder } from './payee.ts';

/** The URL contains the hash of the content. */
const keptForEver = 'public, max-age=31536000, immutable';
/** Forces an image type, whatever else the bytes could be interpreted as. */
const imageHeaders: Readonly<Record<string, string>> = {
  'cache-control': keptForEver,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** The logos of merchants, on the hosts of the customers' pages and of the dashboard. */
export function logoRoutes(app: App, { sql }: { sql: Sql }): void {
  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { hash } = request.params as { hash: string };
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await findLogo(sql, hash) : null;
    if (!logo) throw notFound();
    return reply.headers(imageHeaders).type(logo.mediaType).send(logo.content);
  }
  const serve = (path: string, face: Face): void => {
    app.get(`${path}:hash`, { config: { face }, schema: { hide: true, 'x-permission': 'anyone' } }, send);
  };
  serve(logoFolder, 'checkout');
  serve(`/dashboard${logoFolder}`, 'api');
}
