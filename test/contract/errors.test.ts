import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionTokens } from '../../src/accounts/merchants/sessions/session-token.ts';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import type { ErrorCode } from '../../src/base/ground/errors.ts';
import { statusOf } from '../../src/base/http/status.ts';
import {
  type Answer,
  call,
  callRaw,
  createCharge,
  getToken,
  holderOf,
  keyHeaders,
  pay,
  readTransaction,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { addKey, addMerchant, secretsOf } from '../kit/merchants.ts';
import { visitor } from '../kit/people.ts';
import { createTestDatabase, type TestDatabase } from '../kit/postgres.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { paidLate } from '../kit/unexpected.ts';
import { openWire, type Wire } from '../kit/wire.ts';

/** Decision 6: every error has one shape, a stable code and the matching status. */

let database: TestDatabase;
let wire: Wire;
let server: TestServer;
/** A direct connection to the database; the server's goes through the wire. */
let sql: Sql;
/** Payments that the acquirer lets time out, in the background of the other tests. */
const unfinished: Promise<unknown>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.url);
  server = await startTestServer({ DATABASE_URL: wire.url, RATE_LIMITS: 'on' });
  sql = connect(database.url, { max: 2 });
});

afterAll(async () => {
  await Promise.allSettled(unfinished);
  await sql.end();
  await server.stop();
  await wire.close();
  await database.drop();
});

const charges = '/api/transactions/charges';

async function charge(change: object = {}): Promise<Answer> {
  return await call(server, 'POST', charges, await getToken(server, server.merchant), {
    ...sampleCharge,
    ...change,
  });
}

async function sendRaw(contentType: string, body: string | Buffer): Promise<Answer> {
  const headers = { ...(await getToken(server, server.merchant)), 'content-type': contentType };
  return await callRaw(server, { method: 'POST', path: charges, headers, body });
}

const act = (reference: string, verb: string, body?: object, more: Record<string, string> = {}) =>
  call(
    server,
    'POST',
    `/api/transactions/${reference}/${verb}`,
    { ...keyHeaders(server.merchant), ...more },
    body,
  );

async function paidCharge(): Promise<string> {
  const reference = await createCharge(server);
  await pay(server, reference, '4242424242424242');
  return reference;
}

/** The codes of the transactional flow; tests elsewhere cover those of notifications and crypto orders. */
type ChargeErrorCode = Exclude<
  ErrorCode,
  // Codes of input that never becomes a request: src/base/http/server.test.ts.
  | 'bad_request'
  | 'request_timeout'
  | 'headers_too_large'
  | 'webhook_url_missing'
  // Codes of messages from card processors, and of payouts: test/payouts.
  | 'invalid_signature'
  | 'signature_missing'
  | 'approver_too_new'
  | 'account_not_found'
  // Codes of the sign-in: test/dashboard.
  | `sign_in_${string}`
  | 'permission_missing'
  | 'second_factor_missing'
  | 'proof_required'
  | 'foreign_origin'
  | 'sweep_not_cancelable'
  | 'link_not_open'
  | 'link_changed'
  | 'evidence_not_open'
  | 'receipt_missing'
  | 'settlement_decided'
  | 'destination_waits'
  | 'merchant_in_the_red'
  | 'rate_unavailable'
  | 'insufficient_balance'
  | `replay_${string}`
  | `order_${string}`
  | `payout_${string}`
  | `payouts_${string}`
>;

/** One way to provoke each code. A new code does not compile without one. */
const provocations: Readonly<Record<ChargeErrorCode, () => Promise<Answer>>> = {
  invalid_json: () => sendRaw('application/json', '{"flow": "PAYIN",'),
  credentials_missing: () => call(server, 'POST', '/api/auth/token'),
  credentials_invalid: () =>
    call(server, 'POST', '/api/auth/token', { ...keyHeaders(server.merchant), 'x-api-key': 'wrong' }),
  token_missing: () => call(server, 'POST', charges, {}, sampleCharge),
  token_invalid: () => call(server, 'POST', charges, { authorization: 'Bearer a.b.c' }, sampleCharge),
  async token_expired() {
    const { tokenKeys } = await secretsOf({ sql });
    const longAgo = new Date(Date.now() - 120_000);
    const { accessToken } = createSessionTokens(tokenKeys).issue(holderOf(server.merchant), longAgo);
    return await call(server, 'POST', charges, { authorization: `Bearer ${accessToken}` }, sampleCharge);
  },
  async session_mismatch() {
    const { authorization } = await getToken(server, server.merchant);
    const headers = { authorization, 'x-session-id': 'another' };
    return await call(server, 'POST', charges, headers, sampleCharge);
  },
  async charge_not_authorized() {
    const reference = await createCharge(server);
    return await call(server, 'POST', `/api/transactions/${reference}/capture`, keyHeaders(server.merchant));
  },
  async payment_not_resolvable() {
    const { reference, payment } = await paidLate(server);
    await act(reference, 'resolve', { payment, decision: 'accept' });
    return await act(reference, 'resolve', { payment, decision: 'return' });
  },
  async scope_missing() {
    const { merchantId } = server.merchant;
    const key = await addKey({ sql }, merchantId, { scopes: ['charges:read'] });
    return await call(server, 'GET', '/api/balances', keyHeaders(key));
  },
  async source_not_allowed() {
    const { merchantId } = server.merchant;
    const key = await addKey({ sql }, merchantId, { bounds: { sources: ['203.0.113.0/24'] } });
    return await call(server, 'POST', '/api/auth/token', keyHeaders(key));
  },
  async merchant_disabled() {
    const merchant = await addMerchant({ sql });
    await updateMerchant(sql, merchant.merchantId, { enabled: false });
    return await call(server, 'POST', '/api/auth/token', keyHeaders(merchant));
  },
  async method_not_available() {
    const merchant = await addMerchant({ sql }, { methods: [] });
    return await call(server, 'POST', charges, await getToken(server, merchant), sampleCharge);
  },
  not_found: () => readTransaction(server, '01890000-0000-7000-8000-000000000000'),
  method_not_allowed: () => call(server, 'GET', '/api/auth/token'),
  async session_already_used() {
    const token = await getToken(server, server.merchant);
    await call(server, 'POST', charges, token, sampleCharge);
    return await call(server, 'POST', charges, token, { ...sampleCharge, amount: 99 });
  },
  async idempotency_key_reused() {
    const key = { 'idempotency-key': 'provoked' };
    await act(await paidCharge(), 'refunds', { amount: 1 }, key);
    return await act(await paidCharge(), 'refunds', { amount: 1 }, key);
  },
  charge_not_cancelable: async () => act(await paidCharge(), 'cancel'),
  charge_not_refundable: async () => act(await createCharge(server), 'refunds'),
  async charge_in_progress() {
    const reference = await createCharge(server);
    unfinished.push(pay(server, reference, '4000000000000119'));
    await until(
      () => readTransaction(server, reference),
      ({ body }) => body.data.attempts.length === 1,
    );
    return await act(reference, 'cancel');
  },
  body_too_large: () =>
    sendRaw('application/json', JSON.stringify({ ...sampleCharge, extra: 'x'.repeat(70_000) })),
  unsupported_media_type: () => sendRaw('text/plain', JSON.stringify(sampleCharge)),
  validation_failed: () => charge({ amount: -1 }),
  async rate_limited() {
    const merchant = await addMerchant({ sql }, { requestsPerTenSeconds: 2 });
    return await until(
      () => call(server, 'POST', '/api/auth/token', keyHeaders(merchant)),
      ({ httpStatus }) => httpStatus !== 200,
    );
  },
  async service_unavailable() {
    const reference = await createCharge(server);
    await wire.cut();
    try {
      return await readTransaction(server, reference);
    } finally {
      await wire.mend();
      await until(
        () => call(server, 'GET', '/health/ready'),
        ({ httpStatus }) => httpStatus === 200,
      );
    }
  },
  async internal_error() {
    await sql`ALTER TABLE ledger_balances RENAME TO mislaid`;
    try {
      return await call(server, 'GET', '/api/balances', keyHeaders(server.merchant));
    } finally {
      await sql`ALTER TABLE mislaid RENAME TO ledger_balances`;
    }
  },
};

describe('every error', () => {
  test.each(Object.keys(provocations) as ChargeErrorCode[])(
    '%s has its status, the shape of an error, and an id that stands in the log',
    async (code) => {
      const answer = await provocations[code]();
      expect(answer.httpStatus).toBe(statusOf[code]);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('www-authenticate')).toEqual(
        statusOf[code] === 401 ? expect.stringMatching(/Bearer realm="pasarela"/) : null,
      );
      expect(answer.body).toEqual({
        status: 'Error',
        code: statusOf[code],
        message: expect.stringMatching(/^\S.{10,}$/),
        data: {
          error: code,
          ...(code === 'validation_failed' && {
            fields: [{ field: 'amount', message: expect.any(String) }],
          }),
          request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      });
      const requestId = answer.body.data.request_id;
      await until(
        async () => server.logs.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line)),
        (lines) => lines.some((line) => line.status === statusOf[code] && line.msg === 'request'),
      );
    },
  );

  test('a failure of ours shows nothing of its cause, which stands in the log under its id', async () => {
    const { body } = await provocations.internal_error();
    expect(JSON.stringify(body)).not.toMatch(/ledger_balances|relation|SELECT|\.ts/);
    const line = server.logs.find((entry) => entry.includes(body.data.request_id) && entry.includes('"err"'));
    expect(JSON.parse(line ?? '{}').err.message).toContain('ledger_balances');
  });

  test('429 and 503 say when to come back; the limit is told', async () => {
    const limited = await provocations.rate_limited();
    expect(limited.body.message).toContain('2 in 10 seconds');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    const away = await provocations.service_unavailable();
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});

test('a token is kept by no cache', async () => {
  const { headers } = await call(server, 'POST', '/api/auth/token', keyHeaders(server.merchant));
  expect(headers.get('cache-control')).toBe('no-store');
});

/** All methods that Node.js parses, except those without an answer to check. */
const rareMethods = METHODS.filter((method) => !['POST', 'HEAD', 'CONNECT'].includes(method));

describe('405', () => {
  test.each([
    ['/api/auth/token', 'POST', rareMethods],
    ['/api/transactions/charges', 'POST', ['GET', 'DELETE']],
    ['/api/transactions', 'GET, HEAD', ['POST', 'PUT', 'DELETE']],
    ['/api/transactions/01890000-0000-7000-8000-000000000000', 'GET, HEAD', ['POST', 'PATCH']],
    ['/api/transactions/01890000-0000-7000-8000-000000000000/cancel', 'POST', ['GET']],
    ['/api/transactions/01890000-0000-7000-8000-000000000000/refunds', 'POST', ['GET']],
    ['/api/payment-methods', 'GET, HEAD', ['POST']],
    ['/api/balances', 'GET, HEAD', ['DELETE']],
  ])('%s answers %s and names them to the rest', async (path, allow, others) => {
    for (const method of others) {
      const answer = await callRaw(server, { method, path, headers: keyHeaders(server.merchant) });
      expect(answer.httpStatus, method).toBe(405);
      expect(answer.headers.get('allow'), method).toBe(allow);
      expect(answer.body.data.error, method).toBe('method_not_allowed');
    }
  });
});

test('a rare method is as lost as any other where there is nothing', async () => {
  for (const method of ['QUERY', 'TRACE', 'PROPFIND', 'SEARCH', 'POST']) {
    for (const path of ['/nothing', '/api/unknown']) {
      expect((await callRaw(server, { method, path })).httpStatus, method).toBe(404);
    }
  }
});

describe('404', () => {
  test.each([
    '/nothing',
    '/api',
    '/api/',
    '/api/unknown',
    '/api/auth/token/',
    '/API/auth/token',
    '/api/%zz',
    '/api/transactions/%00',
    '/api/transactions/%ff',
    '/api/transactions/..%2f..%2fetc',
    `/api/transactions/${'a'.repeat(101)}`,
    '/constructor',
    '/__proto__',
    '/docs/constructor',
    '/docs/es/__proto__',
  ])('%s is nothing, in the shape of the interface', async (path) => {
    const answer = await callRaw(server, { path, headers: keyHeaders(server.merchant) });
    expect(answer).toMatchObject({
      httpStatus: 404,
      body: { status: 'Error', code: 404, data: { error: 'not_found', request_id: expect.any(String) } },
    });
  });

  test('a reference that cannot be one is as unknown as any other', async () => {
    for (const reference of ['1', 'null', "' OR 1=1 --", 'ñ', '{}']) {
      expect(await readTransaction(server, encodeURIComponent(reference)), reference).toMatchObject({
        httpStatus: 404,
        body: { data: { error: 'not_found' } },
      });
    }
  });
});

describe('415', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16le',
    'nonsense',
  ])('a charge sent as %s is refused', async (contentType) => {
    expect(await sendRaw(contentType, JSON.stringify(sampleCharge))).toMatchObject({
      httpStatus: 415,
      body: { data: { error: 'unsupported_media_type' } },
    });
  });

  test('a charge without a content type is refused', async () => {
    const headers = await getToken(server, server.merchant);
    const body = JSON.stringify(sampleCharge);
    expect(await callRaw(server, { method: 'POST', path: charges, headers, body })).toMatchObject({
      httpStatus: 415,
    });
  });

  test.each(['gzip', 'br', 'deflate', 'identity, gzip', ''])(
    'a charge encoded with "%s" is refused',
    async (encoding) => {
      const headers = {
        ...(await getToken(server, server.merchant)),
        'content-type': 'application/json',
        'content-encoding': encoding,
      };
      const body = JSON.stringify(sampleCharge);
      expect(await callRaw(server, { method: 'POST', path: charges, headers, body })).toMatchObject({
        httpStatus: 415,
        body: {
          message: expect.stringContaining('Content-Encoding'),
          data: { error: 'unsupported_media_type' },
        },
      });
    },
  );

  test('a charge encoded with "identity" is as it is', async () => {
    const headers = { ...(await getToken(server, server.merchant)), 'content-encoding': 'Identity' };
    expect((await call(server, 'POST', charges, headers, sampleCharge)).httpStatus).toBe(200);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])('%s is JSON', async (contentType) => {
    expect((await sendRaw(contentType, JSON.stringify(sampleCharge))).httpStatus).toBe(200);
  });
});

test('an oversized body that does not tell its length is cut off all the same', async () => {
  const headers = {
    ...(await getToken(server, server.merchant)),
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const body = JSON.stringify({ ...sampleCharge, extra: 'x'.repeat(200_000) });
  expect(await callRaw(server, { method: 'POST', path: charges, headers, body })).toMatchObject({
    httpStatus: 413,
    body: { data: { error: 'body_too_large' } },
  });
});

// Citus does not support triggers.
test.skipIf(process.env.CITUS_URL).each([
  ['53100', 'a full disk'],
  ['53200', 'memory that is used up'],
  ['58030', 'a disk that fails'],
  ['25006', 'a database that has become read-only'],
])('%s, %s, means try again, and no error of ours', async (code) => {
  const token = await getToken(server, server.merchant);
  await sql.unsafe(`
    CREATE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER refuse_writes BEFORE INSERT ON charges FOR EACH ROW EXECUTE FUNCTION refuse_writes()`);
  try {
    const answer = await call(server, 'POST', charges, token, sampleCharge);
    expect(answer).toMatchObject({ httpStatus: 503, body: { data: { error: 'service_unavailable' } } });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    // The sign-in library has its own errors.
    await sql`CREATE TRIGGER refuse_writes BEFORE INSERT ON person_sessions FOR EACH ROW EXECUTE FUNCTION refuse_writes()`;
    const { email, password } = server.person;
    expect(await visitor(server).signIn(email, password)).toMatchObject({ httpStatus: 503 });
  } finally {
    await sql`DROP FUNCTION refuse_writes() CASCADE`;
  }
});

test('while the database is away each request says so, and once it is back all goes on without a restart', async () => {
  const before = await createCharge(server);
  const token = await getToken(server, server.merchant);
  await wire.cut();
  const charging = await call(server, 'POST', charges, token, sampleCharge);
  const answers = await Promise.all([
    readTransaction(server, before),
    call(server, 'GET', '/api/transactions', keyHeaders(server.merchant)),
    call(server, 'POST', `/api/transactions/${before}/cancel`, keyHeaders(server.merchant)),
    call(server, 'GET', '/health/ready'),
  ]);
  // On Citus only the coordinator is down: operations that need only the merchant's worker may succeed.
  if (!process.env.CITUS_URL || charging.httpStatus !== 200) answers.push(charging);
  for (const answer of answers) {
    expect(answer).toMatchObject({ httpStatus: 503, body: { data: { error: 'service_unavailable' } } });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect((await call(server, 'GET', '/health/live')).httpStatus).toBe(200);
  await wire.mend();
  const again = await until(
    () => call(server, 'POST', charges, token, sampleCharge),
    ({ httpStatus }) => httpStatus === 200,
  );
  expect(again.body.data.reference).toBe(token['x-session-id']);
  expect((await readTransaction(server, before)).body.data.status).toBe('open');
});
