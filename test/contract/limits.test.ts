import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, getToken, keyHeaders, sampleCharge, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { stopTime } from '../kit/stopped-time.ts';

/** Decision 19: limits per merchant and per address, reported in the error. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMITS: 'on',
    LIMIT_PER_MERCHANT: '5',
    LIMIT_PER_ADDRESS: '4',
  });
});

afterAll(() => server.stop());

beforeEach(stopTime);

/** Calls until the rate limit refuses one; returns the number of calls before it, and the refusal. */
async function exhaust(ask: () => ReturnType<typeof call>, expected: number) {
  let before = 0;
  const refused = await until(ask, ({ httpStatus }) => {
    if (httpStatus === expected) before++;
    return httpStatus === 429;
  });
  return { before, refused };
}

test('a merchant past the limit is told it, and when to come back; another merchant is not touched', async () => {
  const [merchant, other] = [await addMerchant(server), await addMerchant(server)];
  const { before, refused } = await exhaust(
    () => call(server, 'POST', '/api/auth/token', keyHeaders(merchant)),
    200,
  );
  expect(before).toBe(5);
  expect(refused.body).toMatchObject({ status: 'Error', code: 429, data: { error: 'rate_limited' } });
  expect(refused.body.message).toContain('the limit is 5 in 10 seconds');
  const retryAfter = Number(refused.headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(10);
  expect((await call(server, 'GET', '/api/balances', keyHeaders(other))).httpStatus).toBe(200);
  // The limit counts every request of the merchant, with any credentials.
  expect((await call(server, 'GET', '/api/balances', keyHeaders(merchant))).httpStatus).toBe(429);
});

test('a charge past the limit is refused and not made', async () => {
  const merchant = await addMerchant(server);
  const token = await getToken(server, merchant);
  await exhaust(() => call(server, 'GET', '/api/balances', keyHeaders(merchant)), 200);
  const refused = await call(server, 'POST', '/api/transactions/charges', token, sampleCharge);
  expect(refused.httpStatus).toBe(429);
  expect(await server.sql`SELECT FROM charges WHERE id = ${token['x-session-id']}`).toHaveLength(0);
});

test("a merchant's own limit goes before the installation's", async () => {
  const merchant = await addMerchant(server, { requestsPerTenSeconds: 2 });
  const { refused } = await exhaust(() => call(server, 'GET', '/api/balances', keyHeaders(merchant)), 200);
  expect(refused.body.message).toContain('the limit is 2 in 10 seconds');
});

test('an address that keeps showing wrong credentials is slowed down, whoever it claims to be', async () => {
  const merchant = await addMerchant(server);
  const guess = () =>
    call(server, 'POST', '/api/auth/token', { ...keyHeaders(merchant), 'x-api-key': 'psk_guess' });
  const { before, refused } = await exhaust(guess, 401);
  expect(before).toBe(4);
  expect(refused.body.message).toContain('the limit is 4 in 10 seconds');
  // The right key still works: guessing does not lock out a neighbour behind the same address.
  expect((await call(server, 'POST', '/api/auth/token', keyHeaders(merchant))).httpStatus).toBe(200);
});
