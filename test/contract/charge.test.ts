import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, getToken, keyHeaders, pay, postCharge, readTransaction, sampleCharge } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** E2, and decisions 1, 2, 3, 7 and 8 of the design: the fields of a charge and its answers. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const create = (change: object) => postCharge(server, server.merchant, { ...sampleCharge, ...change });

const required = {
  flow: 'PAYIN',
  method_code: 'CARDS',
  method_category: 'CARD',
  country: 'COL',
  currency: 'COP',
  amount: 25_000,
};

describe('the answer of E2', () => {
  test('is the envelope with exactly urlCheckout, amount, currency and reference', async () => {
    const token = await getToken(server, server.merchant);
    const answer = await call(server, 'POST', '/api/transactions/charges', token, {
      ...required,
      amount: 25_000.5,
      description: 'Two coffees & a ñandú + 100% 🙂',
      customer_id: 'customer/1?a=b',
      notification_url: 'https://shop.example/hook?kind=pay&x=1',
      return_url: 'https://shop.example/thanks#done',
    });
    expect(answer.httpStatus).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
    expect(answer.body).toEqual({
      status: 'Success',
      code: 200,
      message: expect.any(String),
      data: {
        urlCheckout: expect.any(String),
        amount: 25_000.5,
        currency: 'COP',
        reference: token['x-session-id'],
      },
    });
    const url = new URL(answer.body.data.urlCheckout);
    expect(url.origin + url.pathname).toBe(`${server.url}/pay/${answer.body.data.reference}`);
    expect([...url.searchParams]).toEqual([
      ['amount', '25000.5'],
      ['currency', 'COP'],
      ['customer_id', 'customer/1?a=b'],
      ['description', 'Two coffees & a ñandú + 100% 🙂'],
      ['return_url', 'https://shop.example/thanks#done'],
      ['notification_url', 'https://shop.example/hook?kind=pay&x=1'],
    ]);
    // Percent-encoded throughout: a parser that reads + as a plus sign gets the same value.
    expect(url.search).not.toContain('+');
  });

  test('names a page that trusts the stored charge only, whatever its query says', async () => {
    const { body } = await create({ amount: 10.5, return_url: 'https://shop.example/thanks' });
    const url = new URL(body.data.urlCheckout);
    url.searchParams.set('amount', '0.01');
    url.searchParams.set('description', 'edited-by-hand');
    url.searchParams.set('return_url', 'https://evil.example/');
    const page = await (await fetch(url, { headers: { 'accept-language': 'en' } })).text();
    expect(page).toContain('10.50');
    expect(page).toContain('Two coffees');
    expect(page).not.toMatch(/edited-by-hand|evil\.example|0\.01/);
  });

  test('carries the reference that notifications carry as transactionId', async () => {
    const { body } = await create({});
    await pay(server, body.data.reference, '4242424242424242');
    const [event] = await server.sql<{ body: string }[]>`
      SELECT body
        FROM events
       WHERE subject_id = ${body.data.reference}`;
    expect(JSON.parse(event?.body ?? '{}').transactionId).toBe(body.data.reference);
  });
});

describe('the fields of a charge', () => {
  test('six are required, and each missing one is named', async () => {
    const { httpStatus, body } = await postCharge(server, server.merchant, {});
    expect(httpStatus).toBe(422);
    expect(body.data.error).toBe('validation_failed');
    expect(body.data.fields).toEqual(
      Object.keys(required).map((field) => ({ field, message: 'is required' })),
    );
  });

  test('the six are enough', async () => {
    const { httpStatus, body } = await postCharge(server, server.merchant, required);
    expect(httpStatus).toBe(200);
    const query = new URL(body.data.urlCheckout).searchParams;
    for (const absent of ['customer_id', 'description', 'return_url', 'notification_url']) {
      expect(query.get(absent), absent).toBe('');
    }
    expect((await readTransaction(server, body.data.reference)).body.data).toMatchObject({
      status: 'open',
      method_code: 'CARDS',
      country: 'COL',
      amount: 25_000,
      amount_exact: '25000.00',
      currency: 'COP',
      description: null,
      customer_id: null,
      order_number: null,
      email: null,
      metadata: null,
      attempts: [],
      refunds: [],
    });
  });

  test('unknown ones are ignored', async () => {
    const { httpStatus } = await create({
      colour: 'green',
      nested: { a: [1, { b: null }] },
      utm_campaign: -1,
    });
    expect(httpStatus).toBe(200);
  });

  test('unknown ones that speak of money, capture or cards are refused, on E2, E4 and E5 alike', async () => {
    const asked = { capture_method: 'manual', save_card: true, three_ds: 'required', installments: 3 };
    const charge = await postCharge(server, server.merchant, { ...sampleCharge, ...asked });
    expect(charge.httpStatus).toBe(422);
    const names = (fields: { field: string }[]): string[] => fields.map(({ field }) => field);
    expect(names(charge.body.data.fields)).toEqual(Object.keys(asked));
    for (const path of ['/payment/create', '/processor']) {
      const { httpStatus, body } = await call(server, 'POST', path, {}, asked);
      expect(httpStatus, path).toBe(422);
      expect(names(body.fields), path).toEqual(expect.arrayContaining(Object.keys(asked)));
    }
  });

  test('a statement descriptor is taken for cards, or refused with the reason', async () => {
    const asked = async (statement_descriptor: unknown, change: object = {}) => {
      const { httpStatus, body } = await create({ statement_descriptor, ...change });
      return httpStatus === 200 ? 'taken' : body.data.fields;
    };
    expect(await asked('MERCADO LUZ')).toBe('taken');
    const field = 'statement_descriptor';
    expect(await asked('LUZ*2')).toEqual([
      { field, message: expect.stringMatching(/^may have Latin letters without accents/) },
    ]);
    expect(await asked('12345')).toEqual([{ field, message: 'must have at least one letter' }]);
    expect(await asked('L'.repeat(23))).toEqual([{ field, message: 'must have 2 to 22 characters' }]);
    expect(await asked(7)).toMatchObject([{ field }]);
    const crypto = { method_code: 'USDT', method_category: 'CRYPTO', currency: 'USD' };
    expect(await asked('MERCADO LUZ', crypto)).toEqual([{ field, message: 'is for CARDS only' }]);
  });

  test('the extensions are kept and come back', async () => {
    const extensions = {
      order_number: 'A-17',
      statement_descriptor: 'LUZ A-17',
      email: 'ana@customer.example',
      metadata: { cart: '42', campaña: 'verano ☀', '': 'empty key' },
    };
    const { body } = await create({ ...extensions, language: 'pt' });
    expect((await readTransaction(server, body.data.reference)).body.data).toMatchObject(extensions);
    const page = await (await fetch(body.data.urlCheckout)).text();
    expect(page).toMatch(/<html[^>]* lang="pt/);
  });

  test('every fault is told at once, by field, and nothing is created', async () => {
    const token = await getToken(server, server.merchant);
    const { httpStatus, body } = await call(server, 'POST', '/api/transactions/charges', token, {
      flow: 'PAYOUT',
      method_code: 'CASH',
      method_category: 7,
      country: 'ZZZ',
      currency: 'usd',
      amount: 'ten',
      description: 'd'.repeat(501),
      customer_id: null,
      notification_url: 'http://10.0.0.1/hook',
      return_url: 'javascript:alert(1)',
      order_number: ['A'],
      email: 'not an address',
      metadata: { a: 1 },
      language: 'xx',
    });
    expect(httpStatus).toBe(422);
    expect(body.data.fields.map((fault: { field: string }) => fault.field).sort()).toEqual([
      'amount',
      'country',
      'currency',
      'customer_id',
      'description',
      'email',
      'flow',
      'language',
      'metadata.a',
      'method_category',
      'method_code',
      'notification_url',
      'order_number',
      'return_url',
    ]);
    for (const { field, message } of body.data.fields) expect(message, field).toMatch(/\w{3}/);
    // A refused request does not use up the session: the corrected one is accepted.
    const mended = await call(server, 'POST', '/api/transactions/charges', token, required);
    expect(mended.httpStatus).toBe(200);
  });
});

describe('the method of a charge', () => {
  test.each([
    [{ method_code: 'CASH' }, 'method_code'],
    [{ method_code: 'cards' }, 'method_code'],
    [{ method_category: 'CRYPTO' }, 'method_category'],
    [{ flow: 'PAYOUT' }, 'flow'],
    [{ flow: 'payin' }, 'flow'],
  ])('%j is refused by a clear fault', async (change, field) => {
    const { httpStatus, body } = await create(change);
    expect(httpStatus).toBe(422);
    expect(body.data.fields).toEqual([{ field, message: expect.stringMatching(/^must be /) }]);
  });

  test('is available per merchant, country and currency; another is refused and listed nowhere', async () => {
    const merchant = await addMerchant(server, {
      methods: [
        {
          methodCode: 'CARDS',
          countries: ['CHL', 'PER'],
          currencies: ['CLP', 'PEN'],
          bounds: { CLP: { min: '500', max: '2000000' } },
        },
      ],
    });
    const charge = (change: object) => postCharge(server, merchant, { ...required, ...change });
    expect((await charge({ country: 'CHL', currency: 'CLP', amount: 500 })).httpStatus).toBe(200);
    for (const elsewhere of [
      { country: 'COL', currency: 'CLP', amount: 500 },
      { country: 'CHL', currency: 'USD', amount: 5 },
    ]) {
      const answer = await charge(elsewhere);
      expect(answer).toMatchObject({ httpStatus: 403, body: { data: { error: 'method_not_available' } } });
      expect(answer.body.message).toContain('/api/payment-methods');
    }
    const listed = await call(server, 'GET', '/api/payment-methods', keyHeaders(merchant));
    expect(listed.body.data).toEqual([
      {
        method_code: 'CARDS',
        method_category: 'CARD',
        way: 'card',
        payable_hours: null,
        countries: ['CHL', 'PER'],
        currencies: ['CLP', 'PEN'],
        bounds: { CLP: { min: '500', max: '2000000' }, PEN: { min: '0.01', max: '1000000.00' } },
      },
    ]);
    for (const [amount, limit] of [
      [499, '500'],
      [2_000_001, '2000000'],
    ] as const) {
      const { httpStatus, body } = await charge({ country: 'CHL', currency: 'CLP', amount });
      expect(httpStatus).toBe(422);
      expect(body.data.fields).toEqual([{ field: 'amount', message: expect.stringContaining(limit) }]);
    }
  });
});

describe('the amount of a charge', () => {
  test.each([
    ['CLP', '1500', 1500n],
    ['CLP', '1500.00', 1500n],
    ['PYG', '1e5', 100_000n],
    ['JPY', '1', 1n],
    ['COP', '25000.5', 2_500_050n],
    ['USD', '0.01', 1n],
    ['USD', '0.29', 29n],
    ['USD', '1.005e1', 1005n],
    ['USD', '10.500', 1050n],
    ['USD', '999999.99', 99_999_999n],
    ['USD', '1000000', 100_000_000n],
    ['KWD', '0.001', 1n],
    ['KWD', '1.234', 1234n],
    // As text, for clients whose numbers are not exact.
    ['USD', '"10.50"', 1050n],
    ['CLP', '"1500"', 1500n],
  ])('%s %s is exactly %s minor units', async (currency, written, amountMinor) => {
    const body = JSON.stringify({ ...sampleCharge, currency, amount: 0 }).replace(
      '"amount":0',
      `"amount":${written}`,
    );
    const answer = await postCharge(server, server.merchant, body);
    expect(answer.httpStatus).toBe(200);
    expect(answer.body.data).toMatchObject({ amount: Number(written.replaceAll('"', '')), currency });
    const [row] = await server.sql<{ amountMinor: bigint }[]>`
      SELECT amount_minor AS "amountMinor"
        FROM charges
       WHERE id = ${answer.body.data.reference}`;
    expect(row?.amountMinor).toBe(amountMinor);
  });

  test.each([
    ['CLP', '1500.5'],
    ['JPY', '0.1'],
    ['USD', '10.001'],
    ['USD', '0.001'],
    ['KWD', '1.2345'],
    ['USD', '1000000.01'],
    ['USD', '0'],
    ['USD', '-0'],
    ['USD', '0.00'],
    ['USD', '-1'],
    ['USD', '0.1234567'],
    ['USD', '0.30000000000000004'],
    ['USD', '1e-7'],
    ['USD', '1e21'],
    ['USD', '1e400'],
    ['USD', '9007199254740993'],
    ['USD', '1.0000000000000000001'],
    ['USD', '"10.505"'],
    ['USD', '"10.50 "'],
    ['USD', '"1e2"'],
    ['USD', '"-1"'],
    ['USD', '"0"'],
    ['USD', '""'],
    ['CLP', '"10.5"'],
    ['USD', 'null'],
    ['USD', 'true'],
    ['USD', '[10]'],
    ['USD', '{}'],
  ])('%s %s is refused, by the field amount alone', async (currency, written) => {
    const body = JSON.stringify({ ...sampleCharge, currency, amount: 0 }).replace(
      '"amount":0',
      `"amount":${written}`,
    );
    const answer = await postCharge(server, server.merchant, body);
    expect(answer).toMatchObject({ httpStatus: 422, body: { data: { error: 'validation_failed' } } });
    expect(answer.body.data.fields.map((fault: { field: string }) => fault.field)).toEqual(['amount']);
  });
});
