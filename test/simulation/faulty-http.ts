import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** JSON-RPC ids count all calls of a process, and how many there were depends on how busy the machine is. */
export const withoutIds = (body: string): string => body.replaceAll(/"id":\d+/g, '"id":0');

/** What can happen to one request on its way. */
export type HttpFault =
  | 'lost_request'
  /** The other side did it; its answer never comes. */
  | 'lost_answer'
  /** It arrives twice, and the second answer is given. */
  | 'doubled'
  | 'half_answer'
  | 'unavailable'
  | 'too_many';

export interface FaultyHttp {
  url: string;
  /** Asked for each request; null: nothing happens to it. */
  decide: (path: string, body: string) => HttpFault | null;
  /** Changes an answer; absent: none. */
  change?: (path: string, body: string, answer: string) => string;
  /** How many faults happened. */
  faults: number;
  /** Requests that are not answered yet. */
  open: number;
  close(): Promise<void>;
}

/** Stands before a server, and lets requests and answers go astray. */
export async function startFaultyHttp(upstream: string): Promise<FaultyHttp> {
  const proxy: FaultyHttp = {
    url: '',
    decide: () => null,
    faults: 0,
    open: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    proxy.open += 1;
    handle(proxy, upstream, request, response)
      .catch(() => request.socket.destroy())
      .finally(() => {
        proxy.open -= 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function handle(
  proxy: FaultyHttp,
  upstream: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString('utf8');
  const path = request.url ?? '/';
  const fault = proxy.decide(path, withoutIds(body));
  if (fault !== null) proxy.faults += 1;
  if (fault === 'lost_request') return void request.socket.destroy();
  if (fault === 'unavailable' || fault === 'too_many') {
    response.writeHead(fault === 'too_many' ? 429 : 503, { 'content-type': 'text/html' });
    return void response.end('<html>busy</html>');
  }
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const ask = () =>
    fetch(`${upstream}${path}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(request.method !== 'GET' && { body }),
    });
  if (fault === 'doubled') await (await ask()).arrayBuffer();
  const answer = await ask();
  const text = await answer.text();
  if (fault === 'lost_answer') return void request.socket.destroy();
  const whole = proxy.change?.(path, body, text) ?? text;
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(fault === 'half_answer' ? whole.slice(0, whole.length / 2) : whole);
}
