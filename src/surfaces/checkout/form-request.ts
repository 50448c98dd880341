import type { FastifyReply, FastifyRequest } from 'fastify';
import { privateHeaders } from './send-page.ts';

export function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).headers(privateHeaders).send(body);
}

export function sendFault(reply: FastifyReply, status: number, error: string, message: string): FastifyReply {
  return sendJson(reply, status, { error, message });
}

/** A field that is missing, or sent more than once, counts as empty. */
export function field(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
