import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/kit/postgres.ts';
import { newId } from '../../base/db/ids.ts';
import { connect, type Sql } from '../../base/db/pool.ts';
import { type Acquirer, type AcquirerOptions, startAcquirer } from './start.ts';

const secret = 'acquirer-test-secret';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let acquirer: Acquirer;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url);
  acquirer = await start();
});

afterAll(async () => {
  await acquirer?.close();
  await sql?.end();
  await database?.drop();
});

function start(change: Partial<AcquirerOptions> = {}) {
  return startAcquirer({
    sql,
    secret,
    challengeBaseUrl: () => 'https://pay.example/sandbox/3ds',
    localPageBaseUrl: () => 'https://pay.example/sandbox/pay',
    ...change,
  });
}

async function call(method: string, path: string, body?: unknown, bearer = secret, to = acquirer) {
  const response = await fetch(to.url + path, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: typeof body === 'string' ? body : (JSON.stringify(body) ?? null),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

function card(number: string, change = {}) {
  return {
    number,
    expiry_month: 12,
    expiry_year: 2099,
    security_code: '123',
    holder_name: 'Ana Prueba',
    ...change,
  };
}

function payment(number: string, change = {}) {
  return {
    id: newId(),
    amount_minor: '10000',
    currency: 'COP',
    country: 'COL',
    description: null,
    document: null,
    return_url: 'https://shop.example/return',
    card: card(number),
    ...change,
  };
}

test('a caller without the right bearer token is turned away', async () => {
  const body = payment('4242424242424242');
  expect(await call('POST', '/payments', body, 'wrong')).toEqual({
    status: 401,
    body: { error: 'unauthorized' },
  });
  expect((await call('GET', `/payments/${body.id}`)).status).toBe(404);
});

test.each([
  ['an amount of zero', { amount_minor: '0' }],
  ['a negative amount', { amount_minor: '-1' }],
  ['an amount with decimals', { amount_minor: '1.5' }],
  ['an amount as a JSON number', { amount_minor: 100 }],
  ['a currency that does not exist', { currency: 'ZZZ' }],
  ['a country of two letters', { country: 'CO' }],
  ['a description that PostgreSQL cannot store', { description: 'a\u0000b' }],
  ['no card', { card: undefined }],
  ['a thirteenth month', { card: card('4242424242424242', { expiry_month: 13 }) }],
  ['a return address that runs script', { return_url: 'javascript:alert(1)' }],
  ['a return address without a host', { return_url: 'https://' }],
  ['an id that is a path', { id: '../refunds' }],
])('%s is a fault of the request', async (_name, change) => {
  const answer = await call('POST', '/payments', payment('4242424242424242', change));
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect(JSON.stringify(answer)).not.toContain('4242');
});

test('broken JSON is a fault of the request and is not sent back', async () => {
  const answer = await call('POST', '/payments', '{"card":{"number":"4242424242424242"');
  expect(answer).toEqual({ status: 400, body: { error: 'invalid_request' } });
});

test.each(['4111111111111111', '4242 4242 4242 4242', '', '__proto__'])(
  'the number %j is not a test number: refused, and nothing of it is kept',
  async (number) => {
    const body = payment(number);
    expect(await call('POST', '/payments', body)).toEqual({
      status: 200,
      body: { status: 'refused', reason: 'test_card_required' },
    });
    const rows = await sql`
      SELECT card_brand, card_last4
      FROM sandbox_acquirer.payments
      WHERE id = ${body.id}`;
    expect([...rows]).toEqual([{ card_brand: null, card_last4: null }]);
  },
);

test.each([
  ['4242424242424242', '123', 'visa'],
  ['5555555555554444', '123', 'mastercard'],
  ['2223003122003222', '123', 'mastercard'],
  ['378282246310005', '1234', 'amex'],
  ['36227206271667', '123', 'diners'],
  ['6011111111111117', '123', 'discover'],
])('%s with the code %s is approved as %s', async (number, securityCode, brand) => {
  const body = payment(number, { card: card(number, { security_code: securityCode }) });
  expect(await call('POST', '/payments', body)).toMatchObject({ body: { status: 'approved' } });
  const rows = await sql`SELECT card_brand FROM sandbox_acquirer.payments WHERE id = ${body.id}`;
  expect(rows[0]?.card_brand).toBe(brand);
});

test.each([
  ['378282246310005', '123'],
  ['4242424242424242', '1234'],
  ['4242424242424242', 'abc'],
])('%s with the code %s is refused for its code', async (number, securityCode) => {
  const body = payment(number, { card: card(number, { security_code: securityCode }) });
  expect(await call('POST', '/payments', body)).toMatchObject({
    body: { status: 'refused', reason: 'incorrect_security_code' },
  });
});

test('a card is good through its month and expired after it', async () => {
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const upTo = (date: Date) =>
    card('4242424242424242', { expiry_month: date.getUTCMonth() + 1, expiry_year: date.getUTCFullYear() });
  const good = payment('', { card: upTo(now) });
  const expired = payment('', { card: upTo(lastMonth) });
  expect(await call('POST', '/payments', good)).toMatchObject({ body: { status: 'approved' } });
  expect(await call('POST', '/payments', expired)).toMatchObject({
    body: { status: 'refused', reason: 'expired_card' },
  });
});

test('an id that comes again with another amount or currency is a conflict', async () => {
  const body = payment('4242424242424242');
  await call('POST', '/payments', body);
  const conflict = { status: 409, body: { error: 'id_reused' } };
  expect(await call('POST', '/payments', { ...body, amount_minor: '10001' })).toEqual(conflict);
  expect(await call('POST', '/payments', { ...body, currency: 'USD' })).toEqual(conflict);

  const refund = { id: newId(), payment_id: body.id, amount_minor: '100', currency: 'COP' };
  expect(await call('POST', '/refunds', refund)).toMatchObject({ body: { status: 'refunded' } });
  expect(await call('POST', '/refunds', { ...refund, amount_minor: '101' })).toEqual(conflict);
});

test('a refund in another currency is refused', async () => {
  const body = payment('4242424242424242');
  await call('POST', '/payments', body);
  const refund = { id: newId(), payment_id: body.id, amount_minor: '100', currency: 'USD' };
  expect(await call('POST', '/refunds', refund)).toMatchObject({ body: { reason: 'currency_mismatch' } });
});

test('many acquirers may start at the same instant on an empty database', async () => {
  const empty = await createTestDatabase();
  const pools = Array.from({ length: 4 }, () => connect(empty.url, { max: 2 }));
  const started = await Promise.all(pools.map((pool) => start({ sql: pool })));
  const body = payment('4242424242424242');
  const answers = await Promise.all(started.map((each) => call('POST', '/payments', body, secret, each)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ body: { status: 'approved' } });
  await Promise.all(started.map((each) => each.close()));
  await Promise.all(pools.map((pool) => pool.end()));
  await empty.drop();
});

test('an acquirer that starts again remembers, even the payment whose answer it never gave', async () => {
  const first = await start();
  const body = payment('4000000000000119');
  const unanswered = call('POST', '/payments', body, secret, first).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(async () => (await call('GET', `/payments/${body.id}`)).status).toBe(200);
  // The open connection does not keep it from closing, either.
  await first.close();
  expect(await unanswered).toBe('cut off');
  const second = await start();
  expect(await call('GET', `/payments/${body.id}`, undefined, secret, second)).toMatchObject({
    body: { status: 'approved' },
  });
  await second.close();
});

test('nothing in the acquirer’s tables holds a card number, a code or a name', async () => {
  const numbers = ['4242424242424242', '4000002760003184', '4111111111111111'];
  for (const number of numbers) {
    await call('POST', '/payments', payment(number, { card: card(number, { security_code: '987' }) }));
  }
  const rows = await sql`SELECT to_jsonb(payment)::text AS stored FROM sandbox_acquirer.payments AS payment`;
  const stored = rows.map((row) => row.stored as string).join('\n');
  expect(stored).toContain('"card_last4": "3184"');
  for (const number of numbers) expect(stored).not.toContain(number);
  expect(stored).not.toContain('Ana Prueba');
  expect(stored).not.toContain('"987"');
});
