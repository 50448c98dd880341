import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './simulator.ts';

/** A proxy before an HTTP server that applies faults to calls that change something, on the way there or back. */
export interface FaultyFront {
  url: string;
  misbehave(fault: Fault, times?: number, pathPart?: string): void;
  calls(): Record<string, number>;
  close(): Promise<void>;
}

/** Longer than any test's time-out of a call, and nothing waits for it. */
const silenceMs = 60_000;
const slowMs = 300;

export async function startFaultyFront(targetUrl: string): Promise<FaultyFront> {
  const due: { fault: Fault; pathPart: string }[] = [];
  const counts: Record<string, number> = {};
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const path = request.url ?? '/';
    const changes = request.method !== 'GET';
    if (changes) {
      const name = `${request.method} ${path.replace(/\/[0-9a-f-]{36}/g, '/{id}')}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    const at = changes ? due.findIndex(({ pathPart }) => path.includes(pathPart)) : -1;
    const fault = at < 0 ? null : (due.splice(at, 1)[0]?.fault ?? null);
    if (fault === 'limited') return void response.writeHead(429).end('{}');
    if (fault === 'error_before') return void response.writeHead(500).end('{}');
    if (fault === 'silent_before') return await silence(response);
    if (fault === 'slow') await delay(slowMs);
    const forwarded = await fetch(`${targetUrl}${path}`, {
      method: request.method as string,
      headers: pick(request.headers),
      ...(changes && { body: new Uint8Array(body) }),
    });
    const text = await forwarded.text();
    if (fault === 'error_after') return void response.writeHead(500).end('{}');
    if (fault === 'silent_after') return await silence(response);
    if (fault === 'cut_after') return void response.destroy();
    if (fault === 'malformed_after') return void response.writeHead(200).end('<html>');
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave(fault, times = 1, pathPart = '') {
      due.length = 0;
      for (let count = 0; count < times; count++) due.push({ fault, pathPart });
    },
    calls: () => counts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function silence(response: ServerResponse): Promise<void> {
  const timer = setTimeout(() => response.destroy(), silenceMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function pick(headers: IncomingMessage['headers']): Record<string, string> {
  const { authorization, 'content-type': contentType } = headers;
  return { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) };
}
