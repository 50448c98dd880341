import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';

test('asks under the base address, also one with a path, and names its program', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startExchange((request, response) => {
    seen.push(request.method, request.url, request.headers['user-agent'], request.headers.accept);
    response.end('{}');
  });
  await createGetJson(`${url}/proxy/`)('/v1/price?of=USDT');
  expect(seen).toEqual(['GET', '/proxy/v1/price?of=USDT', 'pasarela', 'application/json']);
});

test('keeps every digit of a number', async () => {
  const url = await startExchange(answering('{"price":0.12345678901234567890}'));
  const { body } = await createGetJson(url)('/');
  expect(String((body as { price: unknown }).price)).toBe('0.12345678901234567890');
});

test('dates an answer from when it was asked for, less the age a cache reports', async () => {
  const url = await startExchange((request, response) => {
    if (request.url === '/cached') response.setHeader('age', '45');
    if (request.url === '/odd') response.setHeader('age', 'old');
    response.end('{}');
  });
  const getJson = createGetJson(url);
  const before = Date.now();
  const [live, odd, cached] = [await getJson('/live'), await getJson('/odd'), await getJson('/cached')];
  const after = Date.now();
  for (const { madeAt } of [live, odd]) {
    expect(madeAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(madeAt.getTime()).toBeLessThanOrEqual(after);
  }
  expect(cached.madeAt.getTime()).toBeGreaterThanOrEqual(before - 45_000);
  expect(cached.madeAt.getTime()).toBeLessThanOrEqual(after - 45_000);
});

test('gives up on a server that does not answer in time', async () => {
  const url = await startExchange(() => {});
  await expect(createGetJson(url, 50)('/')).rejects.toThrow('did not answer within 50 ms');
});

test('gives up on a server that answers its body too slowly, byte by byte', async () => {
  const url = await startExchange((_request, response) => {
    response.writeHead(200).write('{');
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  });
  await expect(createGetJson(url, 200)('/')).rejects.toThrow('did not answer within 200 ms');
});

test('reads no more than its bound of a body that has no end', async () => {
  const url = await startExchange((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(' '.repeat(16_384))) {}
    };
    response.on('drain', send);
    send();
  });
  await expect(createGetJson(url)('/')).rejects.toThrow('answered more than 65536 bytes');
});

test('does not follow a redirect', async () => {
  let asked = 0;
  const url = await startExchange((_request, response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await expect(createGetJson(url)('/')).rejects.toThrow('answered HTTP 302');
  expect(asked).toBe(1);
});

test('tells the status and the beginning of what a refusing server says, on one line', async () => {
  const url = await startExchange(answering(`slow\n  down ${'!'.repeat(1_000)}`, 429));
  await expect(createGetJson(url)('/')).rejects.toThrow(/^answered HTTP 429: slow down !{190}…$/);
});

test('says so when nobody listens there', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const asking = createGetJson(`http://127.0.0.1:${port}`)('/');
  await expect(asking).rejects.toThrow('could not be asked (ECONNREFUSED)');
  await expect(asking).rejects.toBeInstanceOf(RateUnavailable);
});

test('stops when it is told to', async () => {
  const stopping = new AbortController();
  const url = await startExchange(() => stopping.abort());
  await expect(createGetJson(url)('/', stopping.signal)).rejects.toThrow('could not be asked');
});

test.each(['', 'api.example.com', 'ftp://api.example.com'])('refuses %j as an address', (address) => {
  expect(() => createGetJson(address)).toThrow(RangeError);
});
