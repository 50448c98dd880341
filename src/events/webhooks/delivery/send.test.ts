import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Resolve, UrlPolicy } from '../../../base/egress/guard.ts';
import type { SendResult } from '../../outbox/send-result.ts';
import { createWebhookSender, type WebhookSender } from './send.ts';

const sandbox: UrlPolicy = { allowHttp: true, allowLoopback: true };
const live: UrlPolicy = { allowHttp: false, allowLoopback: false };
/** Long enough for a loaded machine to answer at once, short enough to wait for. */
const shortMs = 1_000;
/** For sends that must end long before: a test that waits this long has failed. */
const longMs = 30_000;

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('HTTP 200', () => {
  test('confirms, and the receiver gets exactly the given headers and body', async () => {
    const seen: { method?: string | undefined; url?: string | undefined; header?: unknown; body: string }[] =
      [];
    const port = await http(async (request, response) => {
      const body = await textOf(request);
      seen.push({ method: request.method, url: request.url, header: request.headers['webhook-id'], body });
      response.setHeader('x-receiver', 'yes').end('thanks, ñ');
    });
    const result = await send(`http://127.0.0.1:${port}/in?x=1#part`);
    expect(result).toMatchObject({ ok: true, cause: 'ok', httpStatus: 200, bodyExcerpt: 'thanks, ñ' });
    expect(result.responseHeaders['x-receiver']).toBe('yes');
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
    expect(seen).toEqual([{ method: 'POST', url: '/in?x=1', header: 'evt_1', body: '{"amount":"ñ"}' }]);
  });

  test('confirms with an empty body and by a name that resolves', async () => {
    const port = await http((_, response) => response.end());
    const result = await send(`http://hooks.example:${port}/`, { resolve: resolvesTo('127.0.0.1') });
    expect(result).toMatchObject({ ok: true, bodyExcerpt: '' });
  });

  test.each([
    ['gzip', gzipSync('small')],
    ['deflate', deflateSync('small')],
    ['br', brotliCompressSync('small')],
  ])('confirms with a body compressed by %s', async (encoding, body) => {
    const port = await http((_, response) => response.setHeader('content-encoding', encoding).end(body));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, bodyExcerpt: 'small' });
  });

  test.each(['gzip', 'zstd', 'gzip, gzip'])(
    'confirms when the body is not the %s it says it is',
    async (encoding) => {
      const port = await http((_, response) => response.setHeader('content-encoding', encoding).end('plain'));
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, bodyExcerpt: '' });
    },
  );

  test('confirms after an early hint', async () => {
    const port = await http((_, response) => {
      response.writeProcessing();
      response.end('later');
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      ok: true,
      httpStatus: 200,
      bodyExcerpt: 'later',
    });
  });

  test('keeps an excerpt of at most 2 KB of valid UTF-8 without NUL', async () => {
    const bodies = [Buffer.from('ñ'.repeat(3000)), Buffer.alloc(5000, 0xff), Buffer.from('a\0b')];
    const port = await http((_, response) => response.end(bodies.shift()));
    const sender = open();
    for (const expected of [/^ñ{1023,1024}\ufffd?$/, /^\ufffd+$/, /^ab$/]) {
      const { bodyExcerpt } = await sender.send(post(`http://127.0.0.1:${port}/`));
      expect(bodyExcerpt).toMatch(expected);
      expect(Buffer.byteLength(bodyExcerpt)).toBeLessThanOrEqual(2048);
    }
  });

  test('keeps at most 32 headers of at most 256 characters', async () => {
    const port = await http((_, response) => {
      for (let n = 0; n < 40; n++) response.setHeader(`x-${n}`, 'v'.repeat(300));
      response.end();
    });
    const { responseHeaders } = await send(`http://127.0.0.1:${port}/`);
    expect(Object.keys(responseHeaders)).toHaveLength(32);
    expect(responseHeaders['x-0']).toBe('v'.repeat(256));
  });
});

describe('any other status fails and says what to mend', () => {
  test.each([
    [201, /Only HTTP 200 confirms/],
    [202, /Only HTTP 200 confirms/],
    [204, /Only HTTP 200 confirms/],
    [401, /without a login/],
    [404, /path/],
    [405, /POST/],
    [422, /log/],
    [429, /more requests/],
    [500, /log/],
    [503, /log/],
  ])('%i', async (status, advice) => {
    const port = await http((_, response) =>
      response.writeHead(status).end(status === 204 ? undefined : 'because'),
    );
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, httpStatus: status, cause: 'http_status' });
    expect(result.bodyExcerpt).toBe(status === 204 ? '' : 'because');
    expect(result.explanation).toMatch(advice);
  });

  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    let followed = 0;
    const target = await http((_, response) => {
      followed++;
      response.end();
    });
    const port = await http((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${target}/` }).end();
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, httpStatus: status, cause: 'redirect' });
    expect(followed).toBe(0);
  });

  test('500 stays the cause when its body is endless', async () => {
    const port = await http((_, response) => {
      response.writeHead(500);
      pourForever(response);
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, httpStatus: 500, cause: 'http_status' });
    expect(result.bodyExcerpt).toBe('x'.repeat(2048));
  });
});

describe('a receiver that never finishes is cut by the one deadline', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['hangs before its headers', () => {}, /did not answer within 1 s/],
    [
      'announces for ever',
      (_, response) => void repeat(response, () => response.writeProcessing()),
      /did not answer/,
    ],
  ])('%s', async (_, listener, explanation) => {
    const port = await http(listener);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: shortMs });
    expect(result).toMatchObject({ ok: false, cause: 'timeout' });
    expect(result.explanation).toMatch(explanation);
    expect(result.durationMs).toBeGreaterThanOrEqual(shortMs - 10);
    expect(result.durationMs).toBeLessThan(longMs);
  });

  test('drips its headers', async () => {
    const port = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      repeat(socket, () => socket.write('x-a: b\r\n'));
    });
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: shortMs });
    expect(result).toMatchObject({ ok: false, cause: 'timeout', httpStatus: null });
  });

  test('has a name server that never answers', async () => {
    const result = await send('http://hooks.example/', {
      timeoutMs: shortMs,
      resolve: () => new Promise(() => {}),
    });
    expect(result).toMatchObject({ ok: false, cause: 'timeout', httpStatus: null });
    expect(result.explanation).toMatch(/No connection could be made/);
  });

  test('and what was reported as not sent is not sent afterwards', async () => {
    let received = 0;
    const port = await http((_, response) => {
      received++;
      response.end();
    });
    const answers: ((addresses: Awaited<ReturnType<Resolve>>) => void)[] = [];
    const sender = open({
      timeoutMs: shortMs,
      resolve: () => new Promise((answer) => answers.push(answer)),
    });
    const result = await sender.send(post(`http://hooks.example:${port}/late`));
    expect(result.cause).toBe('timeout');
    answers[0]?.([{ address: '127.0.0.1', family: 4 }]);
    // Closing waits until the late connection has been used or dropped.
    await sender.close();
    expect(received).toBe(0);
  });
});

describe('a 200 confirms whatever body follows: one that', () => {
  test.each<[string, RequestListener]>([
    ['is larger than 16 KB', (_, response) => response.end('x'.repeat(16 * 1024 + 1))],
    ['is endless', (_, response) => pourForever(response)],
    [
      'is a decompression bomb',
      (_, response) => encoded(response, 'gzip', gzipSync(Buffer.alloc(10_000_000))),
    ],
    [
      'is a brotli bomb',
      (_, response) => encoded(response, 'br', brotliCompressSync(Buffer.alloc(20_000_000))),
    ],
    [
      'passes 16 KB only when unpacked',
      (_, response) => encoded(response, 'gzip', gzipSync('x'.repeat(16 * 1024 + 1))),
    ],
  ])('%s', async (_, listener) => {
    const port = await http(listener);
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: true, cause: 'ok', httpStatus: 200 });
    expect(result.durationMs).toBeLessThan(longMs / 2);
  });

  test.each<[string, RequestListener]>([
    ['hangs', (_, response) => response.write('half')],
    ['drips', (_, response) => void drip(response)],
  ])('%s until the deadline', async (_, listener) => {
    const port = await http(listener);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: shortMs });
    expect(result).toMatchObject({ ok: true, cause: 'ok', httpStatus: 200 });
    expect(result.bodyExcerpt).toMatch(/^(half|\.+)$/);
    expect(result.durationMs).toBeLessThan(longMs);
  });

  test.each([
    ['is closed half-way', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
    ['has a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n'],
  ])('%s', async (_, bytes) => {
    const port = await tcp((socket) => answerRaw(socket, bytes));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, httpStatus: 200 });
  });

  test('is large is kept by its beginning', async () => {
    const port = await http((_, response) => response.end(`begun${'x'.repeat(2_000_000)}`));
    const { bodyExcerpt } = await send(`http://127.0.0.1:${port}/`);
    expect(bodyExcerpt).toMatch(/^begunx+$/);
    expect(bodyExcerpt).toHaveLength(2048);
  });

  test('is endless does not take the next send with it', async () => {
    const port = await http((request, response) => {
      if (request.url === '/flood') pourForever(response);
      else response.end('fine');
    });
    const sender = open();
    expect(await sender.send(post(`http://127.0.0.1:${port}/flood`))).toMatchObject({ ok: true });
    expect(await sender.send(post(`http://127.0.0.1:${port}/fine`))).toMatchObject({
      ok: true,
      bodyExcerpt: 'fine',
    });
  });
});

describe('a connection that fails', () => {
  test('is refused: nothing listens', async () => {
    const port = await tcp(() => {});
    await cleanups.pop()?.();
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({
      cause: 'connection_refused',
      httpStatus: null,
    });
  });

  test.each<[string, (socket: Socket) => void]>([
    ['reset after the request', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['closed after the request', (socket) => socket.once('data', () => socket.end())],
    ['closed inside the headers', (socket) => answerRaw(socket, 'HTTP/1.1 200 OK\r\ncontent-')],
  ])('is %s', async (_, onSocket) => {
    const port = await tcp(onSocket);
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, cause: 'connection_reset' });
    expect(result.explanation).toMatch(/closed the connection/);
  });

  test('sends the request once, not again by itself', async () => {
    let requests = 0;
    const port = await tcp((socket) => {
      socket.once('data', () => {
        requests++;
        socket.resetAndDestroy();
      });
    });
    const sender = open();
    await sender.send(post(`http://127.0.0.1:${port}/`));
    await sender.close();
    expect(requests).toBe(1);
  });

  test.each([
    ['is garbage', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['has headers beyond 16 KB', `HTTP/1.1 200 OK\r\nx-huge: ${'h'.repeat(20_000)}\r\n\r\n`],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'switches protocols unasked',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    ['is a lone 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('answers outside the protocol: %s', async (_, bytes) => {
    const port = await tcp((socket) => answerRaw(socket, bytes));
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, cause: 'protocol' });
    expect(result.explanation).toMatch(/not valid HTTP/);
  });

  test('has a name that does not resolve', async () => {
    const resolve: Resolve = () =>
      Promise.reject(Object.assign(new Error('queryA'), { code: 'ECONNREFUSED' }));
    expect(await send('http://hooks.example/', { resolve })).toMatchObject({
      cause: 'dns',
      httpStatus: null,
    });
  });
});

describe('a private address is never dialled', () => {
  test.each([
    ['a literal', 'https://127.0.0.1:PORT/'],
    ['an odd spelling', 'https://2130706433:PORT/'],
    ['localhost', 'https://localhost:PORT/'],
    ['a name that resolves to it', 'https://hooks.example:PORT/'],
  ])('%s', async (_, template) => {
    let connections = 0;
    const port = await tcp(() => connections++);
    const url = template.replace('PORT', String(port));
    const result = await send(url, { policy: live, resolve: resolvesTo('127.0.0.1') });
    expect(result).toMatchObject({ ok: false, cause: 'refused_address', httpStatus: null });
    expect(result.explanation).toMatch(/private|localhost/);
    expect(connections).toBe(0);
  });

  test('nor a name that mixes public and private addresses', async () => {
    const result = await send('http://hooks.example/', { resolve: resolvesTo('8.8.8.8', '10.0.0.7') });
    expect(result).toMatchObject({ cause: 'refused_address' });
    expect(result.explanation).not.toContain('10.0.0.7');
  });

  test('and an address that cannot be used at all is a result too', async () => {
    expect(await send('http://hooks.example/', { policy: live })).toMatchObject({
      ok: false,
      cause: 'bad_url',
    });
    expect(await send('nonsense')).toMatchObject({ ok: false, cause: 'bad_url', httpStatus: null });
  });
});

describe('https', () => {
  test('is refused under a certificate that no authority has signed', async () => {
    const port = await https();
    const result = await send(`https://hooks.example:${port}/`, { resolve: resolvesTo('127.0.0.1') });
    expect(result).toMatchObject({ ok: false, cause: 'tls', httpStatus: null });
    expect(result.explanation).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('is accepted under a trusted certificate for the name, and refused for another name', async () => {
    trustOwnCertificate();
    const port = await https();
    const sender = open({ resolve: resolvesTo('127.0.0.1') });
    expect(await sender.send(post(`https://hooks.example:${port}/`))).toMatchObject({ ok: true });
    expect(await sender.send(post(`https://other.example:${port}/`))).toMatchObject({
      ok: false,
      cause: 'tls',
    });
  });

  test('speaks HTTP/1.1, also where HTTP/2 is offered', async () => {
    trustOwnCertificate();
    const spoken: string[] = [];
    const offersBoth = createHttp2Server({ key: serverKey, cert: certificate, allowHTTP1: true });
    offersBoth.on('request', (request, response) => {
      spoken.push(request.httpVersion);
      response.end();
    });
    const port = await listen(offersBoth);
    const result = await send(`https://hooks.example:${port}/`, { resolve: resolvesTo('127.0.0.1') });
    expect(result).toMatchObject({ ok: true });
    expect(spoken).toEqual(['1.1']);
  });

  test('is told from a plain server on the same port', async () => {
    const port = await http((_, response) => response.end());
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ ok: false, cause: 'tls' });
  });
});

describe('connections', () => {
  test('are kept alive between sends, and closed once idle', async () => {
    const sockets = new Set<Socket>();
    const port = await http((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    const sender = open();
    for (let n = 0; n < 20; n++)
      expect(await sender.send(post(`http://127.0.0.1:${port}/`))).toMatchObject({ ok: true });
    // Two, because the first is free only one turn of the event loop after its answer was handed out.
    expect(sockets.size).toBeLessThanOrEqual(2);
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  });

  test('are capped per host, and what waits for one is still sent', async () => {
    const sockets = new Set<Socket>();
    const held: ServerResponse[] = [];
    const port = await http((request, response) => {
      sockets.add(request.socket);
      held.push(response);
    });
    const sender = open();
    const slow = Array.from({ length: 40 }, () => sender.send(post(`http://127.0.0.1:${port}/held`)));
    await expect.poll(() => held.length).toBe(32);
    for (const response of held.splice(0)) response.end();
    await expect.poll(() => held.length).toBe(8);
    for (const response of held) response.end();
    expect((await Promise.all(slow)).every((result) => result.ok)).toBe(true);
    expect(sockets.size).toBe(32);
  });
});

describe('a fault of the caller rejects', () => {
  test('a header that cannot be sent', async () => {
    const sender = open();
    const input = { url: 'http://127.0.0.1:1/', headers: { 'x-a': 'b\r\nx-injected: 1' }, body: '' };
    await expect(sender.send(input)).rejects.toThrow('invalid x-a header');
  });

  test('a send after the close', async () => {
    const sender = open();
    await sender.close();
    await expect(sender.send(post('http://127.0.0.1:1/'))).rejects.toThrow(/closed|destroyed/);
  });
});

interface TestOptions {
  policy?: UrlPolicy;
  timeoutMs?: number;
  resolve?: Resolve;
}

function open(options: TestOptions = {}): WebhookSender {
  const sender = createWebhookSender({ policy: sandbox, timeoutMs: longMs, ...options });
  cleanups.push(() => sender.close());
  return sender;
}

function send(url: string, options: TestOptions = {}): Promise<SendResult> {
  return open(options).send(post(url));
}

function post(url: string) {
  return {
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"amount":"ñ"}',
  };
}

function resolvesTo(...addresses: string[]): Resolve {
  return async () => addresses.map((address) => ({ address, family: 4 }));
}

function http(listener: RequestListener): Promise<number> {
  return listen(createHttpServer(listener));
}

function https(): Promise<number> {
  return listen(createHttpsServer({ key: serverKey, cert: certificate }, (_, response) => response.end()));
}

function trustOwnCertificate(): void {
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([certificate]);
  cleanups.push(() => tls.setDefaultCACertificates(trusted));
}

function tcp(onSocket: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(onSocket));
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A sender that gives up resets the connection, which is no failure of the test.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(() => done()));
  });
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answerRaw(socket: Socket, bytes: string): void {
  socket.once('data', () => socket.end(bytes));
}

function encoded(response: ServerResponse, encoding: string, body: Buffer): void {
  response.setHeader('content-encoding', encoding).end(body);
}

function pourForever(response: ServerResponse): void {
  const pour = (): void => {
    while (!response.destroyed && response.write('x'.repeat(4096)));
  };
  response.on('drain', pour);
  pour();
}

function drip(response: ServerResponse): void {
  repeat(response, () => response.write('.'));
}

/** The interval is the misbehaviour under test: a receiver that sends a little, again and again. */
function repeat(target: Socket | ServerResponse, act: () => void): void {
  const timer = setInterval(act, 20);
  target.on('close', () => clearInterval(timer));
}

/** Self-signed for hooks.example, made for these tests and used nowhere else. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUSJEd6Khs+yUwbbzzYXBhPvV6/TMwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0yNjExMTUwMTUyNTNaGA8yMTI2
MTAyMjAxNTI1M1owGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCOMcVthtyOPNx3iI4BAH4dElQWiMXO5Gts7aEauPrJA
VZaPsqjjCS48ZmiG01PvZd4LaUlwRO0BUpaAE8R4ETmjbTBrMB0GA1UdDgQWBBSS
0I6Gz5hSgpxaE+rUvIRA41yRxjAfBgNVHSMEGDAWgBSS0I6Gz5hSgpxaE+rUvIRA
41yRxjAYBgNVHREEETAPgg1ob29rcy5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSQAwRgIhAKg85HUzJXk6/xb0qft2JMXp8Gu4DaikQWzbb2mL
VcM8AiEAkUWrqJnwDSvbFtJt5nExvlkeR91JSF5/iz6x7Yxi9Wo=
-----END CERTIFICATE-----
`;
const serverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi5gdpWtrmDXMI0HJ
5Sx0OT0bSzEITM0FC/vf8TGvmTOhRANCAAQjjHFbYbcjjzcd4iOAQB+HRJUFojFz
uRrbO2hGrj6yQFWWj7Ko4wkuPGZohtNT72XeC2lJcETtAVKWgBPEeBE5
-----END PRIVATE KEY-----
`;
