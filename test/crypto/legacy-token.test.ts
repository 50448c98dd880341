import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callRaw, createCharge, keyHeaders, sampleCharge } from '../kit/client.ts';
import { createOrder, openOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** E3: the token of the legacy address, and the operations it permits. */

const path = '/v1/api/authenticate';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function getLegacyToken(apiKey = server.merchant.apiKey): Promise<string> {
  return (await call(server, 'GET', path, bearer(apiKey))).body.data.token;
}

describe('the legacy token', () => {
  test('is answered with 202 in the legacy shape, and lives an hour', async () => {
    const headers = { ...bearer(server.merchant.apiKey), 'content-type': 'application/json' };
    const { httpStatus, body } = await call(server, 'GET', path, headers);
    expect(httpStatus).toBe(202);
    expect(body).toEqual({
      status: { code: 202, message: 'success', kind: expect.any(String) },
      data: { token: expect.any(String) },
    });
    const livesSeconds = (decodeJwt(body.data.token).exp as number) - Date.now() / 1000;
    expect(livesSeconds).toBeGreaterThan(3500);
    // Rounded up to a whole second: it must not expire earlier than stated.
    expect(livesSeconds).toBeLessThanOrEqual(3601);
  });

  test.each(['wrong', 'pk_sandbox_000000000000_00000000000000000000000000000000', '0123456789'.repeat(30)])(
    'is not given for the unknown key %s: 404, account not found',
    async (key) => {
      const { httpStatus, body } = await call(server, 'GET', path, bearer(key));
      expect(httpStatus).toBe(404);
      expect(body).toEqual({
        status: { code: 404, message: expect.stringMatching(/account not found/i), kind: expect.any(String) },
        data: { message: 'account_not_found' },
      });
    },
  );

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no key behind the scheme', { authorization: 'Bearer ' }],
    ['two keys', { authorization: 'Bearer a b' }],
  ])('is not given for %s: 401', async (_what, headers) => {
    const { httpStatus, body } = await call(server, 'GET', path, headers);
    expect(httpStatus).toBe(401);
    expect(body).toEqual({
      status: { code: 401, message: expect.stringContaining('Authorization'), kind: expect.any(String) },
      data: { message: 'credentials_missing' },
    });
  });

  test('is asked for by GET only: 405, and what is allowed', async () => {
    const { httpStatus, headers, body } = await call(
      server,
      'POST',
      path,
      bearer(server.merchant.apiKey),
      {},
    );
    expect(httpStatus).toBe(405);
    expect(headers.get('allow')).toContain('GET');
    expect(body).toEqual({
      status: { code: 405, message: expect.any(String), kind: 'method_not_allowed' },
      data: { message: 'method_not_allowed' },
    });
  });

  test('has no other paths: 404 in the same shape', async () => {
    const { httpStatus, body } = await call(server, 'GET', '/v1/api/nowhere');
    expect(httpStatus).toBe(404);
    expect(body).toEqual({
      status: { code: 404, message: expect.any(String), kind: 'not_found' },
      data: { message: 'not_found' },
    });
  });

  test('is not given to a disabled merchant: 403', async () => {
    const merchant = await addMerchant(server);
    await server.sql`UPDATE merchants SET enabled = false WHERE id = ${merchant.merchantId}`;
    const { httpStatus, body } = await call(server, 'GET', path, bearer(merchant.apiKey));
    expect(httpStatus).toBe(403);
    expect(body.data).toEqual({ message: 'merchant_disabled' });
  });
});

describe('with the legacy token', () => {
  test('E4, E5 and the reading of the order work', async () => {
    const headers = bearer(await getLegacyToken());
    const created = await call(server, 'POST', '/payment/create', headers, sampleOrder);
    expect(created.httpStatus).toBe(200);
    const { hash } = created.body;
    const body = {
      hash,
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashin',
      merchantId: server.merchant.merchantId,
    };
    const processed = await call(server, 'POST', '/processor', headers, body);
    expect(processed.body).toMatchObject({ status: true, url: expect.stringContaining('/crypto/') });
    const id = processed.body.url.split('/').at(-1);
    expect((await call(server, 'GET', `/payment/${id}`, headers)).body.order).toMatchObject({
      id,
      status: 'open',
    });
  });

  test.each(['/api/transactions', '/api/balances', '/api/payment-methods', '/api/events'])(
    '%s can be read',
    async (readable) => {
      expect((await call(server, 'GET', readable, bearer(await getLegacyToken()))).httpStatus).toBe(200);
    },
  );

  test('no charge can be made: that takes the token of E1', async () => {
    const headers = { ...bearer(await getLegacyToken()), 'x-session-id': crypto.randomUUID() };
    const { httpStatus } = await call(server, 'POST', '/api/transactions/charges', headers, sampleCharge);
    expect(httpStatus).toBe(401);
  });

  test("another merchant's orders and charges are not there", async () => {
    const other = await addMerchant(server);
    const headers = bearer(await getLegacyToken(other.apiKey));
    const id = await openOrder(server);
    expect((await call(server, 'GET', `/payment/${id}`, headers)).httpStatus).toBe(404);
    const hash = (await call(server, 'POST', '/payment/create', keyHeaders(server.merchant), sampleOrder))
      .body.hash;
    expect((await call(server, 'GET', `/payment/${hash}`, headers)).httpStatus).toBe(404);
    const reference = await createCharge(server);
    expect((await call(server, 'GET', `/api/transactions/${reference}`, headers)).httpStatus).toBe(404);
  });

  test('a token of another kind, or with a letter changed, opens nothing', async () => {
    const token = await getLegacyToken();
    const changed = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.slice(-1);
    const { body } = await call(server, 'POST', '/api/auth/token', keyHeaders(server.merchant));
    for (const wrong of [changed, body.data.access_token]) {
      const answer = await call(server, 'POST', '/payment/create', bearer(wrong), sampleOrder);
      expect(answer).toMatchObject({ httpStatus: 401, body: { status: false, error: 'token_invalid' } });
    }
  });
});

test('on an address of its own E3 answers there alone, and its neighbours elsewhere', async () => {
  const port = await unusedPort();
  const url = `http://127.0.0.1:${port}`;
  const apart = await startTestServer({
    PORT: String(port),
    LEGACY_AUTH_URL: 'https://auth.pasarela.example',
  });
  try {
    const ask = (host: string, asked: string) =>
      callRaw({ url }, { path: asked, headers: { host, ...bearer(apart.merchant.apiKey) } });
    expect((await ask('auth.pasarela.example', path)).httpStatus).toBe(202);
    expect((await ask(`127.0.0.1:${port}`, path)).httpStatus).toBe(404);
    const elsewhere = await ask('auth.pasarela.example', `/payment/${await createOrder({ ...apart, url })}`);
    expect(elsewhere).toMatchObject({ httpStatus: 404, body: { status: { code: 404 } } });
  } finally {
    await apart.stop();
  }
});
