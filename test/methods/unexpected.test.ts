import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { type Answer, call, createCharge, keyHeaders, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { arrivedAt, paidLate, withVoucher } from '../kit/unexpected.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** Money that comes late, a second time or as another amount, from the counter to the merchant's decision. */

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer(), startReceiver()]);
});

afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

const read = async (reference: string): Promise<Answer['body']> =>
  (await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant))).body.data;

async function resolve(
  reference: string,
  payment: string,
  decision: 'accept' | 'return',
  key?: string,
): Promise<Answer> {
  const headers = { ...keyHeaders(server.merchant), ...(key !== undefined && { 'idempotency-key': key }) };
  return await call(server, 'POST', `/api/transactions/${reference}/resolve`, headers, { payment, decision });
}

async function pay(reference: string, amount?: string): Promise<void> {
  await call(server, 'POST', `/sandbox/pay/${reference}`, {}, { decision: 'pay', amount });
}

async function page(reference: string): Promise<string> {
  return (await call(server, 'GET', `/pay/${reference}`, { 'accept-language': 'en' })).body;
}

/** Minor units of MXN on an account of the merchant. */
async function balance(account: string): Promise<number> {
  const [row] = await server.sql<{ balance: bigint }[]>`
    SELECT balance
      FROM ledger_balances
     WHERE merchant_id = ${server.merchant.merchantId}
       AND account = ${account}
       AND asset = 'MXN'`;
  return Number(row?.balance ?? 0n);
}

const notices = (reference: string) =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ transactionId, unexpectedPaymentId }) => transactionId === reference && unexpectedPaymentId)
    .map(
      (notice) =>
        `${notice.transactionStatus} ${notice.unexpectedPaymentKind} ${notice.unexpectedPaymentStatus}`,
    );

async function told(reference: string, expected: string[]): Promise<void> {
  await until(
    async () => notices(reference),
    (seen) => seen.length >= expected.length,
  );
  // Two events at once arrive in any order.
  expect(notices(reference).toSorted()).toEqual(expected.toSorted());
}

const notified = () => ({ notification_url: receiver.url });

describe('cash that comes after its voucher was given up', () => {
  test('is in suspense and told once, until the merchant accepts it as the payment', async () => {
    const { reference, payment } = await paidLate(server, notified());
    expect(await read(reference)).toMatchObject({
      status: 'open',
      unexpected_payments: [{ id: payment, kind: 'late', status: 'waiting', amount: 150, currency: 'MXN' }],
    });
    expect(await balance('payment_suspense')).toBe(15_000);
    expect(await page(reference)).toContain('decides whether to keep it');
    // The processor repeats its notification.
    await pay(reference);
    await until(
      () => server.sql`SELECT 1 FROM processor_notifications WHERE done_at IS NULL`,
      ({ length }) => length === 0,
    );
    const mails = await server.sql`SELECT 1 FROM mails WHERE kind = 'payment_warning'`;
    expect(mails).toHaveLength(1);

    const before = await balance('merchant_available');
    const answer = await resolve(reference, payment, 'accept', 'accept-1');
    expect(answer.body).toMatchObject({ code: 200, data: { status: 'accepted', pays: true } });
    expect(await read(reference)).toMatchObject({ status: 'approved', attempts: [{ status: 'approved' }] });
    expect(await balance('payment_suspense')).toBe(0);
    expect(await balance('merchant_available')).toBeGreaterThan(before);
    await told(reference, ['pending late waiting', 'approved late accepted']);
    expect(await page(reference)).not.toContain('decides whether');

    // The same again, under any key, changes nothing; the contrary is refused.
    const again = await resolve(reference, payment, 'accept', 'accept-1');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data).toEqual(answer.body.data);
    expect((await resolve(reference, payment, 'return')).body.data.error).toBe('payment_not_resolvable');

    // From here on it is a payment like any other.
    const refund = await call(
      server,
      'POST',
      `/api/transactions/${reference}/refunds`,
      keyHeaders(server.merchant),
      { amount: 50 },
    );
    expect(refund.body.data).toMatchObject({ status: 'succeeded' });
    expect((await read(reference)).status).toBe('partially_refunded');
  });

  test('pays a charge that its merchant had canceled', async () => {
    const { reference, payment } = await paidLate(server, notified());
    await call(server, 'POST', `/api/transactions/${reference}/cancel`, keyHeaders(server.merchant));
    await resolve(reference, payment, 'accept');
    expect(await read(reference)).toMatchObject({ status: 'approved' });
    await told(reference, ['pending late waiting', 'approved late accepted']);
  });

  test('goes back to the customer if the merchant says so', async () => {
    const { reference, payment } = await paidLate(server, notified());
    const before = await balance('merchant_available');
    // Twice at once: the processor gives it back once.
    const both = await Promise.all([
      resolve(reference, payment, 'return', 'return-1'),
      resolve(reference, payment, 'return', 'return-1'),
    ]);
    expect(both.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
    await until(
      async () => (await read(reference)).unexpected_payments[0].status,
      (status) => status === 'returned',
    );
    const given = await server.sql`
      SELECT 1
        FROM sandbox_acquirer.refunds
       WHERE payment_id = ${payment}`;
    expect(given).toHaveLength(1);
    expect(await balance('merchant_available')).toBe(before);
    expect(await read(reference)).toMatchObject({ status: 'open', refunded: '0.00' });
    expect(await page(reference)).toContain('was given back to you');
    await told(reference, ['pending late waiting', 'pending late returned']);
  });

  test('waits again if the processor refuses to give it back, and can then be accepted', async () => {
    const { reference, payment } = await paidLate(server);
    await server.sql`
      UPDATE sandbox_acquirer.local_payments
         SET refunded_minor = paid_minor
       WHERE id = ${payment}`;
    expect((await resolve(reference, payment, 'return')).body.data).toMatchObject({
      status: 'waiting',
      failure: expect.any(String),
    });
    expect((await resolve(reference, payment, 'accept')).body.data).toMatchObject({ status: 'accepted' });
  });

  test('is not accepted while the customer is paying anew', async () => {
    const { reference, payment } = await paidLate(server);
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    await call(server, 'POST', `/pay/${reference}`, headers, 'name=Ana+Prueba&email=ana%40customer.example');
    expect((await resolve(reference, payment, 'accept')).body.data.error).toBe('charge_in_progress');
  });
});

test('money that comes a second time is credited beside the payment', async () => {
  const reference = await withVoucher(server, notified());
  const [first] = (await read(reference)).attempts;
  await call(server, 'POST', `/pay/${reference}/other-card`);
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  await call(server, 'POST', `/pay/${reference}`, headers, 'name=Ana+Prueba&email=ana%40customer.example');
  await pay(reference);
  await until(
    async () => (await read(reference)).status,
    (status) => status === 'approved',
  );
  await pay(first.id);
  const payment = await arrivedAt(server, reference);
  expect(payment).toBe(first.id);
  const before = await balance('merchant_available');
  expect((await resolve(reference, payment, 'accept')).body.data).toMatchObject({
    kind: 'second',
    status: 'accepted',
    pays: false,
  });
  expect(await balance('merchant_available')).toBeGreaterThan(before);
  expect(await page(reference)).toContain('accepted the');
  await told(reference, ['approved second waiting', 'approved second accepted']);
});

describe('another amount than was asked for', () => {
  test.each([
    ['less', '149.99', 14_999],
    ['more', '160.00', 16_000],
  ])('%s approves nothing, and pays if the merchant accepts it', async (_name, amount, minor) => {
    const reference = await withVoucher(server, notified());
    await pay(reference, amount);
    const payment = await arrivedAt(server, reference);
    const seen = await read(reference);
    expect(seen).toMatchObject({
      status: 'open',
      attempts: [{ status: 'refused', refusal: 'other_amount' }],
      unexpected_payments: [{ kind: 'other_amount', amount: Number(amount), status: 'waiting' }],
    });
    await resolve(reference, payment, 'accept');
    expect(await read(reference)).toMatchObject({ status: 'approved', captured: amount });
    // All of it can be given back, and no more.
    const headers = keyHeaders(server.merchant);
    const path = `/api/transactions/${reference}/refunds`;
    expect((await call(server, 'POST', path, headers, { amount: (minor + 1) / 100 })).httpStatus).toBe(422);
    expect((await call(server, 'POST', path, headers)).body.data).toMatchObject({
      status: 'succeeded',
      amount: Number(amount),
    });
    await told(reference, ['pending other_amount waiting', 'approved other_amount accepted']);
  });
});

test('another merchant, another charge and unknown fields are refused', async () => {
  const { reference, payment } = await paidLate(server);
  const path = `/api/transactions/${reference}/resolve`;
  const stranger = await addMerchant(server);
  const body = { payment, decision: 'accept' };
  expect((await call(server, 'POST', path, keyHeaders(stranger), body)).httpStatus).toBe(404);
  expect((await resolve(await createCharge(server), payment, 'accept')).httpStatus).toBe(404);
  const odd = await call(server, 'POST', path, keyHeaders(server.merchant), { ...body, amount: 1 });
  expect(odd.httpStatus).toBe(422);
  // A key names one decision.
  await resolve(reference, payment, 'accept', 'one-key');
  const other = await paidLate(server);
  expect((await resolve(other.reference, other.payment, 'accept', 'one-key')).body.data.error).toBe(
    'idempotency_key_reused',
  );
});

test('all of it is in the books', async () => {
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});
