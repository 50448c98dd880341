import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createMemoryLogger } from '../ground/logger.ts';
import { watchConnections } from './drain.ts';
import { type App, createServer } from './server.ts';

let app: App;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await app.close();
});

const asked = 'GET /page HTTP/1.1\r\nhost: localhost\r\n\r\n';

async function open(answer: () => Promise<unknown>): Promise<{ handled: () => number; logs: string[] }> {
  let handled = 0;
  const logs: string[] = [];
  app = createServer({
    config: { mode: 'sandbox', tls: null, trustProxy: null, hstsSubdomains: false },
    logger: createMemoryLogger(logs),
    hosts: null,
    errorPage: (_request, reply, status) => reply.code(status).send(),
    onResponse() {},
  });
  app.get('/page', { config: { face: 'checkout' } }, async () => {
    handled += 1;
    return await answer();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
  return { handled: () => handled, logs };
}

/** Reads until so many answers have come. */
async function answers(count: number): Promise<number> {
  let text = '';
  for await (const piece of client.iterator({ destroyOnReturn: false })) {
    text += piece;
    const seen = text.split('HTTP/1.1 200').length - 1;
    if (seen >= count) return seen;
  }
  return text.split('HTTP/1.1 200').length - 1;
}

test('who sends a thousand requests ahead is hung up on, and few of them are begun', async () => {
  const { handled, logs } = await open(() => delay(5_000, 'late', { ref: false }));
  client.write(asked.repeat(1_500));
  await once(client.resume(), 'close');
  expect(handled()).toBeLessThanOrEqual(32);
  expect(logs.filter((line) => line.includes('too many requests ahead'))).toHaveLength(1);
});

test('some requests ahead are answered, and any number one after another', async () => {
  await open(async () => 'here');
  client.write(asked.repeat(20));
  expect(await answers(20)).toBe(20);
  for (let count = 0; count < 100; count++) {
    client.write(asked);
    expect(await answers(1)).toBe(1);
  }
});

test('who never reads an answer is hung up on after a while', async () => {
  await open(async () => 'x'.repeat(50_000_000));
  expect(app.server.timeout).toBe(60_000);
  client.pause();
  const [connection] = await Promise.all([
    new Promise<Socket>((seen) => app.server.once('request', ({ socket }) => seen(socket))),
    client.write(asked),
  ]);
  connection.setTimeout(200);
  await once(connection, 'close');
});

test('a stop does not wait for requests that were hung up on', async () => {
  await open(() => delay(50, 'soon'));
  const drain = watchConnections(app.server);
  client.write(asked.repeat(1_500));
  await once(client.resume(), 'close');
  const began = performance.now();
  await drain();
  expect(performance.now() - began).toBeLessThan(10_000);
});
