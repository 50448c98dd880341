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
    expect(told(reference)).toEqual([...(slow ? [`${code} pending`] : []), `${code} approved`]);
    expect(await statusOf(reference)).toMatchObject({ method_code: code, status: 'approved' });

    const refund = await call(
      server,
      'POST',
      `/api/transactions/${reference}/refunds`,
      keyHeaders(server.merchant),
      { amount: 50 },
    );
    expect(refund.body).toMatchObject({ code: 200, data: { status: 'succeeded' } });
    expect((await statusOf(reference)).status).toBe('partially_refunded');
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
    expect(told(reference)).toEqual([`${code} pending`, `${code} approved`]);
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
