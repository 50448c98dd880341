import { generateKeyPairSync } from 'node:crypto';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  Pasarela,
  PasarelaError,
  PermissionError,
  RateLimitError,
  ServerError,
  signWebhook,
  TimeoutError,
  ValidationError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/typescript/src/index.ts';
import { statusOf } from '../../src/base/http/status.ts';
import { call, pay, until } from '../kit/client.ts';
import { addKey } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** The TypeScript client against the real server. */

let server: TestServer;
let receiver: Receiver;
let client: Pasarela;
const note =
  '// Made from the published description by test/clients/typescript.test.ts: run it with --update.';
/** The requests of `client`, by method and path. */
const asked: string[] = [];

beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), startReceiver()]);
  client = clientWith(async (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
    return await fetch(input, init);
  });
});
afterAll(() => Promise.all([server.stop(), receiver.close()]));

function clientWith(
  through: typeof fetch,
  options: Partial<ConstructorParameters<typeof Pasarela>[0]> = {},
): Pasarela {
  const { apiKey, merchantId } = server.merchant;
  return new Pasarela({ baseUrl: server.url, apiKey, merchantId, fetch: through, ...options });
}

const sale = { amount: '10.50', currency: 'USD', country: 'COL', method: 'CARDS' } as const;
const card = '4242424242424242';

test('is typed by the description that the server publishes', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  const types = astToString(await openapiTS(body));
  await expect(`${note}\n\n${types}`).toMatchFileSnapshot('../../sdk/typescript/src/api.ts');
});

describe('money', () => {
  test('a charge is created, paid, and given back in part, each in one call', async () => {
    const { reference, url } = await client.charges.create({ ...sale, order_number: 'A-1' });
    expect(url).toContain(`/pay/${reference}`);
    await pay(server, reference, card);
    const { id, status } = await client.charges.refund(reference, { amount: '0.30', reason: 'too much' });
    expect([id, status]).toEqual([expect.any(String), expect.stringMatching(/pending|succeeded/)]);
    const { data, response } = await client.charges.retrieve(reference).withResponse();
    expect([data.status, data.amount_exact, response.status]).toEqual(['partially_refunded', '10.50', 200]);
  });

  test('0.1 + 0.2 and what is no amount are refused before anything is sent', async () => {
    const before = asked.length;
    for (const amount of [1e21, Number.NaN, '1e3', '-1', '']) {
      await expect(client.charges.create({ ...sale, amount })).rejects.toThrow(TypeError);
    }
    expect(asked.length).toBe(before);
    await expect(client.charges.create({ ...sale, amount: 0.1 + 0.2 })).rejects.toThrow(ValidationError);
  });

  test('an order is made in one call, and its errors have their codes', async () => {
    const { id, url } = await client.orders.create({
      amount: '25.50',
      email: 'ana@customer.example',
      country: 'COL',
    });
    expect(url).toContain(id);
    expect((await client.orders.retrieve(id)).status).toBe('open');
    const refused = await client.orders.refund(id).catch((error) => error);
    expect(refused).toBeInstanceOf(ConflictError);
    expect([refused.code, refused.status]).toEqual(['order_not_refundable', 409]);
    expect(refused.requestId).toMatch(/\w/);
  });

  test('a payout is signed where its key signs', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const signingKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const signing = await addKey(server, server.merchant.merchantId, { signingKey });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const request = { amount: '5', email: 'eva@recipient.example', country: 'COL' };
    const unsigned = clientWith(fetch, { apiKey: signing.apiKey });
    await expect(unsigned.payouts.create(request)).rejects.toMatchObject({
      code: 'signature_missing',
      status: 401,
    });
    const signed = clientWith(fetch, { apiKey: signing.apiKey, signingKey: pem });
    await expect(signed.payouts.create(request)).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
  });
});

describe('a request whose answer is lost', () => {
  test('is repeated with the same key, and done once', async () => {
    let lost = 0;
    const cut = clientWith(async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/charges') || lost++ > 0) return response;
      throw new TypeError('the connection was cut');
    });
    const { reference } = await cut.charges.create({ ...sale, order_number: 'once' });
    const rows = await client.charges.list({ order_number: 'once' });
    expect(rows.rows.map((row) => row.reference)).toEqual([reference]);
    expect(lost).toBe(2);
  });

  test('is repeated with a new token when the first has expired', async () => {
    const tokens: string[] = [];
    const late = clientWith(async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/charges')) return response;
      tokens.push(new Headers(init?.headers).get('authorization') ?? '');
      if (tokens.length === 1) throw new TypeError('the connection was cut');
      return tokens.length === 2 ? refusal(401, 'token_expired') : response;
    });
    const { reference } = await late.charges.create({ ...sale, order_number: 'late' });
    const { rows } = await client.charges.list({ order_number: 'late' });
    expect(rows.map((row) => row.reference)).toEqual([reference]);
    expect([tokens.length, new Set(tokens).size]).toEqual([3, 2]);
  });

  test('is lost, too, if what came is not JSON', async () => {
    const odd = clientWith(async () => new Response('<html>'), { maxRetries: 0 });
    await expect(odd.balances()).rejects.toThrow(ConnectionError);
  });

  test('is told as lost at the end, and one that has no second time is not repeated', async () => {
    let count = 0;
    const away = clientWith(
      async () => {
        count += 1;
        throw new TypeError('nobody is there');
      },
      { maxRetries: 1 },
    );
    await expect(away.balances()).rejects.toThrow(ConnectionError);
    expect(count).toBe(2);
    await expect(away.webhooks.sendTest()).rejects.toThrow(ConnectionError);
    expect(count).toBe(3);
  });

  test('ends in time, and when its caller no longer wants it', async () => {
    const silent = clientWith(
      (_, init) =>
        new Promise((_done, fail) =>
          init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)),
        ),
      { maxRetries: 0 },
    );
    await expect(silent.balances({ timeoutMs: 20 })).rejects.toThrow(TimeoutError);
    const stop = new AbortController();
    const waiting = silent.balances({ signal: stop.signal }).catch((error) => error);
    stop.abort(new Error('no longer needed'));
    expect((await waiting).message).toBe('no longer needed');
  });

  test('waits as long as a busy server says', async () => {
    const answers = [429, 503, 200];
    const from: number[] = [];
    const busy = clientWith(async () => {
      from.push(performance.now());
      const status = answers.shift() ?? 200;
      const body = JSON.stringify({ status: 'Success', data: [] });
      return new Response(body, { status, headers: { 'retry-after': '0.05' } });
    });
    expect(await busy.balances()).toEqual([]);
    expect(from).toHaveLength(3);
  });
});

test('a list goes on from page to page', async () => {
  for (let made = 0; made < 3; made++) await client.charges.create({ ...sale, customer_id: 'pages' });
  const first = await client.charges.list({ customer_id: 'pages', limit: 2 });
  expect([first.rows.length, first.nextCursor]).toEqual([2, expect.any(String)]);
  const references = [];
  for await (const { reference } of client.charges.list({ customer_id: 'pages', limit: 2 }))
    references.push(reference);
  expect(new Set(references).size).toBe(3);
});

test('a sandbox plays the customer and the network', async () => {
  const charge = await client.charges.create({ ...sale, method: 'ALL', currency: 'BRL', country: 'BRA' });
  expect((await client.sandbox.charge(charge.reference, 'approve', 'PIX')).did).toMatch(/\w/);
  await until(
    async () => await client.charges.retrieve(charge.reference),
    ({ status }) => status === 'approved',
  );
  const order = await client.orders.create({ amount: '5', email: 'ana@customer.example', country: 'COL' });
  await client.sandbox.payOrder(order.id, { network: 'ERC20' });
  await until(
    async () => await client.orders.retrieve(order.id),
    ({ status }) => status !== 'open' && status !== 'awaiting',
  );
  expect((await client.sandbox.mine('ERC20', 3)).did).toContain('3 blocks');
  await expect(client.sandbox.mine('NONE', 3)).rejects.toThrow(NotFoundError);
});

test('every code has its class and field, in both envelopes', async () => {
  const { body: description } = await call(server, 'GET', '/openapi.json');
  expect(Object.keys(statusOf).sort()).toEqual([...description.components.schemas.ErrorCode.enum].sort());
  const classes: Record<number, typeof PasarelaError> = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
    500: ServerError,
    503: ServerError,
  };
  const fields = [{ field: 'amount', message: 'too much' }];
  for (const [code, status] of Object.entries(statusOf)) {
    for (const inner of [true, false]) {
      const refusing = clientWith(async () => refusal(status, code, fields, inner), { maxRetries: 0 });
      const error = await refusing.balances().catch((refused) => refused);
      expect(error.constructor).toBe(classes[status] ?? PasarelaError);
      expect(error).toMatchObject({ code, status, fields, requestId: 'r-1', message: 'No.' });
    }
  }
});

/** An error in the envelope of the card API, or of the crypto API. */
function refusal(status: number, error: string, fields: object[] = [], inner = true): Response {
  const said = { error, fields, request_id: 'r-1' };
  const body = inner ? { status: 'Error', code: status, data: said } : { status: false, ...said };
  return Response.json({ ...body, message: 'No.' }, { status });
}

test('every fault of a field is in the error', async () => {
  const refused = await client.charges
    .create({ ...sale, currency: 'usd', country: 'CO' })
    .catch((error) => error);
  expect(refused).toBeInstanceOf(ValidationError);
  expect(refused.fields.map(({ field }: { field: string }) => field)).toEqual(['country', 'currency']);
  await expect(client.charges.retrieve('nothing')).rejects.toThrow(NotFoundError);
});

test('a webhook is verified as it came, and no other', async () => {
  const { data } = await client.webhooks.endpoints
    .create({ url: receiver.url, events: ['charge.approved'] })
    .withResponse();
  const secret = data.secret ?? '';
  const { reference } = await client.charges.create({ ...sale, metadata: { cart: '17' } });
  await pay(server, reference, card);
  const [sent] = await until(
    async () => receiver.received,
    (received) => received.length > 0,
  );
  const { body = '', headers = {} } = sent ?? {};
  const event = await verifyWebhook(body, headers, ['whsec_AAAA', secret]);
  expect(event).toMatchObject({
    eventType: 'charge.approved',
    transactionId: reference,
    metadata: { cart: '17' },
  });
  const late = { now: new Date(Date.now() + 301_000) };
  for (const forge of [
    () => verifyWebhook(`${body} `, headers, secret),
    () => verifyWebhook(body, headers, 'whsec_AAAA'),
    () => verifyWebhook(body, { ...headers, 'webhook-id': 'other' }, secret),
    () => verifyWebhook(body, headers, secret, late),
    () => verifyWebhook(body, {}, secret),
  ]) {
    await expect(forge()).rejects.toThrow(WebhookVerificationError);
  }
  const own = JSON.stringify({ eventType: 'charge.approved' });
  expect(await verifyWebhook(own, await signWebhook(own, secret), secret)).toEqual({
    eventType: 'charge.approved',
  });
});

test('it calls every operation of the description', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  const id = '01998c60-1a2b-7000-8000-000000000001';
  const link = { kind: 'link', title: 'T', country: 'COL', currency: 'USD', amount: '5', methods: ['CARDS'] };
  const { charges, orders, payouts, paymentLinks, events, webhooks } = client;
  const calls: PromiseLike<unknown>[] = [
    client.paymentMethods({ country: 'COL', currency: 'USD' }),
    client.balances(),
    client.key(),
    charges.cancel(id),
    charges.capture(id, { amount: 1 }),
    charges.void(id),
    charges.resolve(id, { payment: id, decision: 'accept' }),
    charges.bankRefunds.details(id, id),
    charges.bankRefunds.paid(id, id, {} as never),
    charges.bankRefunds.withdraw(id, id),
    charges.bankRefunds.askAgain(id, id),
    orders.resolve(id, { decision: 'accept' }),
    payouts.cancel(id),
    payouts.reissueLink(id),
    payouts.correctEmail(id, 'eva@recipient.example'),
    paymentLinks.create(link as never),
    paymentLinks.list(),
    paymentLinks.retrieve(id),
    paymentLinks.change(id, link as never),
    paymentLinks.payments(id),
    paymentLinks.close(id),
    paymentLinks.reopen(id),
    paymentLinks.remind(id),
    events.list(),
    events.retrieve(id),
    events.redeliver(id),
    events.replays.create({ dry_run: true } as never),
    events.replays.retrieve(id),
    events.replays.cancel(id),
    webhooks.sendTest(),
    webhooks.endpoints.list(),
    webhooks.endpoints.change(id, { description: 'x' }),
    webhooks.endpoints.rotateSecret(id, {} as never),
    webhooks.endpoints.remove(id),
  ];
  const codes = new Set(body.components.schemas.ErrorCode.enum);
  for (const refusal of await Promise.all(
    calls.map((each) =>
      Promise.resolve(each).then(
        () => null,
        (error) => error,
      ),
    ),
  )) {
    if (refusal === null) continue;
    expect(refusal).toBeInstanceOf(PasarelaError);
    expect(codes).toContain(refusal.code);
    expect(refusal.status).toBeLessThan(500);
  }
  const left = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => `${method.toUpperCase()} ${path}`)
      .filter((operation) => {
        const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`);
        return !asked.some((each) => pattern.test(each));
      }),
  );
  // The contract's older way to a token, in place of which the client uses its key.
  expect(left).toEqual(['GET /v1/api/authenticate']);
});
