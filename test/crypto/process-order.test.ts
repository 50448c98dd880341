import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../src/accounts/merchants/merchant.ts';
import { updateMerchant } from '../../src/accounts/merchants/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import { createSecrets } from '../../src/base/ground/secrets.ts';
import { sealTicket } from '../../src/crypto/orders/order-token.ts';
import { type Answer, call, keyHeaders, until } from '../kit/client.ts';
import { createOrder, openOrder, processOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { addMerchant, secretsOf } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { stopTime } from '../kit/stopped-time.ts';

/** E5, as the interface defines it and the decisions complete it. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

async function countOrders(): Promise<bigint> {
  const [row] = await server.sql<{ count: bigint }[]>`SELECT count(*) FROM crypto_orders`;
  return row?.count ?? 0n;
}

const ticket = {
  country: 'COL',
  origin: 'api' as const,
  amountMinor: 2550n,
  email: 'ana@customer.example',
  merchantIdCustom: null,
  returnUrl: null,
  merchantId: null,
};

describe('processing an order', () => {
  test('answers status, url and message, and the url is a page', async () => {
    const { httpStatus, body } = await processOrder(server, await createOrder(server));
    expect(httpStatus).toBe(200);
    expect(body).toEqual({
      status: true,
      url: expect.stringMatching(new RegExp(`^${server.url}/crypto/[0-9a-f-]{36}$`)),
      message: expect.any(String),
      orderId: body.url.split('/').at(-1),
    });
    const page = await fetch(body.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('25.50');
  });

  test('answers the same url to the same request, and 409 to another', async () => {
    const hash = await createOrder(server);
    const first = await processOrder(server, hash);
    expect((await processOrder(server, hash)).body).toEqual(first.body);
    const other = await processOrder(server, hash, { description: 'Three coffees' });
    expect(other).toMatchObject({
      httpStatus: 409,
      body: { status: false, error: 'order_already_processed', message: expect.any(String) },
    });
    expect(other.body.url).toBeUndefined();
    const merchant = await addMerchant(server);
    expect((await processOrder(server, hash, { merchantId: merchant.merchantId })).httpStatus).toBe(409);
  });

  test('keeps its metadata, which is part of the request, and refuses what is none', async () => {
    const hash = await createOrder(server);
    const metadata = { cart: '42', channel: 'app' };
    const { body } = await processOrder(server, hash, { metadata });
    const swapped = { channel: 'app', cart: '42' };
    expect((await processOrder(server, hash, { metadata: swapped })).body.url).toBe(body.url);
    expect((await processOrder(server, hash, { metadata: { cart: '43' } })).httpStatus).toBe(409);
    const read = await call(server, 'GET', `/payment/${hash}`, keyHeaders(server.merchant));
    expect(read.body.order.metadata).toEqual(metadata);
    const anew = await createOrder(server);
    const wrong = await processOrder(server, anew, { metadata: { cart: 42, card: '4242 4242 4242 4242' } });
    expect(wrong.httpStatus).toBe(422);
    const fields = wrong.body.fields.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['metadata.cart']);
    const card = await processOrder(server, anew, { metadata: { card: '4242 4242 4242 4242' } });
    expect(card.body.fields).toEqual([{ field: 'metadata.card', message: expect.any(String) }]);
  });

  test('under one Idempotency-Key is one order, and a stranger cannot use up the keys of a merchant', async () => {
    const { merchantId } = server.merchant;
    const send = (hash: string, headers: Record<string, string>): Promise<Answer> =>
      call(
        server,
        'POST',
        '/processor',
        { 'idempotency-key': 'cart-1', ...headers },
        { hash, paymentMethod: 'usdt', typePayment: 'wallet', typeTransaction: 'cashin', merchantId },
      );
    const hash = await createOrder(server);
    const first = await send(hash, {});
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const again = await send(hash, {});
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const anew = await createOrder(server);
    expect(await send(anew, {})).toMatchObject({
      httpStatus: 409,
      body: { error: 'idempotency_key_reused' },
    });
    expect((await send(anew, keyHeaders(server.merchant))).httpStatus).toBe(200);
  });

  test("takes the customer back where E5 says, else E4, else the merchant's setting", async () => {
    const merchant = await addMerchant(server);
    const merchantId = merchant.merchantId;
    const returnUrlOf = async (ofE4?: string, ofE5?: string): Promise<string | null> => {
      const hash = await createOrder(server, ofE4 ? { return_url: ofE4 } : {});
      const change = { merchantId, ...(ofE5 && { return_url: ofE5 }) };
      const answer = await processOrder(server, hash, change);
      expect((await processOrder(server, hash, change)).body).toEqual(answer.body);
      const [row] = await server.sql<{ url: string | null }[]>`
        SELECT return_url AS url
          FROM crypto_orders
         WHERE id = ${answer.body.url.split('/').at(-1)}`;
      return row?.url ?? null;
    };
    expect(await returnUrlOf()).toBeNull();
    const settings = { ...defaultSettings, returnUrl: 'https://shop.example/home' };
    await updateMerchant(server.sql, merchantId, { settings });
    expect(await until(returnUrlOf, (url) => url !== null)).toBe('https://shop.example/home');
    const ofE4 = 'http://127.0.0.1:3000/order/17';
    expect(await returnUrlOf(ofE4)).toBe(ofE4);
    const ofE5 = `https://shop.example/${'x'.repeat(2_000)}`;
    expect(await returnUrlOf(ofE4, ofE5)).toBe(ofE5);
  });

  test('takes another return_url for another request, and none that is no address', async () => {
    const hash = await createOrder(server);
    const url = 'https://shop.example/';
    expect((await processOrder(server, hash, { return_url: 'javascript:alert(1)' })).body.fields).toEqual([
      { field: 'return_url', message: expect.stringMatching(/address|https|user name/) },
    ]);
    expect((await processOrder(server, hash, { return_url: url })).httpStatus).toBe(200);
    expect((await processOrder(server, hash)).httpStatus).toBe(409);
  });

  test('makes one order of many requests at the same instant', async () => {
    const hash = await createOrder(server);
    const before = await countOrders();
    const answers = await Promise.all(Array.from({ length: 12 }, () => processOrder(server, hash)));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1n);
  });

  test('of two merchants at the same instant one gets the hash', async () => {
    const hash = await createOrder(server);
    const { merchantId } = await addMerchant(server);
    const answers = await Promise.all([
      processOrder(server, hash),
      processOrder(server, hash, { merchantId }),
    ]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  });

  test('tells all faults at once', async () => {
    const { httpStatus, body } = await call(
      server,
      'POST',
      '/processor',
      {},
      {
        hash: 'nonsense',
        paymentMethod: 'btc',
        typePayment: 'card',
        typeTransaction: 'sideways',
        merchantId: newId(),
        description: 9,
      },
    );
    expect(httpStatus).toBe(422);
    const fields = body.fields.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual([
      'description',
      'hash',
      'merchantId',
      'paymentMethod',
      'typePayment',
      'typeTransaction',
    ]);
  });

  test.each(['\ud800', 'a\u0085b', 'a\u0000b', 'x'.repeat(501)])(
    'refuses the description %j, which no page could show as it was sent',
    async (description) => {
      const { httpStatus, body } = await processOrder(server, await createOrder(server), { description });
      expect(httpStatus).toBe(422);
      expect(body.fields).toEqual([{ field: 'description', message: expect.any(String) }]);
    },
  );

  test('refuses a hash that was tampered with, cut, or made elsewhere', async () => {
    const hash = await createOrder(server);
    const middle = Math.floor(hash.length / 2);
    const tampered = hash.slice(0, middle) + (hash[middle] === 'A' ? 'B' : 'A') + hash.slice(middle + 1);
    const elsewhere = sealTicket(createSecrets([Buffer.alloc(32, 7)]), {
      ...ticket,
      id: newId(),
      createdAt: new Date(),
    });
    for (const wrong of [tampered, hash.slice(0, -8), `${hash}AAAA`, elsewhere, newId(), '']) {
      const { httpStatus, body } = await processOrder(server, wrong);
      expect(httpStatus).toBe(422);
      expect(body.fields).toEqual([{ field: 'hash', message: expect.any(String) }]);
    }
  });

  test('refuses a hash of yesterday, but not for a request it has answered before', async () => {
    const secrets = await secretsOf(server);
    const old = { ...ticket, id: newId(), createdAt: new Date(Date.now() - 24 * 3600_000 - 1000) };
    const { httpStatus, body } = await processOrder(server, sealTicket(secrets, old));
    expect(httpStatus).toBe(422);
    expect(body.fields[0].message).toMatch(/expired/);
    const read = await call(server, 'GET', `/payment/${sealTicket(secrets, old)}`);
    expect(read.body.order).toMatchObject({ type: null, status: 'failed', anomalies: ['expired'] });

    const young = { ...old, id: newId(), createdAt: new Date() };
    const { body: first } = await processOrder(server, sealTicket(secrets, young));
    const again = await processOrder(server, sealTicket(secrets, { ...young, createdAt: old.createdAt }));
    expect(again.body.url).toBe(first.url);
  });

  test('takes no order for a disabled merchant', async () => {
    const { merchantId } = await addMerchant(server);
    await server.sql`UPDATE merchants SET enabled = false WHERE id = ${merchantId}`;
    const answer = await processOrder(server, await createOrder(server), { merchantId });
    expect(answer).toMatchObject({ httpStatus: 403, body: { status: false, error: 'merchant_disabled' } });
  });

  test('answers a repeated request the same url also when the merchant lost USDT since', async () => {
    const { merchantId } = await addMerchant(server);
    const hash = await createOrder(server);
    const first = await processOrder(server, hash, { merchantId });
    await updateMerchant(server.sql, merchantId, { settings: { ...defaultSettings, methods: [] } });
    await until(
      async () => await processOrder(server, await createOrder(server), { merchantId }),
      ({ httpStatus }) => httpStatus === 403,
    );
    expect(await processOrder(server, hash, { merchantId })).toMatchObject({
      httpStatus: 200,
      body: first.body,
    });
  });

  test('takes no order for a merchant without USDT there, nor beyond its bounds', async () => {
    const method = { methodCode: 'USDT' as const, countries: ['PER'], currencies: ['USD'] };
    const bounds = { USD: { min: '30', max: '40' } };
    const { merchantId } = await addMerchant(server, { methods: [{ ...method, bounds }] });
    const inColombia = await processOrder(server, await createOrder(server), { merchantId });
    expect(inColombia).toMatchObject({ httpStatus: 403, body: { error: 'method_not_available' } });
    for (const [amount, status] of [
      ['29.99', 422],
      ['30', 200],
      ['40', 200],
      ['40.01', 422],
    ] as const) {
      const hash = await createOrder(server, { country: 'PER', amount });
      expect((await processOrder(server, hash, { merchantId })).httpStatus).toBe(status);
    }
  });
});

describe('credentials', () => {
  const body = (hash: string, merchantId: string) => ({
    hash,
    paymentMethod: 'usdt',
    typePayment: 'wallet',
    typeTransaction: 'cashin',
    merchantId,
  });

  test.each<[string, Record<string, string>, string]>([
    ['a wrong key', { 'x-api-key': 'wrong', 'x-merchant-id': newId() }, 'credentials_invalid'],
    ['half of them', { 'x-api-key': 'wrong' }, 'credentials_missing'],
    ['a made-up token', { authorization: 'Bearer abc' }, 'token_invalid'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'token_missing'],
  ])('that are sent must be valid: %s is refused', async (_what, headers, error) => {
    const hash = await createOrder(server);
    for (const [path, sent] of [
      ['/payment/create', sampleOrder],
      ['/processor', body(hash, server.merchant.merchantId)],
    ] as const) {
      const answer = await call(server, 'POST', path, headers, sent);
      expect(answer).toMatchObject({ httpStatus: 401, body: { status: false, error } });
    }
  });

  test('must be of the merchant that is named', async () => {
    const other = await addMerchant(server);
    const hash = await createOrder(server);
    const sent = body(hash, server.merchant.merchantId);
    const answer = await call(server, 'POST', '/processor', keyHeaders(other), sent);
    expect(answer.httpStatus).toBe(422);
    expect(answer.body.fields).toEqual([{ field: 'merchantId', message: expect.any(String) }]);
  });

  test('bind a hash that was made with them to their merchant', async () => {
    const other = await addMerchant(server);
    const { hash } = (await call(server, 'POST', '/payment/create', keyHeaders(other), sampleOrder)).body;
    const foreign = await processOrder(server, hash);
    expect(foreign.httpStatus).toBe(422);
    expect(foreign.body.fields).toEqual([{ field: 'hash', message: expect.any(String) }]);
    expect((await processOrder(server, hash, { merchantId: other.merchantId })).httpStatus).toBe(200);
  });

  test('are required where the merchant wants it so', async () => {
    const strict = await addMerchant(server, { cryptoCredentialsRequired: true });
    const hash = await createOrder(server);
    const without = await processOrder(server, hash, { merchantId: strict.merchantId });
    expect(without).toMatchObject({ httpStatus: 401, body: { status: false, error: 'credentials_missing' } });
    const sent = body(hash, strict.merchantId);
    expect((await call(server, 'POST', '/processor', keyHeaders(strict), sent)).httpStatus).toBe(200);
  });
});

test('the limit per address holds for those without credentials, and says what it is', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on', LIMIT_PER_ADDRESS: '3' });
  stopTime();
  try {
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await call(limited, 'POST', '/payment/create', {}, sampleOrder));
    const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.body).toMatchObject({
      status: false,
      error: 'rate_limited',
      message: expect.stringContaining('limit is 3'),
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const own = await call(limited, 'POST', '/payment/create', keyHeaders(limited.merchant), sampleOrder);
    expect(own.httpStatus).toBe(200);
  } finally {
    await limited.stop();
  }
});

test('without a fresh rate no order is opened, nothing is stored, and the page says so', async () => {
  const id = await openOrder(server);
  const blind = await startTestServer({ SANDBOX_CHAINS: 'on', RATE_SOURCES: 'coinbase:http://127.0.0.1:1' });
  try {
    const { httpStatus, headers, body } = await processOrder(blind, await createOrder(blind));
    expect(httpStatus).toBe(503);
    expect(body).toMatchObject({ status: false, error: 'rate_unavailable' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await blind.sql`SELECT count(*) FROM crypto_orders`)[0]?.count).toBe(0n);

    // An order that was opened while there was a rate.
    const [order] = await server.sql`SELECT * FROM crypto_orders WHERE id = ${id}`;
    const { merchantId } = blind.merchant;
    await blind.sql`INSERT INTO crypto_orders ${blind.sql({ ...order, merchant_id: merchantId })}`;
    await blind.sql`INSERT INTO order_owners ${blind.sql({ order_id: id, merchant_id: merchantId })}`;
    const chosen = await call(blind, 'POST', `/crypto/${id}/network`, {}, { network: 'ERC20' });
    expect(chosen).toMatchObject({ httpStatus: 503, body: { error: 'no_rate' } });
    expect((await blind.sql`SELECT count(*) FROM deposit_addresses`)[0]?.count).toBe(0n);
  } finally {
    await blind.stop();
  }
});

test('an installation without networks says so, and offers no USDT', async () => {
  const bare = await startTestServer();
  try {
    const answer = await processOrder(bare, await createOrder(bare));
    expect(answer).toMatchObject({ httpStatus: 403, body: { status: false, error: 'method_not_available' } });
    const { body } = await call(bare, 'GET', '/api/payment-methods', keyHeaders(bare.merchant));
    const codes = body.data.map((method: { method_code: string }) => method.method_code);
    expect(codes).toContain('CARDS');
    expect(codes).not.toContain('USDT');
    expect(codes).not.toContain('USDC');
  } finally {
    await bare.stop();
  }
});
