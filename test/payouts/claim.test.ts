import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { stopTime } from '../kit/stopped-time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on' });
});
afterAll(() => server.stop());

test('links that lead nowhere are followed so often from one address and no oftener', async () => {
  stopTime();
  const links = Array.from({ length: 60 }, () => `/payout/${randomBytes(32).toString('base64url')}`);
  const answers = await Promise.all(
    links.map((path) => call(server, 'GET', path, { 'accept-language': 'en' })),
  );
  const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
  const missed = answers.filter(({ httpStatus }) => httpStatus === 404);
  expect(missed.length).toBeGreaterThanOrEqual(20);
  expect(missed.length).toBeLessThanOrEqual(40);
  expect(missed.length + refused.length).toBe(60);
  expect(missed[0]?.body).toContain('We cannot find this payment');
  expect(refused[0]?.body).toContain('Too many tries in a row');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
