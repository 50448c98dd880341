import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProvider } from '../../plugins/medusa/build.ts';
import { exactAmount, partInAsset } from '../../plugins/medusa/src/amounts.ts';
import type { Options } from '../../plugins/medusa/src/options.ts';
import type { PasarelaProvider } from '../../plugins/medusa/src/provider.ts';
import { Pasarela, signWebhook } from '../../sdk/typescript/src/index.ts';
import { currencyCodes, exponentOf } from '../../src/base/money/currency.ts';
import { until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Received, type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** The provider for Medusa, as it is built, against the real server. What it takes from Medusa is stood in for. */

/** The parts of @medusajs/framework/utils that the provider uses when it runs. */
const medusa = `
exports.AbstractPaymentProvider = class { constructor(cradle, config) { this.config = config; } };
exports.Modules = { PAYMENT: 'payment' };
exports.ModuleProvider = (module, { services }) => ({ module, services });
exports.MedusaError = class extends Error { constructor(type, message) { super(message); this.type = type; } };
exports.MedusaError.Types = { INVALID_DATA: 'invalid_data', NOT_ALLOWED: 'not_allowed', NOT_FOUND: 'not_found', UNEXPECTED_STATE: 'unexpected_state' };
`;

let server: TestServer;
let receiver: Receiver;
let pasarela: Pasarela;
let folder: string;
let Provider: typeof PasarelaProvider;
let options: Options;
let provider: PasarelaProvider;
let sessions = 0;

beforeAll(async () => {
  [server, receiver, folder] = await Promise.all([
    startTestServer({ SANDBOX_CHAINS: 'on' }),
    startReceiver(),
    mkdtemp(join(tmpdir(), 'pasarela-medusa-')),
  ]);
  const framework = join(folder, 'node_modules/@medusajs/framework');
  await mkdir(framework, { recursive: true });
  await writeFile(join(framework, 'utils.js'), medusa);
  await buildProvider(join(folder, 'index.cjs'));
  const { default: built } = createRequire(import.meta.url)(join(folder, 'index.cjs'));
  expect(built.module).toBe('payment');
  [Provider] = built.services;

  const { apiKey, merchantId } = server.merchant;
  pasarela = new Pasarela({ baseUrl: server.url, apiKey, merchantId });
  const endpoint = await pasarela.webhooks.endpoints.create({ url: receiver.url, events: ['charge.*'] });
  options = {
    baseUrl: server.url,
    apiKey,
    merchantId,
    webhookSecret: endpoint.secret ?? '',
    country: 'COL',
    returnUrl: 'http://127.0.0.1/thanks',
  };
  provider = new Provider({}, options);
});
afterAll(async () => {
  await receiver?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

type Kept = Record<string, unknown> & { reference: string; session_id: string };

async function initiate(given: object = {}, by = provider): Promise<Kept> {
  const session = `payses_${process.pid}_${sessions++}`;
  const { id, data } = await by.initiatePayment({
    amount: 10.5,
    currency_code: 'usd',
    data: { session_id: session, method: 'CARDS' },
    context: { idempotency_key: session },
    ...given,
  });
  expect(data).toMatchObject({ reference: id, session_id: expect.any(String), url: expect.any(String) });
  return data as Kept;
}

async function paid(given: object = {}, by = provider): Promise<Kept> {
  const data = await initiate(given, by);
  await pasarela.sandbox.charge(data.reference, 'approve');
  await until(
    () => by.getPaymentStatus({ data }),
    ({ status }) => status === 'captured' || status === 'authorized',
  );
  return data;
}

const refused = (type: string) => expect.objectContaining({ type, message: expect.any(String) });

test('its options are checked, with all faults at once', () => {
  expect(() => Provider.validateOptions(options)).not.toThrow();
  expect(() =>
    Provider.validateOptions({ baseUrl: 'pay.example', country: 'CO', capture: 'manual' }),
  ).toThrow(
    /merchantId is missing; apiKey is missing; webhookSecret is missing; baseUrl begins .* country has three letters.* needs the method "CARDS"/,
  );
  expect(() => Provider.validateOptions({ ...options, webhookSecret: 'secret' })).toThrow('whsec_');
});

describe('an amount', () => {
  test.each([
    [10.5, 'USD', '10.50'],
    [30.299999999999997, 'USD', '30.30'],
    [0.1 + 0.2, 'USD', '0.30'],
    ['1234567890123.45', 'USD', '1234567890123.45'],
    [{ value: '10.990000000000000000', precision: 20 }, 'EUR', '10.99'],
    [{ numeric: 5, raw: { value: '5.005' } }, 'EUR', '5.01'],
    [{ toFixed: () => '7' }, 'BRL', '7.00'],
    [1990.4, 'CLP', '1990'],
    [1990.5, 'CLP', '1991'],
    [1e-7, 'USD', '0.00'],
    ['1.2345', 'KWD', '1.235'],
  ])('%j in %s is %s', (amount, currency, exact) => {
    expect(exactAmount(amount, currency)).toBe(exact);
  });

  test.each([-1, Number.NaN, '1e3', 1e21, {}, null, '', '1,5'])('%j is none', (amount) => {
    expect(() => exactAmount(amount, 'USD')).toThrow(TypeError);
  });

  test('has as many decimals in each currency as the server takes', () => {
    const digits = (code: string) => exactAmount(1, code).split('.')[1]?.length ?? 0;
    const different = currencyCodes.filter((code) => digits(code) !== exponentOf(code));
    expect(different).toEqual([]);
  });

  test('in an asset is the same part of what was paid, never more', () => {
    expect(partInAsset('50000.00', '100000.00', '25.000001', 'COP')).toBe('12.500000');
    expect(partInAsset('100000.00', '100000.00', '25.000001', 'COP')).toBe('25.000001');
  });
});

describe('a session', () => {
  test('becomes a charge of its exact amount, once', async () => {
    const session_id = 'payses_once';
    const input = {
      amount: { value: '99.900000000000000000' },
      currency_code: 'brl',
      data: { session_id, method: 'PIX', return_url: 'http://127.0.0.1/back', reference: 'of-another' },
      context: {
        idempotency_key: session_id,
        customer: {
          id: 'cus_1',
          email: 'ana@customer.example',
          billing_address: { country_code: 'br' },
        },
      },
    };
    const { data, status } = await provider.initiatePayment(input);
    expect((await provider.initiatePayment(input)).data).toEqual(data);
    expect(status).toBe('pending');
    expect(await pasarela.charges.retrieve((data as Kept).reference)).toMatchObject({
      amount_exact: '99.90',
      currency: 'BRL',
      country: 'BRA',
      method_code: 'PIX',
      email: 'ana@customer.example',
      customer_id: 'cus_1',
      metadata: { session_id },
    });
  });

  test('that the server refuses is refused in Medusa’s words', async () => {
    await expect(initiate({ amount: 0 })).rejects.toEqual(refused('invalid_data'));
    await expect(initiate({ currency_code: 'xxx' })).rejects.toEqual(refused('invalid_data'));
    await expect(initiate({ data: {} })).rejects.toEqual(refused('invalid_data'));
    const away = new Provider({}, { ...options, apiKey: 'wrong' });
    await expect(initiate({}, away)).rejects.toEqual(refused('unexpected_state'));
  });

  test('keeps its charge while the amount stays, and gets another one whenever it changes', async () => {
    const first = await initiate();
    const change = async (data: object, amount: unknown) =>
      (await provider.updatePayment({ data: { ...data }, amount, currency_code: 'usd' })).data as Kept;
    expect((await change(first, '10.50')).reference).toBe(first.reference);
    const second = await change(first, 12);
    const third = await change(second, 10.5);
    expect(new Set([first.reference, second.reference, third.reference]).size).toBe(3);
    // Repeated because its answer was lost, it is the same.
    expect(await change(second, 10.5)).toEqual(third);
    const fourth = await change(third, 12);
    const charges = await Promise.all(
      [first, second, third, fourth].map(({ reference }) => pasarela.charges.retrieve(reference)),
    );
    expect(charges.map(({ status, amount_exact }) => [status, amount_exact])).toEqual([
      ['canceled', '10.50'],
      ['canceled', '12.00'],
      ['canceled', '10.50'],
      ['open', '12.00'],
    ]);
    expect(charges.every(({ metadata }) => metadata?.session_id === first.session_id)).toBe(true);
  });

  test('that was paid is not replaced, and not deleted', async () => {
    const data = await paid();
    await expect(provider.updatePayment({ data, amount: 12, currency_code: 'usd' })).rejects.toEqual(
      refused('not_allowed'),
    );
    await expect(provider.deletePayment({ data })).rejects.toEqual(refused('not_allowed'));
    expect((await pasarela.charges.retrieve(data.reference)).status).toBe('approved');
  });

  test('is not paid by the charge of another', async () => {
    const mine = await initiate();
    const other = await paid();
    await expect(
      provider.authorizePayment({ data: { ...mine, reference: other.reference } }),
    ).rejects.toEqual(refused('not_allowed'));
  });

  test('ends with its charge, and without one there is nothing to end', async () => {
    const data = await initiate();
    for (let time = 0; time < 2; time++) {
      expect((await provider.cancelPayment({ data })).data).toMatchObject({ status: 'canceled' });
    }
    expect((await provider.getPaymentStatus({ data })).status).toBe('canceled');
    expect(await provider.deletePayment({ data: { method: 'PIX' } })).toEqual({ data: { method: 'PIX' } });
  });
});

describe('authorizing', () => {
  test('asks for more until the customer has paid', async () => {
    const data = await initiate();
    expect((await provider.authorizePayment({ data })).status).toBe('requires_more');
    await pasarela.sandbox.charge(data.reference, 'approve');
    const { status, data: after } = await until(
      () => provider.authorizePayment({ data }),
      (seen) => seen.status === 'captured',
    );
    expect([status, after]).toEqual(['captured', { ...data, status: 'approved' }]);
    expect((await provider.retrievePayment({ data })).data).toMatchObject({
      method: 'CARDS',
      refunded: '0.00',
    });
  });

  test('is put off while a bank decides, and is over when the charge is', async () => {
    const { merchantId, webhookSecret, ...rest } = { ...options, country: 'BRA' };
    const brazil = new Provider({}, { ...rest, merchantId, webhookSecret, method: 'PIX' });
    const data = await initiate({ amount: 150, currency_code: 'brl' }, brazil);
    expect((await brazil.authorizePayment({ data })).status).toBe('requires_more');
    await pasarela.sandbox.charge(data.reference, 'delay');
    expect((await brazil.authorizePayment({ data })).status).toBe('pending_authorization');
    const other = await initiate();
    await pasarela.sandbox.charge(other.reference, 'expire');
    await until(
      () => provider.authorizePayment({ data: other }),
      ({ status }) => status === 'canceled',
    );
  });
});

describe('with manual capture', () => {
  const holding = () => new Provider({}, { ...options, method: 'CARDS', capture: 'manual' });

  test('the amount is held, and taken once', async () => {
    const by = holding();
    const data = await paid({}, by);
    expect((await by.authorizePayment({ data })).status).toBe('authorized');
    const context = { idempotency_key: 'capt_1' };
    for (let time = 0; time < 2; time++) await by.capturePayment({ data, context });
    expect(await pasarela.charges.retrieve(data.reference)).toMatchObject({
      status: 'approved',
      captured: '10.50',
    });
  });

  test('a canceled payment gives the held amount free', async () => {
    const by = holding();
    const data = await paid({}, by);
    await by.cancelPayment({ data, context: { idempotency_key: 'pay_1' } });
    expect((await pasarela.charges.retrieve(data.reference)).status).toBe('voided');
  });

  test('nothing is taken from a card that was not charged', async () => {
    const data = await initiate({}, holding());
    await expect(provider.capturePayment({ data, context: { idempotency_key: 'capt_2' } })).rejects.toEqual(
      refused('not_allowed'),
    );
  });
});

describe('a refund', () => {
  test('gives back its part once, and not more than there is', async () => {
    const data = await paid();
    const context = { idempotency_key: 'ref_1' };
    for (let time = 0; time < 2; time++) {
      expect(await provider.refundPayment({ data, amount: { value: '4.2' }, context })).toEqual({ data });
    }
    expect((await pasarela.charges.retrieve(data.reference)).refunded).toBe('4.20');
    await expect(
      provider.refundPayment({ data, amount: 10.5, context: { idempotency_key: 'ref_2' } }),
    ).rejects.toEqual(refused('invalid_data'));
    await expect(provider.refundPayment({ data, amount: 1 })).rejects.toEqual(refused('invalid_data'));
  });

  test('of USDT gives back the same part of what was paid', async () => {
    const data = await initiate({
      amount: 50_000,
      currency_code: 'cop',
      data: { session_id: 'payses_usdt', method: 'USDT', email: 'ana@customer.example' },
    });
    await fetch(String(data.url));
    await pasarela.sandbox.payOrder(data.reference, { network: 'TRC20' });
    await until(
      () => provider.getPaymentStatus({ data }),
      ({ status }) => status === 'captured',
    );
    await provider.refundPayment({ data, amount: 20_000, context: { idempotency_key: 'ref_3' } });
    const { refunds, credited } = await pasarela.orders.retrieve(data.reference);
    expect(refunds?.map(({ amount }) => Number(amount))).toEqual([Number(credited) * 0.4]);
  });
});

describe('a webhook', () => {
  async function sent(reference: string, type: string): Promise<Received> {
    const found = await until(
      async () =>
        receiver.received.find(({ body }) => {
          const { transactionId, eventType } = JSON.parse(body);
          return transactionId === reference && eventType === type;
        }),
      (seen) => seen !== undefined,
    );
    return found as Received;
  }
  const read = ({ body, headers }: { body: string; headers: object }, by = provider) =>
    by.getWebhookActionAndData({
      data: JSON.parse(body),
      rawData: Buffer.from(body),
      headers: headers as Record<string, unknown>,
    });

  test('of a paid charge names its session and amount, also when it comes again', async () => {
    const data = await paid();
    const webhook = await sent(data.reference, 'charge.approved');
    const action = { action: 'captured', data: { session_id: data.session_id, amount: '10.50' } };
    expect(await read(webhook)).toEqual(action);
    await provider.refundPayment({ data, amount: 1, context: { idempotency_key: 'ref_4' } });
    expect(await read(webhook)).toEqual(action);
  });

  test('that was forged, changed or signed for another is refused', async () => {
    const data = await paid();
    const webhook = await sent(data.reference, 'charge.approved');
    const { body, headers } = webhook;
    for (const forged of [
      { body, headers: {} },
      { body: `${body} `, headers },
      { body, headers: await signWebhook(body, 'whsec_c2VjcmV0') },
    ]) {
      await expect(read(forged)).rejects.toThrow(/signed|old/);
    }
  });

  test('says what the charge is, whatever its body claims', async () => {
    const data = await initiate();
    const body = JSON.stringify({
      eventType: 'charge.approved',
      transactionId: data.reference,
      totalAmount: 1_000_000,
      metadata: { session_id: 'payses_other' },
    });
    const signed = { body, headers: await signWebhook(body, String(options.webhookSecret)) };
    expect(await read(signed)).toMatchObject({
      action: 'not_supported',
      data: { session_id: data.session_id },
    });
    await provider.cancelPayment({ data });
    expect((await read(await sent(data.reference, 'charge.canceled'))).action).toBe('canceled');
  });

  test('that is none of a payment session, or a sample, is left alone', async () => {
    const { reference } = await pasarela.charges.create({
      amount: '5',
      currency: 'USD',
      country: 'COL',
      method: 'CARDS',
    });
    await pasarela.sandbox.charge(reference, 'approve');
    expect(await read(await sent(reference, 'charge.approved'))).toEqual({ action: 'not_supported' });
    for (const event of [
      { eventType: 'charge.approved', transactionId: reference, sample: true },
      { eventType: 'refund.succeeded', transactionId: reference },
      { eventType: 'payout.success', orderId: reference },
    ]) {
      const body = JSON.stringify(event);
      const headers = await signWebhook(body, String(options.webhookSecret));
      expect(await read({ body, headers })).toEqual({ action: 'not_supported' });
    }
  });
});
