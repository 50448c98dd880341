import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  id: number;
  method: string;
  params: unknown[];
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** Faults of a node, on command; none by default. */
interface Behaviour {
  /** Replaces the whole response; undefined: normal answers. */
  reply?(calls: Call[], isBatch: boolean): Reply | 'reset' | 'hang' | undefined;
  /** A JSON-RPC error instead of the result. */
  error?(call: Call): { code: number; message: string; data?: unknown } | undefined;
  /** Changes the true result. */
  result?(call: Call, result: unknown): unknown;
  /** Serves the chain as it was this many blocks ago. */
  lagBlocks?: number;
}

/** A proxy in front of a real RPC node, correct until a fault is set. */
export interface NodeProxy {
  url: string;
  behaviour: Behaviour;
  calls: Call[];
  countOf(method: string): number;
  close(): Promise<void>;
}

export async function startProxy(upstream: string): Promise<NodeProxy> {
  const proxy: NodeProxy = {
    url: '',
    behaviour: {},
    calls: [],
    countOf: (method) => proxy.calls.filter((call) => call.method === method).length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => void handle(proxy, upstream, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function handle(
  proxy: NodeProxy,
  upstream: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Call | Call[];
  const calls = [body].flat();
  proxy.calls.push(...calls);
  const reply = proxy.behaviour.reply?.(calls, Array.isArray(body));
  if (reply === 'hang') return;
  if (reply === 'reset') {
    request.socket.destroy();
    return;
  }
  if (reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
    return;
  }
  const answers: unknown[] = [];
  for (const call of calls) answers.push(await answerTo(call, proxy.behaviour, upstream));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
}

async function answerTo(call: Call, behaviour: Behaviour, upstream: string): Promise<unknown> {
  const envelope = { jsonrpc: '2.0', id: call.id };
  const error = behaviour.error?.(call);
  if (error) return { ...envelope, error };
  const answer = behaviour.lagBlocks
    ? await laggingAnswer(call, behaviour.lagBlocks, upstream)
    : await forward(upstream, call.method, call.params);
  if (answer.error) return { ...envelope, ...answer };
  const { result } = answer;
  return { ...envelope, result: behaviour.result ? behaviour.result(call, result) : result };
}

type Answer = { result?: unknown; error?: unknown };

async function forward(upstream: string, method: string, params: unknown[]): Promise<Answer> {
  const response = await fetch(upstream, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as Answer;
  return error ? { error } : { result };
}

/** Answers like a node that has not caught up: null for blocks it lacks, and empty lists of logs. */
async function laggingAnswer(call: Call, lagBlocks: number, upstream: string): Promise<Answer> {
  const height =
    BigInt((await forward(upstream, 'eth_blockNumber', [])).result as string) - BigInt(lagBlocks);
  const [first, ...rest] = call.params;
  if (call.method === 'eth_getBlockByNumber') {
    if (first === 'latest') return forward(upstream, call.method, [`0x${height.toString(16)}`, ...rest]);
    if (first === 'finalized')
      return forward(upstream, call.method, [`0x${(height - 2n).toString(16)}`, ...rest]);
    return BigInt(first as string) > height ? { result: null } : forward(upstream, call.method, call.params);
  }
  const answer = await forward(upstream, call.method, call.params);
  if (call.method !== 'eth_getLogs') return answer;
  const logs = (answer.result ?? []) as { blockNumber: string }[];
  return { result: logs.filter((log) => BigInt(log.blockNumber) <= height) };
}
