import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionTokens } from '../../src/accounts/merchants/sessions/session-token.ts';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import type { Secrets } from '../../src/base/ground/secrets.ts';
import {
  type Answer,
  call,
  callRaw,
  getToken,
  holderOf,
  keyHeaders,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { addMerchant, secretsOf } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { rowCounts } from '../kit/stored.ts';

/** E1 and the authentication of E2: interface sections "Access token" and "Authentication". */

let server: TestServer;
let secrets: Secrets;

beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api' });
  secrets = await secretsOf(server);
});

afterAll(() => server.stop());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function refusal(httpStatus: number, error: string) {
  return {
    httpStatus,
    body: { status: 'Error', code: httpStatus, message: expect.any(String), data: { error } },
  };
}

describe('E1', () => {
  test('takes an empty body of any type, as curl and forms send it', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json']) {
      const headers = { ...keyHeaders(server.merchant), 'content-type': type };
      const answer = await fetch(`${server.url}/api/auth/token`, { method: 'POST', headers, body: '' });
      expect(answer.status, type).toBe(200);
    }
  });

  test('answers the envelope with a token, its 60 seconds and the session, and nothing else', async () => {
    const answer = await call(server, 'POST', '/api/auth/token', {
      ...keyHeaders(server.merchant),
      'content-type': 'application/json',
    });
    expect(answer.httpStatus).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      status: 'Success',
      code: 200,
      message: expect.any(String),
      data: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expires_in: 60,
        session_id: expect.stringMatching(uuid),
      },
    });
  });

  test('gives every call a session of its own', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 20 }, async () => (await getToken(server, server.merchant))['x-session-id']),
    );
    expect(new Set(sessions).size).toBe(20);
  });

  test('does not look at a body, and needs none', async () => {
    for (const body of ['', '{}', '{"anything":[1,2]}']) {
      const answer = await call(server, 'POST', '/api/auth/token', keyHeaders(server.merchant), body);
      expect(answer.httpStatus, body).toBe(200);
    }
    const bare = await callRaw(server, {
      method: 'POST',
      path: '/api/auth/token',
      headers: keyHeaders(server.merchant),
    });
    expect(bare.httpStatus).toBe(200);
  });

  test('writes nothing to the database', async () => {
    const before = await rowCounts(server.sql);
    for (let calls = 0; calls < 5; calls++) await getToken(server, server.merchant);
    expect(await rowCounts(server.sql)).toEqual(before);
  });

  test('takes header names in any case, and the merchant id too', async () => {
    const answer = await callRaw(server, {
      method: 'POST',
      path: '/api/auth/token',
      headers: {
        'X-API-KEY': server.merchant.apiKey,
        'x-MERCHANT-id': server.merchant.merchantId.toUpperCase(),
      },
    });
    expect(answer.httpStatus).toBe(200);
  });

  test.each<[string, (own: Record<string, string>) => Record<string, string | string[]>, string]>([
    ['no header at all', () => ({}), 'credentials_missing'],
    ['no key', (own) => ({ 'x-merchant-id': own['x-merchant-id'] ?? '' }), 'credentials_missing'],
    ['no merchant id', (own) => ({ 'x-api-key': own['x-api-key'] ?? '' }), 'credentials_missing'],
    ['an empty key', (own) => ({ ...own, 'x-api-key': '' }), 'credentials_missing'],
    [
      'a key of 10,000 letters',
      (own) => ({ ...own, 'x-api-key': 'k'.repeat(10_000) }),
      'credentials_missing',
    ],
    ['a wrong key', (own) => ({ ...own, 'x-api-key': `${own['x-api-key']}0` }), 'credentials_invalid'],
    [
      'a key with another secret',
      (own) => ({ ...own, 'x-api-key': `${own['x-api-key']?.slice(0, -48)}${'0'.repeat(48)}` }),
      'credentials_invalid',
    ],
    ['an unknown merchant', (own) => ({ ...own, 'x-merchant-id': newId() }), 'credentials_invalid'],
    ['a merchant id that is none', (own) => ({ ...own, 'x-merchant-id': "' OR 1=1" }), 'credentials_invalid'],
    [
      'the key twice',
      (own) => ({ ...own, 'x-api-key': [own['x-api-key'] ?? '', 'other'] }),
      'credentials_invalid',
    ],
    [
      'the merchant id twice',
      (own) => ({ ...own, 'x-merchant-id': [own['x-merchant-id'] ?? '', newId()] }),
      'credentials_invalid',
    ],
  ])('refuses %s with 401', async (_case, change, error) => {
    const answer = await callRaw(server, {
      method: 'POST',
      path: '/api/auth/token',
      headers: change(keyHeaders(server.merchant)),
    });
    expect(answer).toMatchObject(refusal(401, error));
  });

  test("refuses another merchant's key", async () => {
    const other = await addMerchant(server);
    const mixed = { merchantId: server.merchant.merchantId, apiKey: other.apiKey };
    expect(await call(server, 'POST', '/api/auth/token', keyHeaders(mixed))).toMatchObject(
      refusal(401, 'credentials_invalid'),
    );
  });

  test('a wrong key and an unknown merchant read the same, so neither tells which merchants exist', async () => {
    const wrongKey = await call(server, 'POST', '/api/auth/token', {
      ...keyHeaders(server.merchant),
      'x-api-key': 'psk_000000000000_nothing',
    });
    const unknown = await call(server, 'POST', '/api/auth/token', {
      'x-api-key': 'psk_000000000000_nothing',
      'x-merchant-id': newId(),
    });
    for (const answer of [wrongKey, unknown]) delete answer.body.data.request_id;
    expect(wrongKey.body).toEqual(unknown.body);
  });
});

describe('the token in E2', () => {
  async function charge(headers: Record<string, string | string[]>): Promise<Answer> {
    return await callRaw(server, {
      method: 'POST',
      path: '/api/transactions/charges',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sampleCharge),
    });
  }
  const issue = (at: Date) => createSessionTokens(secrets.tokenKeys).issue(holderOf(server.merchant), at);
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

  test('works until its 60 seconds are over', async () => {
    const { accessToken, sessionId } = issue(secondsAgo(50));
    const answer = await charge({ authorization: `Bearer ${accessToken}`, 'x-session-id': sessionId });
    expect(answer.httpStatus).toBe(200);
  });

  test('is refused after them, by a code of its own', async () => {
    // Lifetimes are in whole seconds, rounded up: after 62 seconds the token has expired in any case.
    const { accessToken, sessionId } = issue(secondsAgo(62));
    const answer = await charge({ authorization: `Bearer ${accessToken}`, 'x-session-id': sessionId });
    expect(answer).toMatchObject(refusal(401, 'token_expired'));
    expect(answer.body.message).toContain('60 seconds');
  });

  test('is taken with any case of header name, scheme and session id', async () => {
    const token = await getToken(server, server.merchant);
    const answer = await charge({
      AUTHORIZATION: token.authorization.replace('Bearer', 'bearer'),
      'X-SESSION-ID': token['x-session-id'].toUpperCase(),
    });
    expect(answer.httpStatus).toBe(200);
    expect(answer.body.data.reference).toBe(token['x-session-id']);
  });

  test.each<
    [string, (own: { authorization: string; 'x-session-id': string }) => Promise<object> | object, string]
  >([
    ['no token', (own) => ({ 'x-session-id': own['x-session-id'] }), 'token_missing'],
    [
      'a token without its scheme',
      (own) => ({ ...own, authorization: own.authorization.slice(7) }),
      'token_missing',
    ],
    ['basic credentials', (own) => ({ ...own, authorization: 'Basic YTpi' }), 'token_missing'],
    ['an empty bearer', (own) => ({ ...own, authorization: 'Bearer ' }), 'token_missing'],
    [
      'two tokens in one header',
      (own) => ({ ...own, authorization: `${own.authorization} x` }),
      'token_missing',
    ],
    [
      'the API key as token',
      (own) => ({ ...own, authorization: `Bearer ${server.merchant.apiKey}` }),
      'token_invalid',
    ],
    ['a word as token', (own) => ({ ...own, authorization: 'Bearer nonsense' }), 'token_invalid'],
    ['no session', (own) => ({ authorization: own.authorization }), 'credentials_missing'],
    ['an empty session', (own) => ({ ...own, 'x-session-id': '' }), 'credentials_missing'],
    ['a made-up session', (own) => ({ ...own, 'x-session-id': newId() }), 'session_mismatch'],
    [
      'the session twice',
      (own) => ({ ...own, 'x-session-id': [own['x-session-id'], own['x-session-id']] }),
      'session_mismatch',
    ],
    [
      'the session of another token of the same merchant',
      async (own) => ({ ...own, 'x-session-id': (await getToken(server, server.merchant))['x-session-id'] }),
      'session_mismatch',
    ],
    [
      'the session of another merchant',
      async (own) => ({
        ...own,
        'x-session-id': (await getToken(server, await addMerchant(server)))['x-session-id'],
      }),
      'session_mismatch',
    ],
    [
      "another merchant's token with this session",
      async (own) => ({
        ...own,
        authorization: (await getToken(server, await addMerchant(server))).authorization,
      }),
      'session_mismatch',
    ],
  ])('refuses %s with 401', async (_case, change, error) => {
    const headers = await change(await getToken(server, server.merchant));
    expect(await charge(headers as Record<string, string>)).toMatchObject(refusal(401, error));
  });

  /** A token of ours with one change, signed again. */
  async function forge(change: {
    alg?: string;
    key?: Buffer;
    claims?: { aud?: string; sub?: string; sid?: string };
  }): Promise<Answer> {
    const { authorization } = await getToken(server, server.merchant);
    const claims = { ...decodeJwt<{ sid: string }>(authorization.slice('Bearer '.length)), ...change.claims };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: 'JWT' })
      .sign(change.key ?? (secrets.tokenKeys[0] as Buffer));
    return await charge({ authorization: `Bearer ${token}`, 'x-session-id': claims.sid });
  }

  test('is known by its signature: one that we could have made is accepted', async () => {
    expect((await forge({ claims: { sid: newId() } })).httpStatus).toBe(200);
  });

  test.each<[string, Parameters<typeof forge>[0]]>([
    ['signed with another key', { key: Buffer.alloc(32, 7) }],
    ['signed with another algorithm', { alg: 'HS512', key: Buffer.alloc(64, 7) }],
    ['made for another purpose', { claims: { aud: 'pasarela:legacy' } }],
    ['of a merchant that is none', { claims: { sub: 'admin' } }],
    ['of a merchant that never was', { claims: { sub: newId() } }],
    ['whose session is no id', { claims: { sid: 'not-an-id' } }],
  ])('is refused when %s', async (_case, change) => {
    expect(await forge(change)).toMatchObject(refusal(401, 'token_invalid'));
  });

  test('is refused unsigned, tampered with, or cut short', async () => {
    const { accessToken, sessionId } = issue(new Date());
    const [head = '', claims = '', signature = ''] = accessToken.split('.');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const longer = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 };
    const stretched = Buffer.from(JSON.stringify(longer)).toString('base64url');
    for (const token of [
      `${unsigned}.${claims}.`,
      `${unsigned}.${claims}.${signature}`,
      `${head}.${stretched}.${signature}`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${head}.${claims}.${signature.slice(0, -2)}`,
      '..',
    ]) {
      const answer = await charge({ authorization: `Bearer ${token}`, 'x-session-id': sessionId });
      expect(answer, token).toMatchObject(refusal(401, 'token_invalid'));
    }
    expect(await server.sql`SELECT FROM charges WHERE id = ${sessionId}`).toHaveLength(0);
  });

  test('stops working the moment its merchant is disabled', async () => {
    const other = await addMerchant(server);
    const token = await getToken(server, other);
    await updateMerchant(server.sql, other.merchantId, { enabled: false });
    await until(
      () => call(server, 'POST', '/api/auth/token', keyHeaders(other)),
      ({ httpStatus }) => httpStatus === 403,
    );
    expect(await charge(token)).toMatchObject(refusal(403, 'merchant_disabled'));
  });
});
