import { afterAll, beforeAll, expect, test } from 'vitest';
import { totalPayments } from '../../src/commerce/payment-list/list-payments.ts';
import { createCharge, pay } from '../kit/client.ts';
import { aHeldOrder, timeOf } from '../kit/crypto/held-orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The totals above the lists. */

let server: TestServer;
let viewer: Visitor;
let at: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  const { merchantId } = server.merchant;
  at = { 'x-merchant-id': merchantId };
  viewer = await signedIn(server, { merchantId, role: 'viewer' });
  const paid = await createCharge(server, { amount: 10.1, order_number: 'A-1' });
  await pay(server, paid, '4242424242424242');
  await createCharge(server, { amount: 20.2, order_number: 'A-2' });
  await createCharge(server, { amount: 5000, currency: 'COP', country: 'COL' });
  await aHeldOrder(server.sql, merchantId, { heldUntil: timeOf(9_000n) });
});
afterAll(() => server.stop());

const total = async (list: string, query = '') => {
  const { httpStatus, body } = await viewer.ask('GET', `/dashboard/api/${list}/total${query}`, undefined, at);
  expect(httpStatus, JSON.stringify(body)).toBe(200);
  return body.data;
};

test('payments are summed up by currency, orders in crypto among them, and what was paid is told apart', async () => {
  const { totals, is_more } = await total('payments');
  expect(is_more).toBe(false);
  const usd = totals.find(({ currency }: { currency: string }) => currency === 'USD');
  expect(usd).toMatchObject({ count: 3, paid: '10.10' });
  const listed = (await viewer.ask('GET', '/dashboard/api/payments', undefined, at)).body.data.payments;
  const cents = listed
    .filter(({ currency }: { currency: string }) => currency === 'USD')
    .reduce((sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100), 0);
  expect(Math.round(Number(usd.amount) * 100)).toBe(cents);
});

test('a filter applies to the total as to the list', async () => {
  expect((await total('payments', '?search=A-2')).totals).toEqual([
    { currency: 'USD', count: 1, amount: '20.20', paid: '0.00' },
  ]);
  expect((await total('payments', '?state=paid&method=CARDS')).totals).toEqual([
    { currency: 'USD', count: 1, amount: '10.10', paid: '10.10' },
  ]);
  expect((await total('payments', '?search=nothing')).totals).toEqual([]);
  expect(await total('payouts')).toEqual({ totals: [], is_more: false });
});

test('of more than ten thousand the newest are summed up, and it is said', async () => {
  const { merchantId } = await addMerchant(server);
  await server.sql`
    INSERT INTO charges (
      merchant_id, id, method, country, currency, amount_minor, request_hash, created_at, expires_at)
    SELECT ${merchantId}, gen_random_uuid(), 'CARDS', 'COL', 'USD', 100, '', now(), now()
      FROM generate_series(1, 10010) AS n`;
  const all = { search: null, state: null, method: null, refusal: null, from: null, to: null };
  expect(await totalPayments(server.sql, merchantId, all)).toEqual({
    totals: [{ currency: 'USD', count: 10_000, amountMinor: 1_000_000n, paidMinor: 0n }],
    isMore: true,
  });
});
