import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, keyHeaders, postCharge, sampleCharge } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** An installation without a card processor creates no charge that cannot be paid. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ CARD_PROCESSOR: 'none' });
});

afterAll(() => server.stop());

test('CARDS is not among the payment methods', async () => {
  const { body } = await call(server, 'GET', '/api/payment-methods', keyHeaders(server.merchant));
  expect(body.data).toEqual([]);
});

test('a charge by card is refused, and none is made', async () => {
  expect(await postCharge(server, server.merchant, sampleCharge)).toMatchObject({
    httpStatus: 403,
    body: { data: { error: 'method_not_available' } },
  });
  expect(await server.sql`SELECT FROM charges`).toHaveLength(0);
});
