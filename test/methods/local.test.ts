import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { type MethodCode, methodCodes, methods } from '../../src/accounts/methods/methods.ts';
import { type Answer, call, createCharge, keyHeaders, postCharge, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** Every local method from the charge to the webhook, with the acquirer of the sandbox as bank, wallet and counter. */

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer(), startReceiver()]);
});

afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

const local = methodCodes.filter((code) => ['redirect', 'instructions'].includes(methods[code].way));
const documents: Readonly<Record<string, string>> = { BRA: '529.982.247-25', COL: '1.020.304.050' };
const phones: Readonly<Record<string, string>> = { COL: '300 123 4567', PER: '987 654 321' };

function chargeBy(code: MethodCode, change: Record<string, unknown> = {}) {
  const { category, countries, currencies } = methods[code];
  return {
    flow: 'PAYIN',
    method_code: code,
    method_category: category,
    country: countries[0],
    currency: currencies[0],
    amount: 150,
    description: 'Dos cafés',
    order_number: `O-${code}`,
    email: 'ana@customer.example',
    notification_url: receiver.url,
    ...change,
  };
}

/** What a customer types if the page asks for it. */
function payer(code: MethodCode): Record<string, string> {
  const country = methods[code].countries[0] ?? '';
  return {
    name: 'Ana Prueba',
    document: documents[country] ?? '',
    phone: phones[country] ?? '',
    bank: '9001',
    street: 'Rua Um 2',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01310-100',
  };
}

async function submit(reference: string, form: Record<string, string>): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  return await call(server, 'POST', `/pay/${reference}`, headers, String(new URLSearchParams(form)));
}

const statusOf = async (reference: string): Promise<Answer['body']> =>
  (await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant))).body.data;
const stateOf = async (reference: string): Promise<Answer['body']> =>
  (await call(server, 'GET', `/pay/${reference}/state`)).body;

/** What the customer does at the bank or the counter. */
async function act(reference: string, body: object): Promise<Answer> {
  return await call(server, 'POST', `/sandbox/pay/${reference}`, {}, body);
}

async function begun(code: MethodCode, change: Record<string, unknown> = {}): Promise<string> {
  const reference = await createCharge(server, chargeBy(code, change));
  const { httpStatus, body } = await submit(reference, payer(code));
  expect([httpStatus, body.view]).toEqual([
    200,
    methods[code].way === 'instructions' ? 'instructions' : 'at_processor',
  ]);
  return reference;
}

const told = (reference: string): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ transactionId }) => transactionId === reference)
    .map(({ transactionStatus, paymentMethod }) => `${paymentMethod} ${transactionStatus}`);

async function approved(reference: string): Promise<void> {
  await until(
    async () => (await statusOf(reference)).status,
    (status) => status === 'approved',
  );
}

describe.each(local)('%s', (code) => {
  test('is paid, told under its own name, booked and given back', async () => {
    const reference = await begun(code);
    const slow = methods[code].way === 'instructions';
    expect((await stateOf(reference)).view).toBe(slow ? 'instructions' : 'at_processor');
    expect((await act(reference, { decision: 'pay' })).body.status).toBe('paid');
    await approved(reference);
    expect((await stateOf(reference)).view).toBe('approved');
    await until(
      async () => told(reference),
      (seen) => seen.length === (slow ? 2 : 1),
    );
    expect(told(reference).toSorted()).toEqual([`${code} approved`, ...(slow ? [`${code} pending`] : [])]);
    expect(await statusOf(reference)).toMatchObject({ method_code: code, status: 'approved' });

    const refund = await call(
      server,
      'POST',
      `/api/transactions/${reference}/refunds`,
      keyHeaders(server.merchant),
      { amount: 50 },
    );
    // What the acquirer does not give back waits for the customer's bank account (bank-refund.test.ts).
    const waits = code === 'BOLETO';
    expect(refund.body).toMatchObject({ code: 200, data: { status: waits ? 'pending' : 'succeeded' } });
    expect((await statusOf(reference)).status).toBe(waits ? 'approved' : 'partially_refunded');
  });

  test('is refused by the bank, and the charge stays open for another attempt', async () => {
    const reference = await begun(code);
    await act(reference, { decision: 'refuse' });
    await until(
      async () => (await stateOf(reference)).view,
      (view) => view === 'form',
    );
    expect(await statusOf(reference)).toMatchObject({
      status: 'open',
      attempts: [{ refusal: 'payment_refused' }],
    });
  });

  test('that the bank takes long to decide is told as pending once, and then paid', async () => {
    const reference = await begun(code);
    await act(reference, { decision: 'delay' });
    await call(server, 'POST', `/pay/${reference}/look`);
    expect((await stateOf(reference)).view).toBe('pending');
    await act(reference, { decision: 'pay' });
    await approved(reference);
    await until(
      async () => told(reference),
      (seen) => seen.length === 2,
    );
    // Two events at once arrive in any order.
    expect(told(reference).toSorted()).toEqual([`${code} approved`, `${code} pending`]);
  });

  test('exists in its country and currency only', async () => {
    const elsewhere = await postCharge(
      server,
      server.merchant,
      chargeBy(code, { country: 'USA', currency: 'USD' }),
    );
    expect(elsewhere.httpStatus).toBe(403);
    expect(elsewhere.body.data.error).toBe('method_not_available');
  });
});

test('what was paid, given back and refused is all in the books', async () => {
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

describe('a charge by any method', () => {
  const any = { method_code: 'ALL', method_category: 'ALL', country: 'BRA', currency: 'BRL' };
  const choose = (reference: string, method: string): Promise<Answer> =>
    call(
      server,
      'POST',
      `/pay/${reference}/method`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      `method=${method}`,
    );

  test('lets the customer choose among what can be used there, and is told under what was chosen', async () => {
    const reference = await createCharge(server, chargeBy('PIX', any));
    expect((await stateOf(reference)).view).toBe('choose');
    const { body: page } = await call(server, 'GET', `/pay/${reference}`);
    expect([...page.matchAll(/name="method" value="(\w+)"/g)].map(([, code]) => code)).toEqual([
      'CARDS',
      'PIX',
      'BOLETO',
      'MERCADOPAGO',
    ]);
    // What is not offered there is not chosen.
    await choose(reference, 'PSE');
    expect((await stateOf(reference)).view).toBe('choose');

    await choose(reference, 'PIX');
    expect((await submit(reference, payer('PIX'))).body.view).toBe('instructions');
    // Another way: the code is cancelled first.
    await choose(reference, 'ALL');
    expect((await stateOf(reference)).view).toBe('choose');
    await choose(reference, 'BOLETO');
    expect((await submit(reference, payer('BOLETO'))).body.view).toBe('instructions');
    await act(reference, { decision: 'pay' });
    await approved(reference);
    await until(
      async () => told(reference),
      (seen) => seen.includes('BOLETO approved'),
    );
    expect(await statusOf(reference)).toMatchObject({ method_code: 'BOLETO' });
  });

  test('cannot change its method once it is paid, nor one that the merchant chose', async () => {
    const paid = await createCharge(server, chargeBy('PIX', any));
    await choose(paid, 'PIX');
    await submit(paid, {});
    await act(paid, { decision: 'pay' });
    await approved(paid);
    await choose(paid, 'ALL');
    expect(await statusOf(paid)).toMatchObject({ method_code: 'PIX', status: 'approved' });
    const fixed = await createCharge(server, chargeBy('PIX'));
    await choose(fixed, 'BOLETO');
    expect(await statusOf(fixed)).toMatchObject({ method_code: 'PIX', status: 'open' });
  });

  test('is refused where nothing can be used', async () => {
    const { httpStatus, body } = await postCharge(
      server,
      server.merchant,
      chargeBy('PIX', { ...any, amount: 999_999_999 }),
    );
    expect([httpStatus, body.data.error]).toEqual([422, 'validation_failed']);
  });
});

describe('the list of methods', () => {
  const list = async (query: string): Promise<Answer> =>
    await call(server, 'GET', `/api/payment-methods${query}`, keyHeaders(server.merchant));

  test('of a country and currency has what can be offered there now, and what takes the amount', async () => {
    const { body } = await list('?country=MEX&currency=MXN');
    expect(body.data.map(({ method_code }: { method_code: string }) => method_code)).toEqual([
      'CARDS',
      'SPEI',
      'OXXO',
      'MERCADOPAGO',
    ]);
    expect(body.data[2]).toEqual({
      method_code: 'OXXO',
      method_category: 'CASH',
      way: 'instructions',
      payable_hours: 72,
      countries: ['MEX'],
      currencies: ['MXN'],
      bounds: { MXN: { min: '10.00', max: '10000.00' } },
    });
    const large = await list('?country=MEX&currency=MXN&amount=10000.01');
    expect(large.body.data.map(({ method_code }: { method_code: string }) => method_code)).not.toContain(
      'OXXO',
    );
  });

  test('refuses a place that is none, with all that is wrong', async () => {
    const { httpStatus, body } = await list('?country=XX&amount=-1');
    expect(httpStatus).toBe(422);
    expect(body.data.fields.map(({ field }: { field: string }) => field)).toEqual(['country', 'currency']);
    expect((await list('?country=MEX&currency=MXN&amount=1.001')).body.data.fields[0].field).toBe('amount');
    expect((await list('?colour=red')).httpStatus).toBe(422);
  });
});
