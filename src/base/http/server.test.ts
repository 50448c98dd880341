import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PasarelaError } from '../ground/errors.ts';
import { createMemoryLogger } from '../ground/logger.ts';
import { beginTrail } from '../ground/trail.ts';
import type { Face } from './faces.ts';
import { watchRoutes } from './other-methods.ts';
import { type App, createServer } from './server.ts';

/** Covers requests that the parser of Node.js refuses, and the headers of every answer. */

const paths: Record<Exclude<Face, 'operator'>, string> = {
  api: '/api/auth/token',
  legacy: '/v1/api/authenticate',
  crypto: '/payment/create',
  checkout: '/pay/here',
};

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function serve(mode: 'sandbox' | 'live' = 'sandbox', hstsSubdomains = false) {
  const logs: string[] = [];
  const app = createServer({
    config: { mode, tls: null, trustProxy: null, hstsSubdomains },
    logger: createMemoryLogger(logs),
    hosts: null,
    errorPage: (_request, reply, status) => reply.code(status).type('text/html').send('<p>wrong</p>'),
    onResponse() {},
  });
  apps.push(app);
  const closeRoutes = watchRoutes(app);
  for (const [face, url] of Object.entries(paths)) {
    app.post(url, { config: { face: face as Face } }, async () => ({ ok: true }));
  }
  app.register(async () => closeRoutes());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, logs, port };
}

/** Sends these bytes and returns everything received until the server hangs up. */
async function send(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: body === '' ? null : JSON.parse(body),
  };
}

const shapes = {
  api: (status: number, code: string) => ({ status: 'Error', code: status, data: { error: code } }),
  legacy: (status: number, code: string) => ({
    status: { code: status, kind: code },
    data: { message: code },
  }),
  crypto: (_status: number, code: string) => ({ status: false, error: code }),
  checkout: (status: number, code: string) => ({ status: 'Error', code: status, data: { error: code } }),
};
const faces = Object.keys(shapes) as (keyof typeof shapes)[];

describe('what cannot be read is refused in the shape of its face', () => {
  test.each(faces)('a header that is none, on the %s face', async (face) => {
    const { port } = await serve();
    const answer = await send(port, `POST ${paths[face]} HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(shapes[face](400, 'bad_request'));
    expect(answer.head).toContain('connection: close');
    expect(answer.head).toContain('x-content-type-options: nosniff');
    expect(answer.head).toMatch(/x-request-id: [0-9a-f-]{36}/);
  });

  test.each(faces)('too many headers, on the %s face', async (face) => {
    const { port, logs } = await serve();
    const long = `POST ${paths[face]}?a=b HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    const answer = await send(port, long);
    expect(answer.status).toBe(431);
    expect(answer.body).toMatchObject(shapes[face](431, 'headers_too_large'));
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, status: 431 }]);
  });

  // One test for all: Node.js checks for slow clients only every few seconds.
  test('a body or headers that come too slowly, and nothing of ours failed', async () => {
    const { app, port, logs } = await serve();
    app.server.requestTimeout = 100;
    app.server.headersTimeout = 100;
    const slow = faces.map(async (face) => {
      const head = `POST ${paths[face]} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n`;
      const answer = await send(port, `${head}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{`);
      expect(answer.status, face).toBe(408);
      expect(answer.body, face).toMatchObject(shapes[face](408, 'request_timeout'));
    });
    const headless = send(port, 'POST /v1/api/authenticate HTTP/1.1\r\nHost: x\r\n');
    await Promise.all(slow);
    // An incomplete head has no known path either.
    expect(await headless).toMatchObject({ status: 408, body: shapes.api(408, 'request_timeout') });
    expect(logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test.each(faces)('a chunk that is none, on the %s face', async (face) => {
    const { port } = await serve();
    const head = `POST ${paths[face]} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n`;
    const answer = await send(
      port,
      `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(shapes[face](400, 'bad_request'));
  });

  test.each([
    ['none', ''],
    ['two', 'Host: a\r\nhOST: b\r\n'],
  ])('a request with %s of the header Host', async (_count, hosts) => {
    const { port } = await serve();
    const answer = await send(
      port,
      `POST ${paths.legacy} HTTP/1.1\r\n${hosts}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(shapes.legacy(400, 'bad_request'));
  });
});

test('while a body is on its way nobody is told that we take too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { app, port } = await serve();
    const socket = connect(port, '127.0.0.1');
    const head = `POST ${paths.api} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
    await once(app.server, 'request');
    vi.advanceTimersByTime(25_000);
    socket.write('}');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  } finally {
    vi.useRealTimers();
  }
});

test('who goes away in the middle of a body leaves no error in the log', async () => {
  const { app, port, logs } = await serve();
  const failed = new Promise((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${paths.api} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  );
  await once(app.server, 'request');
  socket.resetAndDestroy();
  await failed;
  expect(logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

describe('the checkout face', () => {
  const ask = (port: number, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/pay/nothing`, { headers });

  test('refuses a program in JSON and a browser with a page', async () => {
    const { port } = await serve();
    for (const accept of ['application/json', 'application/json, text/plain, */*', 'APPLICATION/JSON;q=1']) {
      const answer = await ask(port, { accept });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ data: { error: 'not_found' } });
    }
    for (const accept of ['text/html,application/json;q=0.9', '*/*']) {
      expect((await ask(port, { accept })).headers.get('content-type')).toContain('text/html');
    }
  });
});

describe('every answer', () => {
  test.each(['/api/auth/token', '/nowhere', '/%zz'])(
    'of %s is not sniffed, framed or run as a page',
    async (path) => {
      const { port } = await serve();
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test.each(['/api/auth/token', '/nowhere', '/%zz'])(
    'of %s in live asks for https from then on',
    async (path) => {
      const { port } = await serve('live');
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' });
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
      const unread = await send(port, 'POST / HTTP/1.1\r\nno colon\r\n\r\n');
      expect(unread.head).toContain('strict-transport-security: max-age=');
    },
  );

  test('in live asks for https on subdomains too, where the operator says so', async () => {
    const { port } = await serve('live', true);
    const { headers } = await fetch(`http://127.0.0.1:${port}/nowhere`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('JSON of which nothing comes', () => {
  const empty = (type: string, ...more: string[]): string =>
    [
      `POST ${paths.api} HTTP/1.1`,
      'Host: x',
      `Content-Type: ${type}`,
      'Content-Length: 0',
      ...more,
      '',
      '',
    ].join('\r\n');

  test('is no body, and the next request may follow at once', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1');
    socket.write(empty('application/json') + empty('application/json', 'Connection: close'));
    expect((await text(socket)).match(/HTTP\/1.1 200 OK|\{"ok":true\}/g)).toHaveLength(4);
  });

  test.each(['application/json; charset=latin1', 'text/plain'])('is no body as %s either', async (type) => {
    const { port } = await serve();
    expect((await send(port, empty(type, 'Connection: close'))).status).toBe(200);
  });
});

test('what is refused on purpose leaves a line without a stack, and a fault one with it', async () => {
  const logs: string[] = [];
  const app = createServer({
    config: { mode: 'sandbox', tls: null, trustProxy: null, hstsSubdomains: false },
    logger: createMemoryLogger(logs),
    hosts: null,
    errorPage: (_request, reply, status) => reply.code(status).send(),
    onResponse() {},
  });
  apps.push(app);
  app.get('/health/ready', { config: { face: 'operator' } }, async () => {
    throw new PasarelaError('service_unavailable', 'This process is starting.');
  });
  app.get('/broken', { config: { face: 'api' } }, async () => {
    throw new Error('broken');
  });
  for (const url of ['/health/ready', '/broken']) await app.inject({ url, headers: { host: 'here' } });
  expect(logs.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: 'This process is starting.', code: 'service_unavailable' }),
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'broken' }) }),
  ]);
  expect(logs[0]).not.toContain('stack');
});

test('a trace of the caller goes on; one that is malformed is ignored', async () => {
  const parents: unknown[] = [];
  const end = beginTrail(createMemoryLogger([]), (_name, { parent }) => {
    parents.push(parent);
    return { traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`, end() {} };
  });
  try {
    const { app } = await serve();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { 'content-type': 'application/json' };
    for (const given of [traceparent, 'forged', `${traceparent},${traceparent}`]) {
      await app.inject({
        method: 'POST',
        url: paths.api,
        headers: { ...headers, traceparent: given },
        body: '{}',
      });
    }
    expect(parents).toEqual([traceparent, null, null]);
  } finally {
    end();
  }
});
