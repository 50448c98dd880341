import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { call, keyHeaders } from '../kit/client.ts';
import { choose, createOrder, openOrder, processOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** E4 and the reading of an order, as the interface defines them and the decisions complete them. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
});
afterAll(() => server.stop());

async function countOrders(): Promise<bigint> {
  const [row] = await server.sql<{ count: bigint }[]>`SELECT count(*) FROM crypto_orders`;
  return row?.count ?? 0n;
}

describe('creating an order', () => {
  test('answers status, hash and message, and stores nothing', async () => {
    const before = await countOrders();
    const { httpStatus, body } = await call(server, 'POST', '/payment/create', {}, sampleOrder);
    expect(httpStatus).toBe(200);
    expect(body).toEqual({
      status: true,
      hash: expect.stringMatching(/^[\w-]{60,}$/),
      message: expect.any(String),
    });
    expect(await countOrders()).toBe(before);
  });

  test('hides all it was told in the hash, which differs every time', async () => {
    const hashes = [await createOrder(server), await createOrder(server)];
    expect(hashes[0]).not.toBe(hashes[1]);
    for (const hash of hashes) {
      const plain = Buffer.from(hash as string, 'base64url').toString('latin1');
      for (const told of ['ana@', 'order-17', 'COL', '2550']) expect(plain).not.toContain(told);
    }
  });

  test('takes an order without merchantIdCustom, and ignores fields it does not know', async () => {
    const { merchantIdCustom: _, ...least } = sampleOrder;
    expect((await call(server, 'POST', '/payment/create', {}, least)).httpStatus).toBe(200);
    expect((await call(server, 'POST', '/payment/create', {}, { ...least, x: 1 })).httpStatus).toBe(200);
  });

  test('tells all faults at once, with the fields and without a hash', async () => {
    const { httpStatus, body } = await call(
      server,
      'POST',
      '/payment/create',
      {},
      {
        country: 'ZZZ',
        origin: 'fax',
        amount: '12.345',
        email: 'nobody',
        merchantIdCustom: 7,
      },
    );
    expect(httpStatus).toBe(422);
    expect(body).toEqual({
      status: false,
      message: expect.any(String),
      error: 'validation_failed',
      fields: expect.any(Array),
      request_id: expect.any(String),
    });
    const fields = body.fields.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['amount', 'country', 'email', 'merchantIdCustom', 'origin']);
  });

  test.each(['country', 'origin', 'amount', 'email'])('asks for %s', async (field) => {
    const { [field]: _, ...rest } = sampleOrder as Record<string, string>;
    const { httpStatus, body } = await call(server, 'POST', '/payment/create', {}, rest);
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([{ field, message: expect.any(String) }]);
  });

  test.each([
    25.5,
    '',
    '0',
    '0.99',
    '-1',
    '1e3',
    '1,50',
    ' 5',
    '5.',
    '.5',
    '٣',
    'NaN',
    '1000000.01',
    '9'.repeat(40),
  ])('refuses the amount %j', async (amount) => {
    const { httpStatus, body } = await call(
      server,
      'POST',
      '/payment/create',
      {},
      { ...sampleOrder, amount },
    );
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([{ field: 'amount', message: expect.any(String) }]);
  });

  test.each(['1', '1.5', '01.50', '1000000', '1000000.00'])('takes the amount %j', async (amount) => {
    expect((await call(server, 'POST', '/payment/create', {}, { ...sampleOrder, amount })).httpStatus).toBe(
      200,
    );
  });

  test.each([
    ['email', 'ana\ud800@customer.example'],
    ['email', 'ana\u0085@customer.example'],
    ['email', 'ana\u0000@customer.example'],
    ['email', 'a,b@customer.example'],
    ['email', 'Ana <ana@customer.example>'],
    ['email', 'ana@customer.example;eva@customer.example'],
    ['email', 'ana@customer..example'],
    ['merchantIdCustom', '\ud800'],
    ['merchantIdCustom', 'a\u0085b'],
    ['merchantIdCustom', 'a\u0000b'],
    ['merchantIdCustom', 'x'.repeat(201)],
  ])('refuses as %s %j, which no page could show or no mail could go to', async (field, value) => {
    const order = { ...sampleOrder, [field]: value };
    const { httpStatus, body } = await call(server, 'POST', '/payment/create', {}, order);
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([{ field, message: expect.any(String) }]);
  });

  test('answers a hash that can be read and processed, however long the texts of the order are', async () => {
    const domain = `${'é'.repeat(63)}.${'é'.repeat(63)}.${'é'.repeat(53)}.example`;
    const longest = {
      email: `${'😀'.repeat(64)}@${domain}`,
      merchantIdCustom: '😀'.repeat(200),
      return_url: `https://a/${'😀'.repeat(502)}`,
    };
    const hash = await createOrder(server, longest);
    expect((await processOrder(server, hash)).httpStatus).toBe(200);
    const { body } = await call(server, 'GET', `/payment/${hash}`);
    expect(body.order).toMatchObject({ status: 'open', merchantIdCustom: longest.merchantIdCustom });
  });

  test.each([
    'shop.example/thanks',
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://user:password@shop.example',
    `https://shop.example/${'x'.repeat(492)}`,
    7,
  ])('refuses the return_url %s', async (return_url) => {
    const { httpStatus, body } = await call(
      server,
      'POST',
      '/payment/create',
      {},
      { ...sampleOrder, return_url },
    );
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([
      { field: 'return_url', message: expect.stringMatching(/address|https|user name/) },
    ]);
  });

  test.each(['[]', 'null', '"x"', '7'])('refuses %s, which is no object', async (body) => {
    const answer = await call(server, 'POST', '/payment/create', {}, body);
    expect(answer).toMatchObject({ httpStatus: 400, body: { status: false, error: 'invalid_json' } });
  });

  test('is asked for by POST only', async () => {
    for (const path of ['/payment/create', '/processor']) {
      const { httpStatus, headers, body } = await call(server, 'GET', path);
      expect(httpStatus).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect(body).toMatchObject({ status: false, error: 'method_not_allowed' });
    }
  });
});

describe('reading an order', () => {
  test('by its hash shows its life, from creation on', async () => {
    const hash = await createOrder(server);
    const read = async () => (await call(server, 'GET', `/payment/${hash}`)).body.order;
    expect(await read()).toMatchObject({ status: 'created', amount: '25.50', network: null });
    const { body } = await processOrder(server, hash);
    expect(await read()).toMatchObject({ status: 'open' });
    const { address } = await choose(server, body.url.split('/').at(-1), 'TRC20');
    expect(await read()).toEqual({
      id: body.url.split('/').at(-1),
      type: 'cashin',
      status: 'awaiting',
      anomalies: [],
      amount: '25.50',
      merchantIdCustom: 'order-17',
      currency: 'USDT',
      network: 'TRC20',
      walletAddress: address,
      cryptoAmount: '0.000000',
      expected: '25.500000',
      received: '0.000000',
      credited: '0.000000',
      undecided: '0.000000',
      transactions: [],
    });
    expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  });

  test('by its id takes credentials: of the key, of E1 or of E3', async () => {
    const id = await openOrder(server);
    expect((await call(server, 'GET', `/payment/${id}`)).httpStatus).toBe(401);
    const session = await call(server, 'POST', '/api/auth/token', keyHeaders(server.merchant));
    for (const headers of [
      keyHeaders(server.merchant),
      { authorization: `Bearer ${session.body.data.access_token}` },
    ]) {
      expect((await call(server, 'GET', `/payment/${id}`, headers)).body.order).toMatchObject({ id });
    }
    const other = await addMerchant(server);
    for (const headers of [keyHeaders(other)]) {
      expect((await call(server, 'GET', `/payment/${id}`, headers)).httpStatus).toBe(404);
    }
  });

  test.each(['nonsense', newId(), 'x'.repeat(500), '%00'])('finds nothing at %s', async (name) => {
    const { httpStatus, body } = await call(server, 'GET', `/payment/${name}`, keyHeaders(server.merchant));
    expect(httpStatus).toBe(404);
    expect(body).toMatchObject({ status: false, error: 'not_found' });
  });
});
