import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from './encodings.ts';

/** A file that is built and compressed once, then sent unchanged. */
export interface KeptFile {
  type: string;
  plain: Uint8Array;
  br: Uint8Array;
  gzip: Uint8Array;
  etag: string;
}

/** Long enough for a reader, short enough to show a new version soon. */
const keptSeconds = 600;

export function etagOf(content: Uint8Array): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  // The caller may have named other headers already.
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  reply
    .header('cache-control', `public, max-age=${keptSeconds}`)
    .header('vary', vary)
    .header('etag', file.etag);
  if (knows(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.type(file.type);
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null;
  if (encoding === null) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(file[encoding]);
}

function knows(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
