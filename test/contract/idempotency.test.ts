import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropOldKeys } from '../../src/accounts/merchants/idempotency-store.ts';
import { type Answer, call, callRaw, getToken, pay, sampleCharge } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Decision 5: a session makes at most one charge, however often and however fast the request is sent. */

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

describe('an Idempotency-Key', () => {
  const sendWith = async (key: string, body: unknown, token?: Token): Promise<Answer> =>
    call(
      server,
      'POST',
      '/api/transactions/charges',
      { ...(token ?? (await getToken(server, server.merchant))), 'idempotency-key': key },
      body,
    );
  const chargesInAll = async (): Promise<number> => (await server.sql`SELECT FROM charges`).length;

  test('answers the same charge under another token, also after it was paid, and makes no second one', async () => {
    const before = await chargesInAll();
    const first = await sendWith('order-1', full);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    await pay(server, first.body.data.reference, '4242424242424242');
    const again = await sendWith('order-1', { ...full, utm_source: 'mail' });
    expect(again.httpStatus).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await chargesInAll()).toBe(before + 1);
  });

  test('refuses another body, and is free again for whatever was refused', async () => {
    expect((await sendWith('order-2', { ...full, amount: -1 })).httpStatus).toBe(422);
    const first = await sendWith('order-2', full);
    expect(first.httpStatus).toBe(200);
    const other = await sendWith('order-2', { ...full, amount: 10.51 });
    expect(other).toMatchObject({ httpStatus: 409, body: { data: { error: 'idempotency_key_reused' } } });
    expect((await sendWith('order-2', full)).body).toEqual(first.body);
  });

  test('belongs to its merchant: another one uses the same', async () => {
    const other = await getToken(server, await addMerchant(server));
    const own = await sendWith('order-3', full);
    const foreign = await sendWith('order-3', full, other);
    expect(foreign.httpStatus).toBe(200);
    expect(foreign.body.data.reference).toBe(other['x-session-id']);
    expect(own.body.data.reference).not.toBe(foreign.body.data.reference);
  });

  test('shared by twenty at the same instant, each with a token of its own, makes one charge', async () => {
    const before = await chargesInAll();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWith('order-4', full)));
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.reference)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(await chargesInAll()).toBe(before + 1);
  });

  test('does not make a used session make another charge', async () => {
    const token = await getToken(server, server.merchant);
    const first = await send(token, full);
    const again = await sendWith('order-5', full, token);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await sendWith('order-6', { ...full, amount: 3 }, token);
    expect(other).toMatchObject({ httpStatus: 409, body: { data: { error: 'session_already_used' } } });
    // A refused request left no trace: the key is free.
    expect((await sendWith('order-6', { ...full, amount: 3 })).httpStatus).toBe(200);
  });

  test.each([['x'.repeat(256)], ['two words'], ['ñ']])('%s is none', async (key) => {
    const answer = await callRaw(server, {
      method: 'POST',
      path: '/api/transactions/charges',
      headers: {
        host: 'x',
        ...(await getToken(server, server.merchant)),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(full),
    });
    expect(answer.httpStatus).toBe(422);
    expect(answer.body.data.fields).toEqual([
      { field: 'idempotency-key', message: 'must be 1 to 255 visible ASCII characters' },
    ]);
  });

  test('is kept for three days, and then let go', async () => {
    const keys = async (): Promise<number> => (await server.sql`SELECT FROM idempotency_keys`).length;
    const before = await keys();
    await sendWith('order-7', full);
    const madeAt = Date.now();
    await dropOldKeys(server.sql, new Date(madeAt + 2.9 * 86_400_000));
    expect(await keys()).toBe(before + 1);
    await dropOldKeys(server.sql, new Date(madeAt + 3.1 * 86_400_000));
    expect(await keys()).toBe(0);
  });
});
