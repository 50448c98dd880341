import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, getToken, pay, sampleCharge } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Decision 5: a session makes at most one charge, however often and however fast it is asked to. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

type Token = Awaited<ReturnType<typeof getToken>>;

const send = (token: Token, body: unknown): Promise<Answer> =>
  call(server, 'POST', '/api/transactions/charges', token, body);

async function chargesOf(token: Token): Promise<number> {
  return (await server.sql`SELECT FROM charges WHERE id = ${token['x-session-id']}`).length;
}

const full = {
  ...sampleCharge,
  notification_url: 'https://shop.example/hook',
  return_url: 'https://shop.example/thanks',
  order_number: 'A-17',
  metadata: { b: '2', a: '1' },
  language: 'es',
};

describe('the same charge in the same session', () => {
  test('answers the same charge again, and says so in a header', async () => {
    const token = await getToken(server, server.merchant);
    const first = await send(token, full);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    for (let repeats = 0; repeats < 3; repeats++) {
      const again = await send(token, full);
      expect(again.httpStatus).toBe(200);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
    expect(await chargesOf(token)).toBe(1);
  });

  test('is the same in another order of fields, with unknown fields, and with the amount written otherwise', async () => {
    const token = await getToken(server, server.merchant);
    const first = await send(token, full);
    const reversed = Object.fromEntries(Object.entries(full).reverse());
    const spellings = [
      { ...reversed, metadata: { a: '1', b: '2' } },
      { ...full, utm_source: 'mail', nested: { deep: [1] } },
      JSON.stringify(full).replace('"amount":10.5', '"amount":10.50'),
      JSON.stringify(full).replace('"amount":10.5', '"amount":1.05e1'),
      JSON.stringify(full, null, 4),
    ];
    for (const body of spellings) {
      const again = await send(token, body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
  });

  test('answers the same after it was paid', async () => {
    const token = await getToken(server, server.merchant);
    const first = await send(token, full);
    await pay(server, first.body.data.reference, '4242424242424242');
    const again = await send(token, full);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});

describe('another charge in the same session', () => {
  test.each<[string, object]>([
    ['amount', { amount: 10.51 }],
    ['currency', { currency: 'EUR' }],
    ['country', { country: 'ESP' }],
    ['description', { description: 'Three coffees' }],
    ['customer', { customer_id: 'customer-2' }],
    ['notification address', { notification_url: 'https://shop.example/other' }],
    ['return address', { return_url: undefined }],
    ['order number', { order_number: '' }],
    ['e-mail address', { email: 'eva@customer.example' }],
    ['metadata', { metadata: { a: '1', b: '3' } }],
    ['language', { language: 'en' }],
  ])('with another %s is refused, and the first stays as it was', async (_field, change) => {
    const token = await getToken(server, server.merchant);
    const first = await send(token, full);
    const other = await send(token, { ...full, ...change });
    expect(other).toMatchObject({ httpStatus: 409, body: { data: { error: 'session_already_used' } } });
    expect((await send(token, full)).body).toEqual(first.body);
    expect(await chargesOf(token)).toBe(1);
  });
});

describe('fifty at the same instant', () => {
  test('equal ones make one charge and get fifty equal answers', async () => {
    const token = await getToken(server, server.merchant);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(token, full)));
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(await chargesOf(token)).toBe(1);
  });

  test('different ones in one session make one charge, and 49 are refused', async () => {
    const token = await getToken(server, server.merchant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(token, { ...full, amount: index + 1 })),
    );
    const made = answers.filter(({ httpStatus }) => httpStatus === 200);
    const refused = answers.filter(({ httpStatus }) => httpStatus === 409);
    expect([made.length, refused.length]).toEqual([1, 49]);
    expect(new Set(refused.map(({ body }) => body.data.error))).toEqual(new Set(['session_already_used']));
    const rows = await server.sql<{ amountMinor: bigint }[]>`
      SELECT amount_minor AS "amountMinor"
        FROM charges
       WHERE id = ${token['x-session-id']}`;
    expect(rows.map((row) => row.amountMinor)).toEqual([BigInt(made[0]?.body.data.amount) * 100n]);
  });

  test('different sessions make fifty charges', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => getToken(server, server.merchant)));
    const answers = await Promise.all(tokens.map((token) => send(token, full)));
    expect(answers.map(({ body }) => body.data.reference)).toEqual(
      tokens.map((token) => token['x-session-id']),
    );
  });
});
