import type { FastifyReply } from 'fastify';
import { stringify } from 'lossless-json';
import type { Fault } from '../simulator.ts';

/** A handler's answer, before any fault is applied. */
export interface Reply {
  status: number;
  body: unknown;
}

/** Long enough to be noticed, and far below any deadline. */
const slowMs = 300;

export type Faults = ReturnType<typeof createFaults>;

/** The faults that apply to the next calls. */
export function createFaults() {
  const waiting: { fault: Fault; left: number; pathPart: string }[] = [];

  return {
    /** Replaces the rest of the same fault. */
    set(fault: Fault, times: number, pathPart: string): void {
      for (const each of waiting) if (each.fault === fault) each.left = 0;
      waiting.push({ fault, left: times, pathPart });
    },

    /** Executes the call, or applies a fault. */
    async run(path: string, reply: FastifyReply, handle: () => Promise<Reply>): Promise<void> {
      const met = waiting.find(({ left, pathPart }) => left > 0 && path.includes(pathPart));
      if (met) met.left--;
      const send = ({ status, body }: Reply) => {
        reply.code(status).type('application/json').send(stringify(body));
      };
      const fail = { status: 500, body: { code: 7000, message: 'Failed to process the request.' } };
      switch (met?.fault) {
        case 'limited':
          return send({ status: 429, body: { code: 6000, message: 'Too many requests to the API.' } });
        case 'error_before':
          return send(fail);
        case 'error_after':
          await handle();
          return send(fail);
        case 'silent_before':
          reply.hijack();
          return;
        case 'silent_after':
          await handle();
          reply.hijack();
          return;
        case 'cut_after':
          await handle();
          reply.hijack();
          reply.raw.socket?.destroy();
          return;
        case 'malformed_after':
          await handle();
          reply.code(200).type('application/json').send('{"id":"D-4-');
          return;
        case 'slow':
          await new Promise((done) => setTimeout(done, slowMs));
          return send(await handle());
        case undefined:
          return send(await handle());
      }
    },
  };
}
