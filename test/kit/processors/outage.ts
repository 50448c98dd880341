import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessorSimulator } from './simulator.ts';

/** refused: nothing listens. failing: every answer is 503. silent: no answer. */
export type Outage = 'refused' | 'failing' | 'silent';

/** A proxy before a simulator, through which the service reaches a processor: it can be down completely. */
export interface ProcessorProxy {
  /** The environment that points a program here. */
  env: Record<string, string>;
  goDown(how: Outage): Promise<void>;
  /** The next call whose path contains this is executed but never answered: from then on the processor is down. */
  goDownAfter(pathPart: string): void;
  comeBack(): Promise<void>;
  /** The customer's browser bypasses it. */
  past(pageUrl: string): string;
  close(): Promise<void>;
}

export async function startProxyTo(simulator: ProcessorSimulator): Promise<ProcessorProxy> {
  let outage: Outage | null = null;
  let last: string | null = null;
  const server = createServer((request, response) => {
    if (outage === 'silent') return;
    if (outage) response.writeHead(503).end();
    else void forward(request, response).catch(() => response.destroy());
  });

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answered = await fetch(`${simulator.url}${request.url}`, {
      method: request.method as string,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    // Pages must be at the API's origin: some adapters trust no other.
    const text = (await answered.text()).replaceAll(simulator.url, url);
    if (last !== null && request.url?.includes(last)) {
      last = null;
      outage = 'failing';
      return void response.destroy();
    }
    const type = answered.headers.get('content-type') ?? 'application/json';
    response.writeHead(answered.status, { 'content-type': type }).end(text);
  }

  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  async function hangUp(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function turn(how: Outage | null): Promise<void> {
    outage = how;
    await hangUp();
    if (how !== 'refused') await listen(port);
  }

  return {
    env: Object.fromEntries(
      Object.entries(simulator.env).map(([name, value]) => [name, value === simulator.url ? url : value]),
    ),
    goDown: turn,
    goDownAfter(pathPart) {
      last = pathPart;
    },
    comeBack: () => turn(null),
    past: (pageUrl) => pageUrl.replace(url, simulator.url),
    close: hangUp,
  };
}
