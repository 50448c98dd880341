import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../simulator.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** Longer than a call takes, shorter than any time-out. */
const slowMs = 150;

/** Counts the calls that change something, and applies the requested faults to them. */
export function createFaults() {
  let ordered: { fault: Fault; left: number; pathPart: string } | null = null;
  const calls: Record<string, number> = {};

  function take(url: string): Fault | null {
    if (!ordered || ordered.left === 0 || !url.includes(ordered.pathPart)) return null;
    ordered.left--;
    return ordered.fault;
  }

  return {
    calls,
    misbehave(fault: Fault, times = 1, pathPart = ''): void {
      ordered = { fault, left: times, pathPart };
    },

    /** Executes the call and answers, unless a fault applies. */
    async meet(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (isSlow: boolean) => Promise<Answer> | Answer,
    ) {
      const name = `${request.method} ${request.routeOptions.url}`;
      calls[name] = (calls[name] ?? 0) + 1;
      const fault = take(request.url);
      switch (fault) {
        case 'limited':
          return reply
            .code(429)
            .send({ message: 'too many requests', error: 'too_many_requests', status: 429, cause: [] });
        case 'error_before':
          return reply.code(500).send(internalError);
        case 'silent_before':
          return reply.hijack();
      }
      const answer = await work(fault === 'slow');
      switch (fault) {
        case 'error_after':
          return reply.code(500).send(internalError);
        case 'silent_after':
          return reply.hijack();
        case 'cut_after':
          reply.hijack();
          return request.raw.socket.destroy();
        case 'malformed_after':
          return reply.code(answer.status).type('application/json').send('{"id":"ORD');
        case 'slow':
          await wait(slowMs);
      }
      return reply.code(answer.status).send(answer.body);
    },
  };
}

const internalError = { errors: [{ code: 'internal_error', message: 'Try again later.' }] };

export function refusal(status: number, code: string, message = code): Answer {
  return { status, body: { errors: [{ code, message }] } };
}
