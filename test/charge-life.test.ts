import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../src/accounts/ledger/check-ledger.ts';
import { call, createCharge, keyHeaders, pay, readTransaction, until } from './kit/client.ts';
import { startTestServer, type TestServer } from './kit/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  const report = await checkLedger(server.sql);
  await server.stop();
  expect(faultsIn(report)).toEqual([]);
});

async function eventsOf(reference: string): Promise<Record<string, unknown>[]> {
  const rows = await server.sql<{ body: string }[]>`
    SELECT body
      FROM events
     WHERE subject_id = ${reference}
     ORDER BY id`;
  return rows.map((row) => JSON.parse(row.body));
}

test('an approved card approves the charge, posts to the ledger and records Payload B', async () => {
  const reference = await createCharge(server, { order_number: 'A-17' });
  expect((await pay(server, reference, '4242424242424242')).body.status).toBe('approved');
  const [event, ...more] = await eventsOf(reference);
  expect(more).toEqual([]);
  expect(event).toEqual({
    transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    transactionStatus: 'approved',
    transactionId: reference,
    totalAmount: 10.5,
    paymentMethod: 'CARDS',
    email: 'ana@customer.example',
    numeroOrden: 'A-17',
    merchantId: server.merchant.merchantId,
    currency: 'USD',
    refundedAmount: 0,
    transactionDateUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    eventType: 'charge.approved',
    eventId: expect.any(String),
  });
  const postings = await server.sql`
    SELECT p.account, p.asset, p.amount
      FROM ledger_postings p
      JOIN ledger_entries e ON e.merchant_id = p.merchant_id AND e.id = p.entry_id
     WHERE e.subject_id = ${reference}
     ORDER BY p.line`;
  expect(postings).toEqual([
    { account: 'card_clearing', asset: 'USD', amount: -1050n },
    { account: 'merchant_available', asset: 'USD', amount: 1050n },
  ]);
});

test.each([
  ['4000000000000002', 'card_refused'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'card_expired'],
  ['4000000000000127', 'wrong_security_code'],
  ['4111111111111111', 'test_card_required'],
])('the refused card %s (%s) leaves the charge open, and another card pays it', async (number, refusal) => {
  const reference = await createCharge(server);
  expect((await pay(server, reference, number)).body).toMatchObject({ status: 'open', refusal });
  expect(await eventsOf(reference)).toEqual([]);
  expect((await pay(server, reference, '4242424242424242')).body.status).toBe('approved');
  const { body } = await readTransaction(server, reference);
  expect(body.data.attempts.map((attempt: { status: string }) => attempt.status)).toEqual([
    'refused',
    'approved',
  ]);
});

test('the fifth refused card declines the charge', async () => {
  const reference = await createCharge(server);
  for (let tries = 0; tries < 4; tries++) {
    expect((await pay(server, reference, '4000000000000002')).body.status).toBe('open');
  }
  expect((await pay(server, reference, '4000000000000002')).body.status).toBe('declined');
  expect((await pay(server, reference, '4242424242424242')).body.status).toBe('declined');
  expect((await eventsOf(reference)).map((event) => event.transactionStatus)).toEqual(['declined']);
});

test('a time-out after approval is unknown at first, blocks a second try, and ends approved once', async () => {
  const reference = await createCharge(server);
  const first = pay(server, reference, '4000000000000119');
  await until(
    () => readTransaction(server, reference),
    ({ body }) => body.data.attempts.length === 1,
  );
  // While the outcome is unknown the customer must not be charged again.
  expect((await pay(server, reference, '4242424242424242')).body.view).toBe('processing');
  const cancel = await call(
    server,
    'POST',
    `/api/transactions/${reference}/cancel`,
    keyHeaders(server.merchant),
  );
  expect(cancel).toMatchObject({ httpStatus: 409, body: { data: { error: 'charge_in_progress' } } });
  await first;
  const { body } = await until(
    () => readTransaction(server, reference),
    (answer) => answer.body.data.status === 'approved',
  );
  expect(body.data.attempts).toHaveLength(1);
  expect((await eventsOf(reference)).map((event) => event.transactionStatus)).toEqual(['approved']);
});

test('a disputed card is charged back, and the merchant told', async () => {
  const reference = await createCharge(server);
  await pay(server, reference, '4000000000000259');
  await until(
    () => readTransaction(server, reference),
    ({ body }) => body.data.status === 'charged_back',
  );
  expect((await eventsOf(reference)).map((event) => event.transactionStatus)).toEqual([
    'approved',
    'charged_back',
  ]);
});

test('an open charge past its time expires, and can no longer be paid', async () => {
  const reference = await createCharge(server);
  await server.sql`UPDATE charges SET expires_at = now() WHERE id = ${reference}`;
  await until(
    () => readTransaction(server, reference),
    ({ body }) => body.data.status === 'expired',
  );
  expect((await pay(server, reference, '4242424242424242')).body.status).toBe('expired');
  expect((await eventsOf(reference)).map((event) => event.transactionStatus)).toEqual(['expired']);
});

test('a charge whose attempt is unresolved does not expire', async () => {
  const reference = await createCharge(server);
  const state = await pay(server, reference, '4000002760003184');
  expect(state.body.view).toBe('challenge');
  await server.sql`UPDATE charges SET expires_at = now() WHERE id = ${reference}`;
  const other = await createCharge(server);
  await server.sql`UPDATE charges SET expires_at = now() WHERE id = ${other}`;
  await until(
    () => readTransaction(server, other),
    ({ body }) => body.data.status === 'expired',
  );
  expect((await readTransaction(server, reference)).body.data.status).toBe('open');
});

test('canceling an open charge is idempotent; a paid one refuses it', async () => {
  const open = await createCharge(server);
  for (const _ of [1, 2]) {
    const answer = await call(
      server,
      'POST',
      `/api/transactions/${open}/cancel`,
      keyHeaders(server.merchant),
    );
    expect(answer).toMatchObject({ httpStatus: 200, body: { data: { status: 'canceled' } } });
  }
  expect(await eventsOf(open)).toHaveLength(1);
  const paid = await createCharge(server);
  await pay(server, paid, '4242424242424242');
  const answer = await call(server, 'POST', `/api/transactions/${paid}/cancel`, keyHeaders(server.merchant));
  expect(answer).toMatchObject({ httpStatus: 409, body: { data: { error: 'charge_not_cancelable' } } });
});

test('canceling gives up an open challenge first, so it cannot be approved later', async () => {
  const reference = await createCharge(server);
  const state = await pay(server, reference, '4000002760003184');
  const answer = await call(
    server,
    'POST',
    `/api/transactions/${reference}/cancel`,
    keyHeaders(server.merchant),
  );
  expect(answer.body.data).toMatchObject({ status: 'canceled', attempts: [{ status: 'refused' }] });
  await fetch(state.body.forwardTo, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'approve' }),
  });
  await call(server, 'GET', `/pay/${reference}/return`);
  expect((await readTransaction(server, reference)).body.data.status).toBe('canceled');
});

test('the database refuses a change of status that the table does not allow', async () => {
  const reference = await createCharge(server);
  await expect(server.sql`UPDATE charges SET status = 'refunded' WHERE id = ${reference}`).rejects.toThrow(
    /cannot go from open to refunded/,
  );
});
