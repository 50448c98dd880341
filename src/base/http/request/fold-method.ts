import type { IncomingMessage } from 'node:http';
import type { HTTPMethods } from 'fastify';

/** Those that a route here may have. */
export const ownMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** What all others count as: a route for each of thirty at every address was a fifth of the work of a start. */
export const anyOther = 'TRACE';
const known = new Set<string | undefined>(ownMethods);

/** Of a request that no route was looked for yet; answers its address, as Fastify's `rewriteUrl` does. */
export function foldMethod(request: IncomingMessage): string {
  if (!known.has(request.method)) request.method = anyOther;
  return request.url as string;
}
