import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passesLuhn } from '../../src/payments/charges/cards/card-brands.ts';
import { call, createCharge, keyHeaders, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/**
 * Stolen numbers cannot be tested here, and customers who share an address with a tester can still pay (decision 0018).
 */

const perCard = 7;
const perAddress = 5;
const env = {
  RATE_LIMITS: 'on',
  LIMIT_PER_MERCHANT: '100000',
  LIMIT_PER_ADDRESS: '3',
  LIMIT_REFUSALS_PER_CARD: String(perCard),
  LIMIT_REFUSALS_PER_ADDRESS: String(perAddress),
  TRUST_PROXY: 'loopback',
};

let server: TestServer;
/** A second process on the same database. */
let other: TestServer;

beforeAll(async () => {
  server = await startTestServer(env);
  other = await startTestServer({ ...env, DATABASE_URL: server.databaseUrl });
});

afterAll(async () => {
  await other.stop();
  await server.stop();
});

let address = '';
let lastAddress = 0;
beforeEach(() => {
  lastAddress++;
  address = `198.51.100.${lastAddress}`;
});

const goodCard = '4242424242424242';
let lastNumber = 0;

/** A number that is no test card: the sandbox refuses it. */
function stolenCard(): string {
  lastNumber++;
  const digits = `4999${String(lastNumber).padStart(11, '0')}`;
  for (let check = 0; check < 10; check++) {
    if (passesLuhn(`${digits}${check}`)) return `${digits}${check}`;
  }
  throw new Error('unreachable');
}

async function payFrom(from: string, number: string, reference: string, at = server) {
  const response = await fetch(`${at.url}/pay/${reference}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-forwarded-for': from },
    body: new URLSearchParams({ number, expiry: '12/39', code: '123', name: 'Ana Test' }),
  });
  const { status } = (await response.json()) as { status?: string };
  return { httpStatus: response.status, status, retryAfter: Number(response.headers.get('retry-after')) };
}

async function tryCard(number: string, merchant = server.merchant as Parameters<typeof keyHeaders>[0]) {
  return await payFrom(address, number, await createCharge(server, {}, merchant));
}

test('of many tries at once with one card, over two processes, no more than the limit reach the acquirer', async () => {
  const number = stolenCard();
  const references = await Promise.all(Array.from({ length: 60 }, () => createCharge(server)));
  const answers = await Promise.all(
    references.map((reference, i) =>
      payFrom(`192.0.2.${i}`, number, reference, i % 2 === 0 ? server : other),
    ),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(60 - perCard);
  const attempts = await server.sql`SELECT FROM attempts WHERE charge_id = ANY(${references})`;
  expect(attempts).toHaveLength(perCard);
});

test('of many cards at once from one address, no more than the limit reach the acquirer', async () => {
  const references = await Promise.all(Array.from({ length: 40 }, () => createCharge(server)));
  const answers = await Promise.all(
    references.map((reference, i) => payFrom(address, stolenCard(), reference, i % 2 === 0 ? server : other)),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(40 - perAddress);
});

test('at an address of a tester, good cards and other merchants go on, and so does who was refused', async () => {
  expect((await payFrom('203.0.113.1', goodCard, await createCharge(server))).status).toBe('approved');
  const stolen = Array.from({ length: perAddress }, stolenCard);
  for (const number of stolen) expect((await tryCard(number)).httpStatus).toBe(200);
  expect((await tryCard(stolenCard())).httpStatus).toBe(429);
  // A card that has paid before, at any merchant.
  expect((await tryCard(goodCard)).status).toBe('approved');
  // A new card, at a merchant that is not under attack.
  const merchant = await addMerchant(server);
  expect((await tryCard('5555555555554444', merchant)).status).toBe('approved');
  // A customer who mistyped something uses the same card again.
  expect((await tryCard(stolen[0] as string)).httpStatus).toBe(200);
});

test('an address that goes from merchant to merchant is stopped at all of them', async () => {
  for (let i = 0; i < 3; i++) {
    const merchant = await addMerchant(server);
    for (let n = 0; n < perAddress; n++) {
      expect((await tryCard(stolenCard(), merchant)).httpStatus).toBe(200);
    }
  }
  expect((await tryCard(stolenCard(), await addMerchant(server))).httpStatus).toBe(429);
});

test('a card that was charged back is good no more', async () => {
  const number = '4000000000000259';
  const reference = await createCharge(server);
  expect((await payFrom('203.0.113.2', number, reference)).status).toBe('approved');
  await until(
    async () =>
      (await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant))).body.data,
    ({ status }) => status === 'charged_back',
  );
  for (let n = 0; n < perAddress; n++) await tryCard(stolenCard());
  expect((await tryCard(number)).httpStatus).toBe(429);
});

test('who is stopped is told when the oldest try is an hour old', async () => {
  const first = await createCharge(server);
  await payFrom(address, stolenCard(), first);
  for (let n = 1; n < perAddress; n++) await tryCard(stolenCard());
  const before = new Date(Date.now() - 40 * 60_000);
  await server.sql`UPDATE card_tries SET tried_at = ${before} WHERE charge_id = ${first}`;
  const { httpStatus, retryAfter } = await tryCard(stolenCard());
  expect(httpStatus).toBe(429);
  expect(retryAfter).toBeGreaterThan(19 * 60);
  expect(retryAfter).toBeLessThanOrEqual(20 * 60);
});

test('an address of IPv6 is its network of 64 bits', async () => {
  for (let n = 0; n < perAddress; n++) {
    await payFrom(`2001:db8:0:1::${n + 1}`, stolenCard(), await createCharge(server));
  }
  const neighbour = await createCharge(server);
  expect((await payFrom('2001:db8:0:1:ffff::9', stolenCard(), neighbour)).httpStatus).toBe(429);
  expect((await payFrom('2001:db8:0:2::1', stolenCard(), neighbour)).httpStatus).toBe(200);
});

test('refused credentials and orders without any count by network too, and IPv4 by any spelling', async () => {
  await until(
    async () => Date.now() % 10_000,
    (ms) => ms < 6_000,
  );
  const guess = (from: string) =>
    call(server, 'POST', '/api/auth/token', { 'x-forwarded-for': from, 'x-api-key': 'no' });
  for (let n = 0; n < 3; n++) expect((await guess(`2001:db8:0:9::${n}`)).httpStatus).toBe(401);
  expect((await guess('2001:db8:0:9:8::1')).httpStatus).toBe(429);
  const order = (from: string) => call(server, 'POST', '/payment/create', { 'x-forwarded-for': from }, {});
  for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) {
    expect((await order(from)).httpStatus).toBe(422);
  }
  expect((await order('0:0:0:0:0:FFFF:192.0.2.9')).httpStatus).toBe(429);
  const link = (from: string) =>
    call(server, 'GET', `/payout/${'A'.repeat(43)}/state`, { 'x-forwarded-for': from });
  const missed = await until(
    () => link(`2001:db8:0:7::${Math.floor(Math.random() * 60_000).toString(16)}`),
    ({ httpStatus }) => httpStatus !== 404,
  );
  expect(missed.httpStatus).toBe(429);
});
