import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Phase } from './phases.ts';
import type { World } from './world.ts';

/** One answered request. */
export interface Timing {
  atMs: number;
  ms: number;
  phase: Phase;
  /** The request, without what identifies. */
  what: string;
}

export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each journey knows the parts that it reads
  body: any;
  cookies: string[];
}

export interface Client {
  timings: Timing[];
  /** Answers counted by status; 0: no answer. */
  statuses: Map<number, number>;
  /** To any of the processes that answer, as a load balancer would; null: no answer. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer | null>;
  /** Sends the request again, unchanged, until there is an answer other than 429 and 503. */
  insist(method: string, path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface AskOptions {
  headers?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
  /** The sandbox is slow here on purpose: the answer's time says nothing. */
  isSlow?: boolean;
}

/** Honest people and shops have addresses of their own, each with its share of the limits. */
const addresses = 40;
const pauseMs = 100;
const mostTries = 600;

export function createClient(world: World, phase: () => Phase): Client {
  const agents = Array.from(
    { length: addresses },
    (_, at) => new Agent({ connections: 4, connect: { localAddress: `127.0.1.${at + 1}` } }),
  );
  const timings: Timing[] = [];
  const statuses = new Map<number, number>();
  const any = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;
  const ask: Client['ask'] = async (method, path, { headers, json, form, isSlow } = {}) => {
    const apis = [...world.running].filter(([name]) => name.startsWith('api'));
    const [, server] = any(apis);
    const began = performance.now();
    const inPhase = phase();
    const type = json ? 'application/json' : form && 'application/x-www-form-urlencoded';
    try {
      const answer = await request(server.url + path, {
        dispatcher: any(agents),
        method,
        headers: { accept: 'application/json', ...(type && { 'content-type': type }), ...headers },
        body: json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : null,
      });
      const text = await answer.body.text();
      const what = `${method} ${path.replace(/\?.*|(?<=\/)(?=[^/]*\d)[\w-]{20,}/g, '…')}`;
      if (!isSlow) timings.push({ atMs: Date.now(), ms: performance.now() - began, phase: inPhase, what });
      count(answer.statusCode);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      return { status: answer.statusCode, text, body: isJson ? JSON.parse(text) : null, cookies };
    } catch {
      count(0);
      return null;
    }
  };
  function count(status: number): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return {
    timings,
    statuses,
    ask,
    async insist(method, path, options) {
      for (let tries = 0; tries < mostTries; tries++) {
        const answer = await ask(method, path, options);
        if (answer && answer.status !== 503 && answer.status !== 429) return answer;
        await delay(pauseMs);
      }
      throw new Error(`${method} ${path} had no answer in ${(mostTries * pauseMs) / 1000} s`);
    },
    close: async () => void (await Promise.all(agents.map((agent) => agent.close()))),
  };
}
