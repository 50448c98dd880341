import { afterAll, beforeAll, expect, test } from 'vitest';
import { newIdOf } from '../../src/base/db/ids.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import {
  chargesByCustomer,
  chargesByEmail,
  chargesByOrderNumber,
  newestCharges,
  newestOrders,
  newestPaymentLinks,
  newestPayouts,
  ordersByEmail,
  ordersByOwnId,
  payoutsByEmail,
  payoutsByOwnId,
} from '../../src/surfaces/lookup/search/search-store.ts';
import { plain, readSearchText } from '../../src/surfaces/lookup/search/search-text.ts';
import { createCharge, pay } from '../kit/client.ts';
import { aHeldOrder, timeOf } from '../kit/crypto/held-orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The dashboard's search over everything of a merchant. */

let server: TestServer;
let at: Record<string, string>;
let finance: Visitor;
const charges: Record<string, string> = {};
let orderId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { merchantId } = server.merchant;
  at = { 'x-merchant-id': merchantId };
  finance = await signedIn(server, { merchantId, role: 'finance' });
  charges.pottery = await createCharge(server, {
    order_number: 'TALLER-77',
    customer_id: 'cliente_9',
    email: 'Ana.Perez@customer.example',
    description: 'Clase de cerámica',
    amount: 1234.5,
  });
  charges.percent = await createCharge(server, { order_number: '100%_x', description: 'other' });
  await pay(server, charges.pottery, '4242424242424242');
  ({ orderId } = await aHeldOrder(server.sql, merchantId, { heldUntil: timeOf(9_000n) }));
  await finance.ask(
    'POST',
    '/api/payment-links',
    {
      kind: 'invoice',
      title: 'Diseño de un logo',
      number: 'F-2026-001',
      country: 'COL',
      currency: 'USD',
      methods: ['CARDS'],
      customer_name: 'Belén Ñáñez',
      customer_email: 'belen@customer.example',
      due_on: '2099-01-31',
      lines: [{ text: 'Hours', quantity: '2', price: '35.00' }],
    },
    at,
  );
});
afterAll(() => server.stop());

const find = async (text: string, who = finance) => {
  const { httpStatus, body } = await who.ask(
    'GET',
    `/dashboard/api/search?text=${encodeURIComponent(text)}`,
    undefined,
    at,
  );
  expect(httpStatus, JSON.stringify(body)).toBe(200);
  return body.data;
};
const paymentsOf = async (text: string): Promise<string[]> =>
  (await find(text)).payments.map(({ id }: { id: string }) => id);

test.each([
  'TALLER-77',
  'TALLER',
  'taller-7',
  'ana.perez@',
  'ANA.P',
  'cliente',
  '1.234,50',
  '1,234.50',
  'US$ 1234.5',
  '4242',
  'cerámica',
  'CERAM',
  'clase de cer',
])('"%s" finds the payment', async (text) => {
  expect(await paymentsOf(text)).toContain(charges.pottery);
});

test('what only contains the text in the middle of a name or word is not found', async () => {
  for (const text of ['ALLER', 'perez@', 'rámica', '234,50', '1234.51', 'zz']) {
    expect(await paymentsOf(text), text).not.toContain(charges.pottery);
  }
});

test('signs of a pattern stand for themselves', async () => {
  expect(await paymentsOf('100%')).toEqual([charges.percent]);
  expect(await paymentsOf('%%')).toEqual([]);
  expect(await paymentsOf('__')).toEqual([]);
});

test('an order in crypto without a charge is found by its own id', async () => {
  expect(await paymentsOf(orderId)).toEqual([orderId]);
});

test('invoices are found by number, customer, title and amount', async () => {
  for (const text of ['F-2026', 'belen', 'Nanez', 'diseno', '70', '70,00', 'belen@cust']) {
    const { links } = await find(text);
    expect(
      links.map(({ number }: { number: string }) => number),
      text,
    ).toEqual(['F-2026-001']);
  }
});

test('another merchant’s people find nothing of it, and each role only what it may read', async () => {
  const other = await addMerchant(server);
  const stranger = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
  const there = await stranger.ask('GET', '/dashboard/api/search?text=TALLER', undefined, {
    'x-merchant-id': other.merchantId,
  });
  expect(there.body.data).toMatchObject({ payments: [], payouts: [], links: [] });
  expect((await stranger.ask('GET', '/dashboard/api/search?text=TALLER', undefined, at)).httpStatus).toBe(
    404,
  );
});

test('a text may be several amounts, and words are compared without case and accents', () => {
  expect(readSearchText(' 1.234 ')).toMatchObject({ text: '1.234', amounts: ['1234', '1.234'] });
  expect(readSearchText('R$ 10,5').amounts).toEqual(['10.5']);
  expect(readSearchText('A-77').amounts).toEqual([]);
  expect(plain('CERÁMICA Ñandú çé')).toBe('ceramica nandu ce');
});

// On Citus the coordinator's plan names no index: each worker makes its own plan.
test.skipIf(process.env.CITUS_URL)('with many rows no search reads a whole table', async () => {
  const { sql } = server;
  const rows = Number(process.env.SEARCH_ROWS ?? 20_000);
  const merchantId = newIdOf(server.merchant.merchantId);
  await sql`
    INSERT INTO charges (
      merchant_id, id, method, country, currency, amount_minor, description, customer_id, email, order_number,
      request_hash, created_at, expires_at)
    SELECT ${merchantId}, gen_random_uuid(), 'CARDS', 'COL', 'USD', 1000 + n, 'Clase ' || n, 'c-' || n,
           'Customer' || n || '@mail.example', 'A-' || n, '', now(), now()
      FROM generate_series(1, ${rows}) AS n`;
  await sql`ANALYZE charges`;
  const searches: Record<string, (db: Sql) => Promise<unknown>> = {
    number: (db) => chargesByOrderNumber(db, merchantId, 'A-1'),
    customer: (db) => chargesByCustomer(db, merchantId, 'c-1'),
    email: (db) => chargesByEmail(db, merchantId, 'customer1'),
    words: (db) => newestCharges(db, merchantId, { words: 'nothing', amounts: ['1.05'] }),
    orders: (db) => ordersByOwnId(db, merchantId, 'A'),
    orderMails: (db) => ordersByEmail(db, merchantId, 'a'),
    orderWords: (db) => newestOrders(db, merchantId, { words: 'a', amounts: [] }),
    payouts: (db) => payoutsByOwnId(db, merchantId, 'A'),
    payoutMails: (db) => payoutsByEmail(db, merchantId, 'a'),
    payoutWords: (db) => newestPayouts(db, merchantId, { words: 'a', amounts: [] }),
    links: (db) => newestPaymentLinks(db, merchantId, { words: 'a', amounts: [] }),
  };
  for (const [name, search] of Object.entries(searches)) {
    const plan = await explained(sql, search);
    if (process.env.SEARCH_ROWS)
      console.log(
        name,
        plan.filter((line) => /Execution|Index|Seq/.test(line)),
      );
    // Empty tables are cheapest read whole; what matters is that charges, of which there are many, are not.
    expect(plan.join('\n'), name).not.toContain('Seq Scan on charges');
    if (/number|customer|email/.test(name))
      expect(plan.join('\n')).toMatch(/Index (Only )?Scan using charges_by_\w+_text/);
    expect(plan.join('\n'), name).toMatch(/Limit/);
  }
});

/** The plan of the one statement that a search sends. */
async function explained(sql: Sql, search: (db: Sql) => Promise<unknown>): Promise<string[]> {
  let plan: string[] = [];
  const explaining = new Proxy(sql, {
    apply(_, __, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      if (!/^\s*SELECT/.test(strings[0] ?? '')) return sql(strings, ...(values as never[]));
      const parts = Object.assign([`EXPLAIN (ANALYZE) ${strings[0]}`, ...strings.slice(1)], {
        raw: [`EXPLAIN (ANALYZE) ${strings[0]}`, ...strings.slice(1)],
      });
      return sql<{ 'QUERY PLAN': string }[]>(
        parts as unknown as TemplateStringsArray,
        ...(values as never[]),
      ).then((rows) => {
        plan = rows.map((row) => row['QUERY PLAN']);
        return [];
      });
    },
  });
  await search(explaining);
  return plan;
}
