import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { waitingOrders } from '../../src/crypto/orders/list-store.ts';
import { waitingMail } from '../../src/crypto/orders/waiting-text.ts';
import { expireCharges } from '../../src/payments/charges/expire-charges.ts';
import { type EvmPayer, evmPayer } from '../kit/chains/payer.ts';
import {
  call,
  createCharge,
  getToken,
  keyHeaders,
  pay,
  postCharge,
  readTransaction,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { choose, endHold, noticesOf, stateOf, untilStatus } from '../kit/crypto/orders.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** E2 with USDT: a charge like any other, paid on the crypto page. */

const usdt = { ...sampleCharge, method_code: 'USDT', method_category: 'CRYPTO' };
let receiver: Receiver;
let server: TestServer;
let payer: EvmPayer;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ SANDBOX_CHAINS: 'on', DEMO_WEBHOOK_URL: `${receiver.url}/account` });
  payer = evmPayer(server.networks.ERC20 as NonNullable<typeof server.networks.ERC20>);
});

afterAll(async () => {
  const report = await checkLedger(server.sql);
  await server.stop();
  await receiver.close();
  expect(faultsIn(report)).toEqual([]);
});

/** Arrives as a customer does: by the charge's url, which redirects to the crypto page. */
async function arrive(reference: string): Promise<void> {
  const { httpStatus, headers } = await call(server, 'GET', `/pay/${reference}`);
  expect(httpStatus).toBe(303);
  expect(headers.get('location')).toBe(`/crypto/${reference}`);
  expect((await call(server, 'GET', `/crypto/${reference}`)).httpStatus).toBe(200);
}

async function chosen(change: object = {}): Promise<{ reference: string; address: string; units: bigint }> {
  const reference = await createCharge(server, { ...usdt, ...change });
  await arrive(reference);
  const state = await choose(server, reference, 'ERC20');
  return { reference, address: state.address as string, units: BigInt(state.amountUnits as string) };
}

test('is offered beside cards, in USD and the local currencies of the sandbox', async () => {
  const { body } = await call(server, 'GET', '/api/payment-methods', keyHeaders(server.merchant));
  expect(body.data).toContainEqual({
    method_code: 'USDT',
    method_category: 'CRYPTO',
    way: 'chain',
    payable_hours: null,
    countries: [],
    currencies: ['USD', 'COP', 'BRL', 'MXN', 'ARS', 'CLP', 'PEN'],
    bounds: {
      USD: { min: '1.00', max: '1000000.00' },
      COP: { min: '5000.00', max: '1000000000.00' },
      BRL: { min: '6.00', max: '1000000.00' },
      MXN: { min: '20.00', max: '1000000.00' },
      ARS: { min: '1500.00', max: '1000000000.00' },
      CLP: { min: '1000', max: '1000000000' },
      PEN: { min: '4.00', max: '1000000.00' },
    },
  });
});

test.each<[string, object, string]>([
  ['in a currency without a rate', { currency: 'EUR', amount: 10 }, 'currency'],
  ['of less than a dollar in pesos', { currency: 'COP', amount: 4_999.99 }, 'amount'],
  ['with the category of cards', { method_category: 'CARD' }, 'method_category'],
  ['of less than a dollar', { amount: 0.99 }, 'amount'],
])('is refused %s', async (_what, change, field) => {
  const { httpStatus, body } = await postCharge(server, server.merchant, { ...usdt, ...change });
  expect(httpStatus).toBe(422);
  expect(body.data.fields.map((fault: { field: string }) => fault.field)).toContain(field);
});

test('paid, it is approved, and Payload B goes to its notification_url', async () => {
  const notification_url = `${receiver.url}/of-the-charge`;
  const { reference, address, units } = await chosen({ notification_url, order_number: 'A-17' });
  expect(units).toBe(10_500_000n);
  const transactionHash = await payer.pay(address, units);
  await untilStatus(server, reference, 'pending', 'success');
  await payer.finalize();
  await untilStatus(server, reference, 'success');

  for (const hash of [transactionHash, transactionHash.slice(2).toUpperCase()]) {
    const path = `/api/transactions?transaction_hash=${hash}`;
    const found = (await call(server, 'GET', path, keyHeaders(server.merchant))).body.data.transactions;
    expect(found).toMatchObject([{ reference, status: 'approved', approved_at: expect.any(String) }]);
  }
  const none = `/api/transactions?transaction_hash=${'0'.repeat(64)}`;
  expect((await call(server, 'GET', none, keyHeaders(server.merchant))).body.data.transactions).toEqual([]);
  const detail = (await readTransaction(server, reference)).body.data;
  expect(detail).toMatchObject({ status: 'approved', method_code: 'USDT', attempts: [], refunds: [] });
  const [sent] = await until(
    async () => receiver.received.filter(({ body }) => body.includes(reference)),
    (all) => all.length > 0,
  );
  expect(sent?.path).toBe('/of-the-charge');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    transactionStatus: 'approved',
    transactionId: reference,
    totalAmount: 10.5,
    paymentMethod: 'USDT',
    email: 'ana@customer.example',
    numeroOrden: 'A-17',
    merchantId: server.merchant.merchantId,
    currency: 'USD',
    refundedAmount: 0,
    transactionDateUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    orderId: reference,
    transactionHash,
    cryptoAmount: '10.500000',
    expected: '10.500000',
    received: '10.500000',
    credited: '10.500000',
    undecided: '0.000000',
    eventType: 'charge.approved',
    eventId: expect.any(String),
  });
  // Neither Payload A nor a second notice.
  expect(await noticesOf(server, reference)).toHaveLength(1);

  const refund = await call(
    server,
    'POST',
    `/api/transactions/${reference}/refunds`,
    keyHeaders(server.merchant),
    {},
  );
  expect(refund).toMatchObject({
    httpStatus: 409,
    body: { data: { error: 'charge_not_refundable' }, message: expect.stringContaining('USDT') },
  });
});

test('paid twice as much, webhook and GET say the same, and one call gives the surplus back', async () => {
  const { reference, address, units } = await chosen({ amount: 22 });
  await payer.pay(address, 2n * units);
  await untilStatus(server, reference, 'success');
  const money = {
    cryptoAmount: '44.000000',
    expected: '22.000000',
    received: '44.000000',
    credited: '44.000000',
    undecided: '22.000000',
    anomalies: ['overpaid'],
  };
  const events = await server.sql<
    { body: string }[]
  >`SELECT body FROM events WHERE subject_id = ${reference}`;
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ transactionStatus: 'approved', orderId: reference, ...money }),
  ]);
  const own = keyHeaders(server.merchant);
  const read = async () => (await call(server, 'GET', `/payment/${reference}`, own)).body.order;
  expect(await read()).toMatchObject(money);
  expect((await stateOf(server, reference)).received).toBe('44.00');
  const answer = await call(server, 'POST', `/payment/${reference}/resolve`, own, { decision: 'refund' });
  expect(answer.httpStatus).toBe(200);
  expect(answer.body.order).toMatchObject({
    undecided: '0.000000',
    credited: '44.000000',
    refunds: [{ status: 'open', amount: '22.000000' }],
  });
});

test('takes no card', async () => {
  const reference = await createCharge(server, usdt);
  const { body } = await pay(server, reference, '4242424242424242');
  expect(body.status).toBe('open');
  const [row] = await server.sql`SELECT count(*) FROM attempts WHERE charge_id = ${reference}`;
  expect(row?.count).toBe(0n);
});

test('many who come at once find one order', async () => {
  const reference = await createCharge(server, usdt);
  await Promise.all(Array.from({ length: 8 }, () => arrive(reference)));
  const [row] = await server.sql`SELECT count(*) FROM crypto_orders WHERE id = ${reference}`;
  expect(row?.count).toBe(1n);
});

test('is one charge per session, as cards are', async () => {
  const token = await getToken(server, server.merchant);
  const first = await call(server, 'POST', '/api/transactions/charges', token, usdt);
  const again = await call(server, 'POST', '/api/transactions/charges', token, usdt);
  expect(again.body.data).toEqual(first.body.data);
  const other = await call(server, 'POST', '/api/transactions/charges', token, sampleCharge);
  expect(other.httpStatus).toBe(409);
});

describe('its end', () => {
  const cancel = (reference: string) =>
    call(server, 'POST', `/api/transactions/${reference}/cancel`, keyHeaders(server.merchant));

  test('by cancelling, before anybody came: the page says so', async () => {
    const reference = await createCharge(server, usdt);
    expect((await cancel(reference)).body.data.status).toBe('canceled');
    const page = await call(server, 'GET', `/pay/${reference}`);
    expect(page.httpStatus).toBe(200);
    expect((await call(server, 'GET', `/crypto/${reference}`)).httpStatus).toBe(404);
  });

  test('by cancelling, with the page open: no network can be chosen any more', async () => {
    const reference = await createCharge(server, usdt);
    await arrive(reference);
    expect((await cancel(reference)).body.data.status).toBe('canceled');
    const answer = await call(server, 'POST', `/crypto/${reference}/network`, {}, { network: 'ERC20' });
    expect(answer).toMatchObject({ httpStatus: 422, body: { error: 'not_open' } });
    expect((await stateOf(server, reference)).view).toBe('expired');
  });

  test('is not by cancelling once the customer may have paid', async () => {
    const { reference } = await chosen();
    expect(await cancel(reference)).toMatchObject({
      httpStatus: 409,
      body: { data: { error: 'charge_in_progress' } },
    });
  });

  test('does not come while its order waits for a payment, and comes with the end of that', async () => {
    const { reference } = await chosen();
    const untouched = await createCharge(server, usdt);
    await server.sql`UPDATE charges SET expires_at = now() - interval '1 minute' WHERE id IN (${reference}, ${untouched})`;
    await expireCharges(server.sql, new Date());
    expect((await readTransaction(server, untouched)).body.data.status).toBe('expired');
    expect((await readTransaction(server, reference)).body.data.status).toBe('open');

    await endHold(server, reference);
    await payer.rpc('evm_increaseTime', 5);
    await payer.mine(4);
    await untilStatus(server, reference, 'failed');
    expect((await readTransaction(server, reference)).body.data.status).toBe('expired');
    expect(await noticesOf(server, reference)).toMatchObject([{ transactionStatus: 'expired' }]);
  });
});

describe('of a payment link that is paid once', () => {
  test('money that comes after another payment is told as a second payment, and a refund is offered first', async () => {
    const { merchantId } = server.merchant;
    const owner = await signedIn(server, { merchantId, role: 'owner' });
    const place = { 'x-merchant-id': merchantId };
    const made = await owner.ask(
      'POST',
      '/api/payment-links',
      {
        kind: 'link',
        title: 'One coffee',
        country: 'USA',
        currency: 'USD',
        amount: '10.50',
        methods: ['USDT', 'CARDS'],
        once: true,
      },
      place,
    );
    const submit = async (method: string): Promise<string> => {
      const body = new URLSearchParams({ method, email: 'ana@customer.example', name: 'Ana' });
      const { headers } = await fetch(made.body.data.url, { method: 'POST', redirect: 'manual', body });
      return new URL(headers.get('location') ?? '', server.url).searchParams.get('go') ?? '';
    };
    const first = await submit('USDT');
    await arrive(first);
    const { address, amountUnits } = await choose(server, first, 'ERC20');
    await endHold(server, first);
    await payer.rpc('evm_increaseTime', 5);
    await payer.mine(4);
    await untilStatus(server, first, 'failed');
    const byCard = await submit('CARDS');
    await pay(server, byCard, '4242424242424242');
    await payer.pay(address as string, BigInt(amountUnits as string));
    await payer.finalize();

    const own = keyHeaders(server.merchant);
    const order = await until(
      async () => (await call(server, 'GET', `/payment/${first}`, own)).body.order,
      ({ undecided }) => undecided === '10.500000',
    );
    const already = { reference: byCard, method: 'CARDS', paidAt: expect.stringMatching(/Z$/) };
    expect(order).toMatchObject({ status: 'failed', alreadyPaid: already });
    const [, late] = await noticesOf(server, first);
    expect(late).toMatchObject({ transactionStatus: 'pending', alreadyPaid: already });
    const shown = await owner.ask('GET', `/dashboard/api/payments/${first}`, undefined, place);
    expect(shown.body.data).toMatchObject({
      already_paid: { payment: byCard, method: 'CARDS' },
      decision: { reasons: ['late'], amount: '10.500000' },
    });
    const { orders } = await waitingOrders(server.sql, merchantId, 20);
    const merchant = { name: 'Café', language: 'en' as const, timeZone: 'UTC' };
    const ours = orders.filter(({ id }) => id === first);
    const { text } = waitingMail(merchant, ours, 1, 'https://crypto.example');
    expect(text).toContain(`Its link was already paid: payment ${byCard} (CARDS, `);
    expect(text).toContain('{"decision":"refund"');

    const answer = await call(server, 'POST', `/payment/${first}/resolve`, own, { decision: 'accept' });
    expect(answer.body).toMatchObject({
      message: `Accepted as a second payment: its link was already paid by ${byCard}`,
      order: { status: 'success', alreadyPaid: already, secondPayment: true },
    });
    expect((await noticesOf(server, first)).at(-1)).toMatchObject({
      transactionStatus: 'approved',
      secondPayment: true,
      alreadyPaid: already,
    });
    const csv = await owner.ask('GET', '/dashboard/api/payments.csv', undefined, place);
    const lineOf = (id: string): string =>
      String(csv.body)
        .split('\r\n')
        .find((line) => line.includes(id) && line.split(',')[1]?.includes(id)) ?? '';
    expect(lineOf(first)).toContain(byCard);
    expect(lineOf(byCard)).not.toContain(first);
    // The payment that came first is no second payment.
    const card = await owner.ask('GET', `/dashboard/api/payments/${byCard}`, undefined, place);
    expect(card.body.data.already_paid).toBeNull();
    const again = await owner.ask('GET', `/dashboard/api/payments/${first}`, undefined, place);
    expect(again.body.data).toMatchObject({ status: 'approved', already_paid: { payment: byCard } });
  });
});
