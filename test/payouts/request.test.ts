import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealTicket } from '../../src/crypto-orders/order-token.ts';
import { newId } from '../../src/db/ids.ts';
import { findPayoutByLink } from '../../src/payouts/link.ts';
import { type Answer, type Credentials, call, getToken, keyHeaders } from '../kit/client.ts';
import { createOrder, processOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { addMerchant, secretsOf } from '../kit/merchants.ts';
import { ledgerFaults } from '../kit/payouts/payout-world.ts';
import { fund, processPayout, usdtOf } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** E5 with typeTransaction cashout. */

let server: TestServer;
let merchant: Credentials;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on', ROLES: 'api' });
  merchant = await addMerchant(server);
  await fund(server, merchant.merchantId, 1_000_000_000n);
});
afterAll(() => server.stop());

async function payoutOf(hash: string) {
  const { body } = await call(server, 'GET', `/payment/${hash}`, keyHeaders(merchant));
  const [row] = await server.sql`SELECT * FROM payouts WHERE id = ${body.order.id}`;
  return row;
}

const refused = (answer: Answer) => ({ status: answer.httpStatus, error: answer.body.error });

describe('making a payout', () => {
  test('answers status, url and message; the link is known by its hash only', async () => {
    const hash = await createOrder(server);
    const { httpStatus, body } = await processPayout(server, hash, merchant);
    expect(httpStatus).toBe(200);
    expect(body).toEqual({
      status: true,
      url: expect.stringMatching(new RegExp(`^${server.url}/payout/[\\w-]{43}$`)),
      message: expect.any(String),
    });
    const token = body.url.split('/').at(-1);
    const row = await payoutOf(hash);
    expect(row?.link_hash).toEqual(createHash('sha256').update(token).digest());
    expect(Buffer.concat([row?.link_sealed, row?.request_hash]).includes(token)).toBe(false);
    expect((await findPayoutByLink(server.sql, token))?.id).toBe(row?.id);
    for (const wrong of [`${token.slice(0, -1)}`, `${token}A`, 'A'.repeat(43), '', "' OR true --"]) {
      expect(await findPayoutByLink(server.sql, wrong)).toBeNull();
    }
  });

  test('fixes amount and fee, and sets both aside in the same breath', async () => {
    const payer = await addMerchant(server, { payoutFeeBasisPoints: 33 });
    await fund(server, payer.merchantId, 26_000_000n);
    expect((await processPayout(server, await createOrder(server), payer)).httpStatus).toBe(200);
    // 25.50 at 1.00, and 0.33 % of it rounded down.
    expect(await usdtOf(server, payer.merchantId)).toMatchObject({
      merchant_available: 26_000_000n - 25_500_000n - 84_150n,
      merchant_reserved: 25_584_150n,
    });
    const { body } = await call(server, 'GET', '/api/balances', keyHeaders(payer));
    expect(body.data).toEqual([{ asset: 'USDT', available: '0.415850', reserved: '25.584150' }]);
    expect(await ledgerFaults(server.sql)).toEqual([]);
  });

  test('answers the same url to the same request, whatever has changed since', async () => {
    const payer = await addMerchant(server);
    await fund(server, payer.merchantId, 25_500_000n);
    const hash = await createOrder(server);
    const first = await processPayout(server, hash, payer);
    await server.sql`
      UPDATE merchants
         SET settings = settings || '{"payoutsEnabled": false, "payoutSingleLimit": "1.00", "methods": []}'
       WHERE id = ${payer.merchantId}`;
    expect((await processPayout(server, hash, payer)).body).toEqual(first.body);
    expect((await usdtOf(server, payer.merchantId)).merchant_reserved).toBe(25_500_000n);
  });

  test('answers 409 to the same hash with another body, by another merchant, or as a pay-in', async () => {
    const hash = await createOrder(server);
    await processPayout(server, hash, merchant);
    const again = { status: 409, error: 'order_already_processed' };
    expect(refused(await processPayout(server, hash, merchant, { description: 'Other' }))).toEqual(again);
    const other = await addMerchant(server);
    await fund(server, other.merchantId, 100_000_000n);
    expect(refused(await processPayout(server, hash, other))).toEqual(again);
    const asPayIn = await processOrder(server, hash, {
      merchantId: merchant.merchantId,
      description: 'Prize',
    });
    expect(refused(asPayIn)).toEqual(again);
    expect(
      (await server.sql`SELECT FROM crypto_orders WHERE id = ${(await payoutOf(hash))?.id}`).length,
    ).toBe(0);
  });

  test('with an Idempotency-Key is made once: the same body is answered again, a new hash under the key is refused', async () => {
    const hash = await createOrder(server);
    const send = (body: object, key: string): Promise<Answer> =>
      call(
        server,
        'POST',
        '/processor',
        { ...keyHeaders(merchant), 'idempotency-key': key },
        {
          hash,
          paymentMethod: 'usdt',
          typePayment: 'wallet',
          typeTransaction: 'cashout',
          merchantId: merchant.merchantId,
          ...body,
        },
      );
    const before = (await server.sql`SELECT FROM payouts`).length;
    const [first, second] = await Promise.all([send({}, 'payout-1'), send({}, 'payout-1')]);
    expect([first.httpStatus, second.httpStatus]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect([first, second].filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(1);
    // A shop that lost the answer and begins anew gets a new hash: the key keeps it from paying twice.
    const anew = await send({ hash: await createOrder(server) }, 'payout-1');
    expect(anew).toMatchObject({ httpStatus: 409, body: { error: 'idempotency_key_reused' } });
    // Not even for a hash that was processed under another key.
    const other = await createOrder(server);
    expect((await send({ hash: other }, 'payout-2')).httpStatus).toBe(200);
    expect((await send({ hash: other }, 'payout-1')).httpStatus).toBe(409);
    expect((await send({}, 'payout-2')).httpStatus).toBe(409);
    expect((await send({}, 'payout-1')).body).toEqual(first.body);
    expect(await server.sql`SELECT FROM payouts`).toHaveLength(before + 2);
  });

  test('a hash that became a pay-in is no payout any more', async () => {
    const hash = await createOrder(server);
    await processOrder(server, hash, { merchantId: merchant.merchantId });
    const answer = await processPayout(server, hash, merchant);
    expect(refused(answer)).toEqual({ status: 409, error: 'order_already_processed' });
  });

  test('an expired hash is refused, and nothing is set aside', async () => {
    const secrets = await secretsOf(server);
    const before = await usdtOf(server, merchant.merchantId);
    const old = sealTicket(secrets, {
      id: newId(),
      country: 'COL',
      origin: 'api',
      amountMinor: 2550n,
      email: 'ana@customer.example',
      merchantIdCustom: null,
      returnUrl: null,
      merchantId: null,
      createdAt: new Date(Date.now() - 24 * 3600_000 - 1000),
    });
    const { httpStatus, body } = await processPayout(server, old, merchant);
    expect(httpStatus).toBe(422);
    expect(body.fields).toEqual([{ field: 'hash', message: expect.stringMatching(/expired/) }]);
    expect(await usdtOf(server, merchant.merchantId)).toEqual(before);
  });
});

test('of a hundred requests at once against a balance for ten, exactly ten are answered with a page', async () => {
  const payer = await addMerchant(server);
  await fund(server, payer.merchantId, 10n * 25_500_000n + 25_499_999n);
  const hashes = await Promise.all(Array.from({ length: 100 }, () => createOrder(server)));
  const answers = await Promise.all(hashes.map((hash) => processPayout(server, hash, payer)));
  const made = answers.filter(({ httpStatus }) => httpStatus === 200);
  expect(new Set(made.map(({ body }) => body.url)).size).toBe(10);
  expect(answers.filter(({ body }) => body.error === 'insufficient_balance').length).toBe(90);
  expect(await usdtOf(server, payer.merchantId)).toMatchObject({
    merchant_available: 25_499_999n,
    merchant_reserved: 255_000_000n,
  });
});

test('many requests with one hash at once make one payout', async () => {
  const payer = await addMerchant(server);
  await fund(server, payer.merchantId, 1_000_000_000n);
  const hash = await createOrder(server);
  const answers = await Promise.all(Array.from({ length: 12 }, () => processPayout(server, hash, payer)));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  expect((await usdtOf(server, payer.merchantId)).merchant_reserved).toBe(25_500_000n);

  const contested = await createOrder(server);
  const [asPayout, asPayIn] = await Promise.all([
    processPayout(server, contested, payer),
    processOrder(server, contested, { merchantId: payer.merchantId }),
  ]);
  expect([asPayout.httpStatus, asPayIn.httpStatus].sort()).toEqual([200, 409]);
});

describe('credentials', () => {
  const sent = (hash: string) => ({
    hash,
    paymentMethod: 'usdt',
    typePayment: 'wallet',
    typeTransaction: 'cashout',
    merchantId: merchant.merchantId,
  });

  test('are always required, before anything is said about the rest', async () => {
    for (const body of [sent(await createOrder(server)), { typeTransaction: 'cashout', hash: 'nonsense' }]) {
      const answer = await call(server, 'POST', '/processor', {}, body);
      expect(answer.httpStatus).toBe(401);
      expect(answer.body).toEqual({
        status: false,
        error: 'credentials_missing',
        message: expect.any(String),
        request_id: expect.any(String),
      });
    }
  });

  test.each<[string, Record<string, string>, string]>([
    ['a wrong key', { 'x-api-key': 'wrong', 'x-merchant-id': newId() }, 'credentials_invalid'],
    ['half of them', { 'x-api-key': 'wrong' }, 'credentials_missing'],
    ['a made-up token', { authorization: 'Bearer abc' }, 'token_invalid'],
  ])('must be valid: %s is refused', async (_what, headers, error) => {
    const answer = await call(server, 'POST', '/processor', headers, sent(await createOrder(server)));
    expect(refused(answer)).toEqual({ status: 401, error });
  });

  test('may be a token of E3, and no token of E1', async () => {
    const { body } = await call(server, 'GET', '/v1/api/authenticate', {
      authorization: `Bearer ${merchant.apiKey}`,
    });
    const headers = { authorization: `Bearer ${body.data.token}` };
    const answer = await call(server, 'POST', '/processor', headers, sent(await createOrder(server)));
    expect(answer.httpStatus).toBe(200);
    const session = await getToken(server, merchant);
    const other = await call(server, 'POST', '/processor', session, sent(await createOrder(server)));
    expect(other.httpStatus).toBe(401);
  });

  test('must be of the merchant that pays, and a hash made with credentials is its merchant’s', async () => {
    const other = await addMerchant(server);
    const foreign = await call(
      server,
      'POST',
      '/processor',
      keyHeaders(other),
      sent(await createOrder(server)),
    );
    expect(foreign.httpStatus).toBe(422);
    expect(foreign.body.fields).toEqual([{ field: 'merchantId', message: expect.any(String) }]);

    const { hash } = (await call(server, 'POST', '/payment/create', keyHeaders(other), sampleOrder)).body;
    const stolen = await processPayout(server, hash, merchant);
    expect(stolen.httpStatus).toBe(422);
    expect(stolen.body.fields).toEqual([{ field: 'hash', message: expect.any(String) }]);
    expect(await usdtOf(server, other.merchantId)).toEqual({});
  });
});

describe('a payout is refused', () => {
  test('with what is available and what is needed, when the money is not there', async () => {
    const poor = await addMerchant(server, { payoutFeeBasisPoints: 100 });
    const none = await processPayout(server, await createOrder(server), poor);
    expect(none.httpStatus).toBe(422);
    expect(none.body).toEqual({
      status: false,
      error: 'insufficient_balance',
      message:
        'This payout needs 25.755000 USDT (25.500000 USDT and a fee of 0.255000 USDT); 0.000000 USDT are available.',
      request_id: expect.any(String),
    });
    await fund(server, poor.merchantId, 25_754_999n);
    expect(refused(await processPayout(server, await createOrder(server), poor))).toEqual({
      status: 422,
      error: 'insufficient_balance',
    });
    await fund(server, poor.merchantId, 1n);
    expect((await processPayout(server, await createOrder(server), poor)).httpStatus).toBe(200);
    expect((await usdtOf(server, poor.merchantId)).merchant_available).toBe(0n);
  });

  test('with the limit and what is left of it', async () => {
    const limited = await addMerchant(server, { payoutSingleLimit: '100', payoutDailyLimit: '120' });
    await fund(server, limited.merchantId, 1_000_000_000n);
    const ask = async (amount: string) =>
      await processPayout(server, await createOrder(server, { amount }), limited);
    const single = await ask('100.01');
    expect(refused(single)).toEqual({ status: 422, error: 'payout_limit_exceeded' });
    expect(single.body.message).toBe('A payout of this merchant is 100.00 USD at most.');
    expect((await ask('100')).httpStatus).toBe(200);
    expect((await ask('20.01')).body.message).toBe(
      'Payouts of this merchant are 120.00 USD a day at most; 20.00 USD are left until midnight UTC.',
    );
  });

  test('when the merchant makes none, is disabled, or has no USDT there or in that amount', async () => {
    const bounds = { USD: { min: '30', max: '40' } };
    const method = { methodCode: 'USDT' as const, countries: ['PER'], currencies: ['USD'], bounds };
    const off = await addMerchant(server, { payoutsEnabled: false });
    expect(refused(await processPayout(server, await createOrder(server), off))).toEqual({
      status: 403,
      error: 'payouts_not_enabled',
    });
    const elsewhere = await addMerchant(server, { methods: [method] });
    await fund(server, elsewhere.merchantId, 1_000_000_000n);
    expect(refused(await processPayout(server, await createOrder(server), elsewhere))).toEqual({
      status: 403,
      error: 'method_not_available',
    });
    for (const [amount, status] of [
      ['29.99', 422],
      ['30', 200],
      ['40.01', 422],
    ] as const) {
      const hash = await createOrder(server, { country: 'PER', amount });
      expect((await processPayout(server, hash, elsewhere)).httpStatus).toBe(status);
    }
    await server.sql`UPDATE merchants SET enabled = false WHERE id = ${off.merchantId}`;
    expect(refused(await processPayout(server, await createOrder(server), off))).toEqual({
      status: 403,
      error: 'merchant_disabled',
    });
  });

  test('without a fresh rate, and can be asked for again', async () => {
    const blind = await startTestServer({
      SANDBOX_CHAINS: 'on',
      RATE_SOURCES: 'coinbase:http://127.0.0.1:1',
    });
    try {
      await fund(blind, blind.merchant.merchantId, 100_000_000n);
      const answer = await processPayout(blind, await createOrder(blind), blind.merchant);
      expect(refused(answer)).toEqual({ status: 503, error: 'rate_unavailable' });
      expect(answer.headers.get('retry-after')).toBe('10');
      expect((await usdtOf(blind, blind.merchant.merchantId)).merchant_available).toBe(100_000_000n);
    } finally {
      await blind.stop();
    }
  });
});

test('the secret of a link stands in no log', async () => {
  const { body } = await processPayout(server, await createOrder(server), merchant);
  const token = body.url.split('/').at(-1);
  await call(server, 'GET', `/payment/${newId()}`, keyHeaders(merchant));
  expect(server.logs.join('\n')).not.toContain(token);
});
