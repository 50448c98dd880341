import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpbis } from 'http-message-signatures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyId } from '../../src/accounts/merchants/keys/api-key.ts';
import { newId } from '../../src/base/db/ids.ts';
import { sealTicket } from '../../src/crypto/orders/order-token.ts';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import { confirmPayout } from '../../src/crypto/payouts/claim/confirm-payout.ts';
import { type Answer, type Credentials, call, getToken, keyHeaders } from '../kit/client.ts';
import { createOrder, processOrder, sampleOrder } from '../kit/crypto/orders.ts';
import { addKey, addMerchant, secretsOf } from '../kit/merchants.ts';
import { ledgerFaults } from '../kit/payouts/payout-world.ts';
import { fund, openPayout, processPayout, usdtOf } from '../kit/payouts/requests.ts';
import { addPerson } from '../kit/people.ts';
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
      orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const token = body.url.split('/').at(-1);
    const row = await payoutOf(hash);
    expect(row?.link_hash).toEqual(createHash('sha256').update(token).digest());
    expect(Buffer.concat([row?.link_sealed, row?.request_hash]).includes(token)).toBe(false);
    expect((await findPayoutByClaim(server.sql, token))?.id).toBe(row?.id);
    for (const wrong of [`${token.slice(0, -1)}`, `${token}A`, 'A'.repeat(43), '', "' OR true --"]) {
      expect(await findPayoutByClaim(server.sql, wrong)).toBeNull();
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
    // A merchant that lost the answer and starts again gets a new hash: the key prevents a second payout.
    const anew = await send({ hash: await createOrder(server) }, 'payout-1');
    expect(anew).toMatchObject({ httpStatus: 409, body: { error: 'idempotency_key_reused' } });
    // This holds even for a hash that was processed under another key.
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

describe('a key with bounds', () => {
  const pays = async (credentials: Credentials, amount = '25.50', change: object = {}) =>
    await processPayout(server, await createOrder(server, { amount }), credentials, change);

  test('pays out no more at once and in a day, two at once counted, and leaves its maker on what it made', async () => {
    const { merchantId } = await addMerchant(server);
    await fund(server, merchantId, 1_000_000_000n);
    const maker = await addPerson(server, { merchantId, role: 'owner' });
    const bounds = { payoutMaxMinor: 30_00n, payoutsPerDayMinor: 60_00n };
    const key = await addKey(server, merchantId, { scopes: ['payouts'], madeBy: maker.id, bounds });
    const other = await addKey(server, merchantId, { scopes: ['payouts'], bounds });
    const over = await pays(key, '30.01');
    expect(refused(over)).toEqual({ status: 422, error: 'payout_limit_exceeded' });
    expect(over.body.message).toContain('this API key is 30.00 USD at most');
    const answers = await Promise.all([1, 2, 3, 4].map(() => pays(key, '25.00')));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 200, 422, 422]);
    const rows = await server.sql`SELECT made_by, key_id FROM payouts WHERE merchant_id = ${merchantId}`;
    const keyId = apiKeyId(key.apiKey);
    expect([...rows]).toEqual([1, 2].map(() => ({ made_by: maker.email, key_id: keyId })));
    const acts =
      await server.sql`SELECT act FROM audit_log WHERE actor = ${`key ${keyId} by ${maker.email}`}`;
    expect(acts.map(({ act }) => act)).toEqual(['payout_made', 'payout_made']);
    // Each key has its own limits.
    expect((await pays(other, '25.00')).httpStatus).toBe(200);
  });

  test('without the scope makes no payout, and with that alone no order and no refund', async () => {
    const { merchantId } = await addMerchant(server);
    await fund(server, merchantId, 100_000_000n);
    const orders = await addKey(server, merchantId, { scopes: ['orders'] });
    const payouts = await addKey(server, merchantId, { scopes: ['payouts'] });
    const lacking = { status: 403, error: 'scope_missing' };
    expect(refused(await pays(orders))).toEqual(lacking);
    const asOrder = { typeTransaction: 'cashin' };
    expect(refused(await pays(payouts, '25.50', asOrder))).toEqual(lacking);
    expect((await pays(orders, '25.50', asOrder)).httpStatus).toBe(200);
    const { hash } = await openPayout(server, payouts);
    expect(refused(await call(server, 'GET', `/payment/${hash}`, keyHeaders(orders)))).toEqual(lacking);
    expect((await call(server, 'GET', `/payment/${hash}`, keyHeaders(payouts))).httpStatus).toBe(200);
    const cancel = await call(server, 'POST', `/payment/${hash}/cancel`, keyHeaders(orders));
    expect(refused(cancel)).toEqual(lacking);
  });

  test('pays on its networks alone', async () => {
    const { merchantId } = await addMerchant(server);
    await fund(server, merchantId, 100_000_000n);
    const key = await addKey(server, merchantId, { bounds: { networks: ['TRC20'] } });
    const usdc = await pays(key, '25.50', { paymentMethod: 'usdc' });
    expect(refused(usdc)).toEqual({ status: 403, error: 'method_not_available' });
    const { token } = await openPayout(server, key);
    const page = await (await fetch(`${server.url}/payout/${token}`)).text();
    expect(page).toContain('TRC20');
    expect(page).not.toContain('ERC20');
    const payout = await findPayoutByClaim(server.sql, token);
    const elsewhere = { merchantId, payoutId: payout?.id ?? '', network: 'ERC20', language: 'en' as const };
    const address = `0x${'ab'.repeat(20)}`;
    const now = new Date();
    expect(await server.sql.begin((tx) => confirmPayout(tx, { ...elsewhere, address }, now))).toBe(
      'not_allowed',
    );
  });
});

describe('a signed payout', () => {
  const keys = generateKeyPairSync('ed25519');
  const signingKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  let key: Credentials;
  beforeAll(async () => {
    const { merchantId } = await addMerchant(server);
    await fund(server, merchantId, 1_000_000_000n);
    key = await addKey(server, merchantId, { signingKey });
  });

  interface Signing {
    by?: KeyObject;
    body?: string;
    path?: string;
    fields?: string[];
    ageSeconds?: number;
    /** The body actually sent, if it was changed after signing. */
    sent?: string;
  }

  async function send(hash: string, signing: Signing = {}, credentials = key): Promise<Answer> {
    const { by = keys.privateKey, path = '/processor', ageSeconds = 0 } = signing;
    const body =
      signing.body ??
      JSON.stringify({
        hash,
        paymentMethod: 'usdt',
        typePayment: 'wallet',
        typeTransaction: 'cashout',
        merchantId: credentials.merchantId,
      });
    const digest = createHash('sha256').update(body).digest('base64');
    const unsigned = {
      method: 'POST',
      url: `${server.url}${path}`,
      headers: { ...keyHeaders(credentials), 'content-digest': `sha-256=:${digest}:` },
    };
    const { headers } = await httpbis.signMessage(
      {
        key: { id: 'payouts', alg: 'ed25519', sign: async (data) => sign(null, data, by) },
        fields: signing.fields ?? ['@method', '@path', 'content-digest'],
        paramValues: { created: new Date(Date.now() - ageSeconds * 1000) },
        params: ['created', 'keyid', 'alg'],
      },
      unsigned,
    );
    const answer = await fetch(`${server.url}${signing.path ?? '/processor'}`, {
      method: 'POST',
      headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
      body: signing.sent ?? body,
    });
    return { httpStatus: answer.status, body: await answer.json() } as Answer;
  }

  test('is made when it is signed over method, path and body, and once', async () => {
    const hash = await createOrder(server);
    const first = await send(hash);
    expect(first).toMatchObject({ httpStatus: 200, body: { status: true } });
    expect((await send(hash)).body).toEqual(first.body);
  });

  test('is refused unsigned, changed, old, early, by another key, or signed for too little', async () => {
    const hash = await createOrder(server);
    expect(refused(await processPayout(server, hash, key))).toEqual({
      status: 401,
      error: 'signature_missing',
    });
    const other = generateKeyPairSync('ed25519').privateKey;
    const changed = JSON.stringify({ hash, merchantId: key.merchantId, typeTransaction: 'cashout' });
    const tries: Signing[] = [
      { by: other },
      { sent: changed },
      { ageSeconds: 400 },
      { ageSeconds: -120 },
      { fields: ['@method', '@path'] },
      { fields: ['@method', 'content-digest'] },
    ];
    for (const signing of tries) {
      expect(refused(await send(hash, signing)), JSON.stringify(signing)).toEqual({
        status: 401,
        error: 'invalid_signature',
      });
    }
    expect((await server.sql`SELECT FROM payouts WHERE merchant_id = ${key.merchantId}`).length).toBe(1);
  });

  test('is not led elsewhere by a key alone: its link and its e-mail are changed by signed requests only', async () => {
    const hash = await createOrder(server);
    await send(hash);
    for (const act of ['link', 'email']) {
      const body = act === 'email' ? { email: 'thief@mail.example' } : undefined;
      const answer = await call(server, 'POST', `/payment/${hash}/${act}`, keyHeaders(key), body);
      expect(refused(answer)).toEqual({ status: 401, error: 'signature_missing' });
    }
    const email = JSON.stringify({ email: 'ana.maria@mail.example' });
    const corrected = await send(hash, { path: `/payment/${hash}/email`, body: email });
    expect(corrected.httpStatus).toBe(200);
  });

  test('is signed by the example of docs/integrate/api-keys.md', async () => {
    const guide = readFileSync(new URL('../../docs/integrate/api-keys.md', import.meta.url), 'utf8');
    const example = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'signing-'));
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(folder, 'payouts.pem'), pem);
    writeFileSync(join(folder, 'sign.mjs'), example.replace("'payouts.pem'", `'${folder}/payouts.pem'`));
    const { signatureHeaders } = await import(/* @vite-ignore */ join(folder, 'sign.mjs'));
    const body = JSON.stringify({
      hash: await createOrder(server),
      paymentMethod: 'usdt',
      typePayment: 'wallet',
      typeTransaction: 'cashout',
      merchantId: key.merchantId,
    });
    const answer = await fetch(`${server.url}/processor`, {
      method: 'POST',
      headers: {
        ...keyHeaders(key),
        ...signatureHeaders('POST', '/processor', body),
        'content-type': 'application/json',
      },
      body,
    });
    expect(answer.status).toBe(200);
    rmSync(folder, { recursive: true });
  });

  test('can be demanded of all keys of a merchant', async () => {
    const { merchantId, apiKey } = await addMerchant(server, { payoutSignatureRequired: true });
    const signed = await addKey(server, merchantId, { signingKey });
    await fund(server, merchantId, 100_000_000n);
    const answer = await processPayout(server, await createOrder(server), { merchantId, apiKey });
    expect(refused(answer)).toEqual({ status: 401, error: 'signature_missing' });
    expect((await send(await createOrder(server), {}, signed)).httpStatus).toBe(200);
  });
});
