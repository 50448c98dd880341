import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callRaw, keyHeaders, sampleCharge, until } from '../kit/client.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The four addresses of the interface on four hosts: each answers only on its own host, in its own shape. */

const hosts = {
  api: 'api.pasarela.example',
  legacy: 'auth.pasarela.example',
  crypto: 'crypto.pasarela.example:8443',
  checkout: 'pay.pasarela.example',
} as const;
type Host = keyof typeof hosts;

let server: TestServer;
let local: { url: string };

beforeAll(async () => {
  const port = await unusedPort();
  server = await startTestServer({
    PORT: String(port),
    BASE_URL: `https://${hosts.api}`,
    LEGACY_AUTH_URL: `https://${hosts.legacy}`,
    CRYPTO_BASE_URL: `https://${hosts.crypto}`,
    CHECKOUT_URL: `https://${hosts.checkout}`,
  });
  local = { url: `http://127.0.0.1:${port}` };
});

afterAll(() => server.stop());

function ask(
  host: string,
  path: string,
  method = 'GET',
  more: { headers?: Record<string, string>; body?: string } = {},
) {
  return callRaw(local, { method, path, ...more, headers: { host, ...more.headers } });
}

const token = (host: string) =>
  ask(host, '/api/auth/token', 'POST', { headers: keyHeaders(server.merchant) });

async function charge() {
  const { access_token, session_id } = (await token(hosts.api)).body.data;
  const headers = {
    authorization: `Bearer ${access_token}`,
    'x-session-id': session_id,
    'content-type': 'application/json',
  };
  return await ask(hosts.api, '/api/transactions/charges', 'POST', {
    headers,
    body: JSON.stringify(sampleCharge),
  });
}

/** The 404 of each host. */
const notFound: Record<Host, object | RegExp> = {
  api: {
    status: 'Error',
    code: 404,
    message: expect.any(String),
    data: { error: 'not_found', request_id: expect.any(String) },
  },
  legacy: {
    status: { code: 404, message: expect.any(String), kind: 'not_found' },
    data: { message: 'not_found' },
  },
  crypto: { status: false, message: expect.any(String), error: 'not_found', request_id: expect.any(String) },
  checkout: /^<!doctype html>/i,
};

function expectNotFound(host: Host, answer: Awaited<ReturnType<typeof ask>>): void {
  expect(answer.httpStatus).toBe(404);
  const shape = notFound[host];
  if (shape instanceof RegExp) expect(answer.body).toMatch(shape);
  else expect(answer.body).toEqual(shape);
}

describe('the transactional API', () => {
  test('answers on its own host, in any case', async () => {
    expect((await token(hosts.api)).httpStatus).toBe(200);
    expect((await token(hosts.api.toUpperCase())).httpStatus).toBe(200);
  });

  test('sends customers to the checkout host', async () => {
    const { body } = await charge();
    expect(new URL(body.data.urlCheckout).origin).toBe(`https://${hosts.checkout}`);
  });

  test.each(['legacy', 'crypto', 'checkout'] as const)(
    'is not on the %s host, in the shape of that host',
    async (host) => {
      expectNotFound(host, await token(hosts[host]));
      expectNotFound(
        host,
        await ask(hosts[host], '/api/transactions', 'GET', { headers: keyHeaders(server.merchant) }),
      );
      // A wrong method does not reveal either that the path exists elsewhere.
      expectNotFound(host, await ask(hosts[host], '/api/auth/token', 'GET'));
    },
  );

  test.each([
    'elsewhere.example',
    'api.pasarela.example:8080',
    'api.pasarela.example.evil.example',
    '127.0.0.1',
  ])('is not on %s', async (host) => expectNotFound('api', await token(host)));
});

describe('the checkout', () => {
  test('answers on its own host and nowhere else', async () => {
    const { body } = await charge();
    const path = `/pay/${body.data.reference}`;
    expect((await ask(hosts.checkout, path)).httpStatus).toBe(200);
    expect((await ask(hosts.checkout, `${path}/state`)).body.status).toBe('open');
    for (const host of ['api', 'legacy', 'crypto'] as const) {
      expectNotFound(host, await ask(hosts[host], path));
      expectNotFound(host, await ask(hosts[host], `${path}/state`));
    }
  });
});

test.each(Object.keys(hosts) as Host[])(
  'what is nowhere is refused on the %s host in its own shape',
  async (host) => {
    // The bare address of the API is a page for people.
    const bare = host === 'api' ? [] : ['/'];
    for (const path of [
      ...bare,
      '/nowhere',
      '/v1/nowhere',
      '/payment/nowhere?x=1',
      '/processor/x?y=1',
      '/%zz',
    ]) {
      expectNotFound(host, await ask(hosts[host], path));
    }
  },
);

test('health answers on every host, for balancers ask by address', async () => {
  for (const host of [...Object.values(hosts), '127.0.0.1']) {
    expect((await ask(host, '/health/live')).httpStatus, host).toBe(200);
    expect((await ask(host, '/health/ready')).httpStatus, host).toBe(200);
  }
  const refused = await ask(hosts.legacy, '/metrics');
  expect(refused).toMatchObject({ httpStatus: 401, body: { status: 'Error', code: 401 } });
});

test('the reference answers on the host of the API alone', async () => {
  for (const path of [
    '/docs',
    '/docs/',
    '/openapi.json',
    '/openapi.yaml',
    '/docs/api',
    '/docs/api/scalar.js',
    '/docs/en/webhooks',
    '/docs/webhooks.md',
  ]) {
    expect((await ask(hosts.api, path)).httpStatus, path).toBe(200);
    for (const host of [hosts.legacy, hosts.crypto, hosts.checkout, '127.0.0.1']) {
      expect((await ask(host, path)).httpStatus, `${host}${path}`).toBe(404);
    }
  }
});

test('the reference names the address of every operation', async () => {
  const { body } = await ask(hosts.api, '/openapi.json');
  const urlOf = (path: string): string => (body.paths[path].servers ?? body.servers)[0].url;
  expect(new URL(urlOf('/api/transactions/charges')).host).toBe(hosts.api);
  expect(new URL(urlOf('/v1/api/authenticate')).host).toBe(hosts.legacy);
  expect(new URL(urlOf('/payment/create')).host).toBe(hosts.crypto);
});

describe('on one host for all', () => {
  let shared: TestServer;

  beforeAll(async () => {
    shared = await startTestServer();
  });
  afterAll(() => shared.stop());

  test('every answer has a request id: the caller’s, or a new one, as the body and the log have it', async () => {
    const paths = [
      ...['/', '/health/live', '/health/ready', '/metrics', '/docs', '/openapi.json', '/dashboard'],
      ...['/nowhere', '/api/balances', '/v1/api/authenticate', '/payment/nowhere', '/pay/nowhere', '/%zz'],
    ];
    for (const [at, path] of paths.entries()) {
      const own = `try-${at}-of-a-shop`;
      const answer = await callRaw(shared, { path, headers: { host: 'x', 'x-request-id': own } });
      expect(answer.headers.get('x-request-id'), path).toBe(own);
      const told = answer.body?.data?.request_id ?? answer.body?.request_id ?? own;
      expect(told, path).toBe(own);
      expect(shared.logs.join('\n'), path).toContain(`"reqId":"${own}"`);
      const other = await callRaw(shared, {
        path,
        headers: { host: 'x', 'x-request-id': '4242424242424242' },
      });
      expect(other.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(shared.logs.join('\n')).not.toContain('4242424242424242');
  });

  test('the log of requests has it also where all went well', async () => {
    const headers = { ...keyHeaders(shared.merchant), 'x-request-id': 'balances-of-today' };
    expect((await call(shared, 'GET', '/api/balances', headers)).httpStatus).toBe(200);
    const noted = await until(
      async () => await shared.sql`SELECT status FROM api_requests WHERE request_id = 'balances-of-today'`,
      (rows) => rows.length > 0,
    );
    expect(noted).toEqual([{ status: 200 }]);
  });

  test.each<[string, Host]>([
    ['/nowhere', 'api'],
    ['/api/nowhere', 'api'],
    ['/v1/api/nowhere', 'legacy'],
    ['/payment/nowhere/at/all', 'crypto'],
    ['/processor/nowhere?x=1', 'crypto'],
    ['/pay/nowhere', 'checkout'],
  ])('%s is refused in the shape of the %s address', async (path, host) => {
    expectNotFound(host, await callRaw(shared, { path }));
  });
});
