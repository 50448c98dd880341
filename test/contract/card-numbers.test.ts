import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, postCharge, sampleCharge, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { rowCounts } from '../kit/stored.ts';

/** No card number appears in a merchant's texts or in the log. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ ROLES: 'api' });
});

afterAll(() => server.stop());

const number = '4242 4242 4242 4242';
const digits = '4242424242424242';

describe('a charge', () => {
  test.each([
    ['description', { description: `card ${number}` }],
    ['customer_id', { customer_id: digits }],
    ['order_number', { order_number: '4242-4242-4242-4242' }],
    ['email', { email: `${digits}@customer.example` }],
    ['metadata.note', { metadata: { note: `card ${digits}` } }],
    ['metadata', { metadata: { [number]: 'card' } }],
  ])('with a card number in its %s is refused, and the number not repeated', async (field, change) => {
    const before = await rowCounts(server.sql);
    const { httpStatus, body } = await postCharge(server, server.merchant, { ...sampleCharge, ...change });
    expect(httpStatus).toBe(422);
    expect(body.data.fields).toEqual([{ field, message: expect.stringContaining('card number') }]);
    expect(JSON.stringify(body)).not.toMatch(/4242.?4242/);
    expect(await rowCounts(server.sql)).toEqual(before);
  });

  test('hears of it with all its other faults', async () => {
    const change = { description: number, customer_id: digits, amount: -1, country: 'ZZZ' };
    const { body } = await postCharge(server, server.merchant, { ...sampleCharge, ...change });
    const fields = body.data.fields.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['amount', 'country', 'customer_id', 'description']);
  });

  test('with other long numbers is made', async () => {
    const change = {
      order_number: '1763239800123456',
      customer_id: '356938035643809',
      description: '+57 300 123 4567',
    };
    expect((await postCharge(server, server.merchant, { ...sampleCharge, ...change })).httpStatus).toBe(200);
  });
});

test('an order with a card number in a text is refused at E4 and at E5', async () => {
  const order = { country: 'COL', origin: 'api', amount: '25.50', email: 'ana@customer.example' };
  const refused = await call(server, 'POST', '/payment/create', {}, { ...order, merchantIdCustom: digits });
  expect(refused).toMatchObject({ httpStatus: 422, body: { fields: [{ field: 'merchantIdCustom' }] } });
  const { body } = await call(server, 'POST', '/payment/create', {}, order);
  const processed = await call(
    server,
    'POST',
    '/processor',
    {},
    {
      hash: body.hash,
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashin',
      merchantId: server.merchant.merchantId,
      description: `card ${number}`,
    },
  );
  expect(processed).toMatchObject({ httpStatus: 422, body: { fields: [{ field: 'description' }] } });
});

test('an address with a card number leaves none in the log', async () => {
  const lines = () =>
    server.logs.filter((line) => line.includes('[number]') || line.includes('"path":"/search"'));
  for (const path of [
    `/api/transactions/${digits}`,
    `/pay/${encodeURIComponent(number)}`,
    `/search?q=${digits}`,
  ]) {
    await call(server, 'GET', path);
  }
  await until(
    async () => lines().length,
    (count) => count === 3,
  );
  expect(server.logs.join('\n')).not.toMatch(/4242.{0,3}4242/);
});
