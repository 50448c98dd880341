import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  call,
  callRaw,
  createCharge,
  getToken,
  keyHeaders,
  readTransaction,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { secretsOf } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { everythingStored } from '../kit/stored.ts';

/** Simulates a day of use, then searches everything the service wrote for data that it must never write. */

/** Every published test number, and one that could belong to a real person. */
const numbers = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000000000000069',
  '4000000000000127',
  '4000002760003184',
  '4000000000000119',
  '4000000000000259',
  '4111111111111111',
];
/** Has no other meaning here, so that a search for it finds nothing else. */
const securityCode = '739';

let server: TestServer;
const shown: string[] = [];
const tokens: string[] = [];

async function submit(reference: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/pay/${reference}`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ number: '', expiry: '12/39', code: securityCode, name: 'Ana Test', ...form }),
  });
  shown.push(await response.text());
  return response;
}

const asScript = { accept: 'application/json' };

async function payBy(number: string, change: object = {}): Promise<string> {
  const reference = await createCharge(server, change);
  await submit(reference, { number }, asScript);
  return reference;
}

async function answerChallenge(reference: string, decision: 'approve' | 'fail'): Promise<void> {
  const { body } = await call(server, 'GET', `/pay/${reference}/state`);
  await fetch(body.forwardTo, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  await call(server, 'GET', `/pay/${reference}/return`);
}

/** Forms that are refused, with the card number in the wrong fields. */
async function misuseForms(): Promise<void> {
  const [number = ''] = numbers;
  const grouped = '4242 4242 4242 4242';
  const reference = await createCharge(server, { email: undefined });
  for (const form of [
    { number: `${number}1` },
    { number: number.slice(0, 12) },
    { number: grouped, expiry: '01/20' },
    { number, code: '7' },
    { number, name: number },
    { number, name: grouped, email: `${number}@customer.example`, document: number },
    { number: '', name: number, expiry: number, code: number },
  ]) {
    for (const headers of [{}, asScript]) {
      const response = await submit(reference, form, headers);
      expect(response.status, JSON.stringify(form)).toBe(422);
    }
  }
  await call(server, 'GET', `/pay/${reference}?number=${number}&code=${securityCode}`);
  await callRaw(server, {
    method: 'POST',
    path: `/pay/${reference}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, code: securityCode }),
  });
}

/** Requests with credentials in the right and in the wrong places. */
async function useCredentials(): Promise<void> {
  const token = await getToken(server, server.merchant);
  tokens.push(token.authorization.slice('Bearer '.length));
  await call(server, 'POST', '/api/transactions/charges', token, sampleCharge);
  await call(
    server,
    'POST',
    '/api/transactions/charges',
    { ...token, 'x-session-id': 'wrong' },
    sampleCharge,
  );
  await call(
    server,
    'GET',
    `/api/transactions?access_token=${tokens[0]}&api_key=${server.merchant.apiKey}`,
    token,
  );
  await call(server, 'GET', '/nowhere', {
    ...keyHeaders(server.merchant),
    cookie: `key=${server.merchant.apiKey}`,
  });
  await call(server, 'POST', '/api/auth/token', { ...keyHeaders(server.merchant), 'x-merchant-id': 'wrong' });
}

/** A payment during which the database fails. */
async function failWhilePaying(): Promise<void> {
  const reference = await createCharge(server);
  await server.sql`ALTER TABLE attempts RENAME COLUMN card_brand TO mislaid`;
  try {
    for (const headers of [{}, asScript]) {
      expect((await submit(reference, { number: numbers[0] ?? '' }, headers)).status).toBe(500);
    }
  } finally {
    await server.sql`ALTER TABLE attempts RENAME COLUMN mislaid TO card_brand`;
  }
}

beforeAll(async () => {
  server = await startTestServer();
  const slow = payBy('4000000000000119');
  const disputed = await payBy('4000000000000259');
  for (const number of numbers) if (number !== '4000000000000119') await payBy(number);
  for (const decision of ['approve', 'fail'] as const) {
    await answerChallenge(await payBy('4000002760003184'), decision);
  }
  const refunded = await payBy('4242424242424242', { currency: 'COP', country: 'COL' });
  await call(server, 'POST', `/api/transactions/${refunded}/refunds`, keyHeaders(server.merchant));
  await misuseForms();
  await useCredentials();
  await failWhilePaying();
  for (const [reference, status] of [
    [disputed, 'charged_back'],
    [await slow, 'approved'],
  ] as const) {
    await until(
      () => readTransaction(server, reference),
      ({ body }) => body.data.status === status,
    );
  }
});

afterAll(() => server.stop());

/** Each secret that must not be found, by name. */
async function secretsInUse(): Promise<Map<string, RegExp>> {
  const { apiKey, webhookSecret } = server.merchant;
  const derived = await secretsOf(server);
  const literals: Record<string, string> = {
    'the API key': apiKey,
    'the secret half of the API key': apiKey.slice(-48),
    'the webhook secret': webhookSecret.replace('whsec_', ''),
    'the metrics token': server.metricsToken,
    "the acquirer's secret": derived.derive('sandbox-acquirer', 24).toString('hex'),
    'the access token': tokens[0] ?? '',
    "the access token's signature": tokens[0]?.split('.')[2] ?? '',
  };
  const patterns = new Map(
    Object.entries(literals).map(([name, literal]) => [
      name,
      new RegExp(literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')),
    ]),
  );
  for (const number of numbers) {
    // With any grouping of the digits.
    patterns.set(`the card ${number}`, new RegExp([...number].join('[ .-]?')));
    patterns.set(
      `the card ${number} in base64`,
      new RegExp(Buffer.from(number).toString('base64').slice(0, 20)),
    );
  }
  // Only as a separate word: inside an id, a time or an amount these digits are no secret.
  patterns.set('the security code', new RegExp(`(?<![\\w.:+-])"?${securityCode}(?![\\w.])`));
  return patterns;
}

function findSecrets(secrets: Map<string, RegExp>, text: string): string[] {
  return [...secrets].filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

describe('after every kind of payment, refused forms and failures', () => {
  test('the search finds what is there', async () => {
    const secrets = await secretsInUse();
    for (const planted of [
      '{"number":"4242424242424242"}',
      'card 4000 0027 6000 3184',
      `{"code":"${securityCode}"}`,
      `(1,${securityCode},x)`,
      `x-api-key: ${server.merchant.apiKey}`,
      `Bearer ${tokens[0]}`,
    ]) {
      expect(findSecrets(secrets, planted), planted).not.toEqual([]);
    }
  });

  test('no log line holds a card, a security code or a credential', async () => {
    const secrets = await secretsInUse();
    expect(server.logs.length).toBeGreaterThan(50);
    expect(server.logs.flatMap((line) => findSecrets(secrets, line).map((name) => ({ name, line })))).toEqual(
      [],
    );
  });

  test('no table holds one', async () => {
    const secrets = await secretsInUse();
    const stored = await everythingStored(server.sql);
    expect(stored.get('public.attempts')).toContain('424242');
    expect(stored.get('sandbox_acquirer.payments')).toContain('4242');
    for (const [table, text] of stored) {
      expect(findSecrets(secrets, text), table).toEqual([]);
    }
  });

  test('no page and no answer to the page’s script gives one back', async () => {
    const secrets = await secretsInUse();
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.flatMap((page) => findSecrets(secrets, page))).toEqual([]);
  });

  test('of a card only brand, first six and last four are kept and shown', async () => {
    const reference = await payBy('4242424242424242');
    const { body } = await readTransaction(server, reference);
    expect(body.data.attempts[0].card).toEqual({ brand: 'visa', first6: '424242', last4: '4242' });
  });

  test('the log has one line for each request, with method, path, status and time, and no query', () => {
    const requests = server.logs.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
    expect(requests.length).toBeGreaterThan(30);
    for (const line of requests) {
      expect(line).toMatchObject({
        reqId: expect.any(String),
        method: expect.stringMatching(/^[A-Z]+$/),
        path: expect.stringMatching(/^\/[^?]*$/),
        status: expect.any(Number),
        ms: expect.any(Number),
      });
    }
    expect(new Set(requests.map((line) => line.reqId)).size).toBe(requests.length);
    const refused = requests.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThan(0);
    for (const line of refused) {
      expect(line).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/), address: '127.0.0.1' });
    }
  });
});

describe('/metrics', () => {
  const read = (headers: Record<string, string>) => call(server, 'GET', '/metrics', headers);

  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer wrong' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('tells nothing to %s', async (_case, headers) => {
    expect(await read(headers)).toMatchObject({
      httpStatus: 401,
      body: { status: 'Error', data: { error: 'credentials_invalid' } },
    });
  });

  test('has a series for every route, by its pattern, and holds no id and no secret', async () => {
    const reference = await payBy('4242424242424242');
    await readTransaction(server, reference);
    const answer = await read({ authorization: `Bearer ${server.metricsToken}` });
    expect(answer.httpStatus).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const series of [
      'pasarela_http_request_duration_seconds_count{method="POST",route="/api/auth/token",status="200"}',
      'pasarela_http_request_duration_seconds_count{method="POST",route="/api/transactions/charges",status="200"}',
      'pasarela_http_request_duration_seconds_count{method="GET",route="/api/transactions/:reference",status="200"}',
      'pasarela_http_request_duration_seconds_count{method="POST",route="/pay/:id",status="200"}',
      'pasarela_http_request_duration_seconds_bucket{le="0.1"',
      '# TYPE pasarela_job_failures_total counter',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(answer.body).toContain(series);
    }
    expect(answer.body).not.toContain(reference);
    expect(
      findSecrets(await secretsInUse(), answer.body).filter((name) => name !== 'the security code'),
    ).toEqual([]);
  });
});

test('what was seen of a request is told to who has the token, and no header of a stranger changes it', async () => {
  const forged = { 'x-forwarded-for': '198.51.100.77', 'x-forwarded-proto': 'https' };
  expect((await call(server, 'GET', '/health/seen', forged)).httpStatus).toBe(401);
  const shown = { ...forged, authorization: `Bearer ${server.metricsToken}` };
  expect((await call(server, 'GET', '/health/seen', shown)).body).toEqual({
    address: '127.0.0.1',
    protocol: 'http',
    host: new URL(server.url).host,
  });
});

test('a clock that is wrong is said by readiness, and no charge ends by it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { httpStatus, body } = await call(server, 'GET', '/health/ready');
  expect(httpStatus).toBe(503);
  expect(JSON.stringify(body)).toMatch(/clock of .* 6\d\d s ahead of the database/);
  const id = await createCharge(server);
  const [row] = await server.sql<{ seconds: number }[]>`
    SELECT abs(extract(epoch FROM created_at - now()))::int AS seconds FROM charges WHERE id = ${id}`;
  expect(row?.seconds).toBeLessThan(60);
  vi.useRealTimers();
  expect((await call(server, 'GET', '/health/ready')).httpStatus).toBe(200);
});
