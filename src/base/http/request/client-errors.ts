import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PasarelaError } from '../../ground/errors.ts';
import { faceOfPath, problemOf, shapeProblem } from '../faces.ts';
import { requestIdHeader } from './request-id.ts';

interface ClientError extends Error {
  code?: string;
  /** The bytes that the parser failed on. */
  rawPacket?: Buffer;
}

export interface ClientErrors {
  /** Records the request that now uses this connection. */
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** Answers a request that Node.js could not read completely. */
  answer(error: ClientError, socket: Socket): void;
}

/**
 * Input that the parser refuses never becomes a complete request. It is answered in the error shape of its face, as far
 * as its path is known, like everything else.
 */
export function createClientErrors(options: {
  headers: Readonly<Record<string, string>>;
  newRequestId(): string;
  onRefused(requestId: string, status: number, cause: string): void;
}): ClientErrors {
  const replies = new WeakMap<Socket, FastifyReply>();

  return {
    begin: (request, reply) => replies.set(request.raw.socket, reply),
    answer(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const refusal = toRefusal(error);
      const reply = replies.get(socket);
      // The head was read, and the handler waits for the body: it has a face, a log entry and metrics of its own.
      if (reply && !reply.raw.req.complete) {
        if (!reply.sent) reply.header('connection', 'close').send(refusal);
        // Further bytes on this connection cannot be separated from the rest of that body.
        else socket.destroySoon();
        return;
      }
      const requestId = options.newRequestId();
      const problem = problemOf(refusal, requestId);
      const body = JSON.stringify(shapeProblem(faceOfPath(pathIn(error.rawPacket)), problem));
      const head = {
        ...options.headers,
        [requestIdHeader]: requestId,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
        connection: 'close',
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`,
      );
      socket.destroySoon();
      options.onRefused(requestId, problem.status, error.code ?? error.message);
    },
  };
}

function toRefusal({ code, cause }: ClientError): PasarelaError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new PasarelaError(
        'request_timeout',
        'The request took too long to arrive. Please send it again.',
      );
    case 'HPE_HEADER_OVERFLOW':
      return new PasarelaError('headers_too_large', 'The address and headers of the request are too long.');
    default:
      return new PasarelaError('bad_request', 'The request is not HTTP as it should be.', { cause });
  }
}

/** The path in the first line of a request, if the packet starts with one. */
function pathIn(packet: Buffer | undefined): string {
  const line = packet?.toString('latin1', 0, 200) ?? '';
  return /^[A-Z-]{1,20} ([^ ?]*)/.exec(line)?.[1] ?? '';
}
