import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdAt, newId } from '../../src/base/db/ids.ts';
import {
  type Answer,
  type Credentials,
  call,
  createCharge,
  getToken,
  keyHeaders,
  pay,
  sampleCharge,
} from '../kit/client.ts';
import { addMerchant, secretsOf } from '../kit/merchants.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

function list(merchant: Credentials, query: Record<string, string> = {}): Promise<Answer> {
  return call(server, 'GET', `/api/transactions?${new URLSearchParams(query)}`, keyHeaders(merchant));
}

async function references(merchant: Credentials, query: Record<string, string> = {}): Promise<string[]> {
  const { body } = await list(merchant, query);
  return body.data.transactions.map((transaction: { reference: string }) => transaction.reference);
}

async function createMany(merchant: Credentials, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) made.push(await createCharge(server, {}, merchant));
  return made;
}

/** Reads every page from the first to the last; `between` runs after each. */
async function walk(
  merchant: Credentials,
  limit: number,
  between: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { limit: String(limit), ...(cursor && { cursor }) };
    const { body }: Answer = await list(merchant, query);
    expect(body.data.transactions.length).toBeLessThanOrEqual(limit);
    seen.push(...body.data.transactions.map((entry: { reference: string }) => entry.reference));
    cursor = body.data.next_cursor;
    await between();
  }
  return seen;
}

describe('pages', () => {
  test('show the newest first, and all that a merchant needs of each', async () => {
    const merchant = await addMerchant(server);
    const [first, second] = await createMany(merchant, 2);
    const { httpStatus, body } = await list(merchant);
    expect(httpStatus).toBe(200);
    expect(body.data.next_cursor).toBeNull();
    expect(body.data.transactions.map((entry: { reference: string }) => entry.reference)).toEqual([
      second,
      first,
    ]);
    expect(body.data.transactions[1]).toEqual({
      reference: first,
      status: 'open',
      method_code: 'CARDS',
      country: 'USA',
      amount: 10.5,
      amount_exact: '10.50',
      capture: 'automatic',
      captured: null,
      refunded: '0.00',
      currency: 'USD',
      description: 'Two coffees',
      customer_id: 'customer-1',
      order_number: null,
      email: 'ana@customer.example',
      statement_descriptor: null,
      metadata: null,
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      decided_at: null,
      approved_at: null,
      refunded_at: null,
    });
    const [{ created_at, expires_at }] = body.data.transactions;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * 60 * 60 * 1000);
  });

  test('of a merchant without transactions are one empty page', async () => {
    const { body } = await list(await addMerchant(server));
    expect(body.data).toEqual({ transactions: [], next_cursor: null });
  });

  test('walk every transaction exactly once, also while new ones are made', async () => {
    const merchant = await addMerchant(server);
    const there = await createMany(merchant, 17);
    const made: string[] = [];
    const seen = await walk(merchant, 4, async () => made.push(await createCharge(server, {}, merchant)));
    expect(seen).toEqual(there.toReversed());
    expect(made.length).toBeGreaterThanOrEqual(4);
    expect((await references(merchant)).slice(0, made.length)).toEqual(made.toReversed());
  });

  test('end without an empty page when the last one is full', async () => {
    const merchant = await addMerchant(server);
    await createMany(merchant, 6);
    let pages = 0;
    expect(await walk(merchant, 3, async () => pages++)).toHaveLength(6);
    expect(pages).toBe(2);
  });

  test('hold 50 when nothing is said, and 200 at most', async () => {
    const merchant = await addMerchant(server);
    await Promise.all(Array.from({ length: 3 }, () => createMany(merchant, 17)));
    expect(await references(merchant)).toHaveLength(50);
    expect(await references(merchant, { limit: '200' })).toHaveLength(51);
  });
});

describe('filters', () => {
  test('by status', async () => {
    const merchant = await addMerchant(server);
    const [open, paid, canceled] = (await createMany(merchant, 3)) as [string, string, string];
    await pay(server, paid, '4242424242424242');
    await call(server, 'POST', `/api/transactions/${canceled}/cancel`, keyHeaders(merchant));
    expect(await references(merchant, { status: 'open' })).toEqual([open]);
    expect(await references(merchant, { status: 'approved' })).toEqual([paid]);
    expect(await references(merchant, { status: 'canceled' })).toEqual([canceled]);
    expect(await references(merchant, { status: 'refunded' })).toEqual([]);
  });

  test('by customer, exactly as it was given', async () => {
    const merchant = await addMerchant(server);
    const odd = await createCharge(server, { customer_id: 'ñ & 100% + 1' }, merchant);
    const empty = await createCharge(server, { customer_id: '' }, merchant);
    await createCharge(server, { customer_id: 'ñ' }, merchant);
    expect(await references(merchant, { customer_id: 'ñ & 100% + 1' })).toEqual([odd]);
    expect(await references(merchant, { customer_id: 'Ñ' })).toEqual([]);
    expect(await references(merchant, { customer_id: '%' })).toEqual([]);
    // An empty filter is a filter: a forgotten value must not return every customer's transactions.
    expect(await references(merchant, { customer_id: '' })).toEqual([empty]);
  });

  test('by order number, exactly as it was given', async () => {
    const merchant = await addMerchant(server);
    const wanted = await createCharge(server, { order_number: 'A-17' }, merchant);
    await createCharge(server, { order_number: 'A-171' }, merchant);
    expect(await references(merchant, { order_number: 'A-17' })).toEqual([wanted]);
    expect(await references(merchant, { order_number: 'a-17' })).toEqual([]);
    expect(await references(merchant, { order_number: '' })).toEqual([]);
    expect(await references(await addMerchant(server), { order_number: 'A-17' })).toEqual([]);
  });

  test('by e-mail, in any case', async () => {
    const merchant = await addMerchant(server);
    const wanted = await createCharge(server, { email: 'Eva@Customer.example' }, merchant);
    await createCharge(server, { email: 'ana@customer.example' }, merchant);
    expect(await references(merchant, { email: 'eva@CUSTOMER.example' })).toEqual([wanted]);
    expect(await references(merchant, { email: '%' })).toEqual([]);
    expect(await references(merchant, { email: '' })).toEqual([]);
  });

  test("by a card's last four, of every card that was tried", async () => {
    const merchant = await addMerchant(server);
    const [refused, paid] = (await createMany(merchant, 3)) as [string, string, string];
    await pay(server, refused, '4000000000000002');
    await pay(server, paid, '4000000000000002');
    await pay(server, paid, '4242424242424242');
    expect(await references(merchant, { card_last4: '4242' })).toEqual([paid]);
    expect(await references(merchant, { card_last4: '0002' })).toEqual([paid, refused]);
    expect(await references(merchant, { card_last4: '9999' })).toEqual([]);
    expect(await references(await addMerchant(server), { card_last4: '4242' })).toEqual([]);
  });

  test('by reference', async () => {
    const merchant = await addMerchant(server);
    const [first] = (await createMany(merchant, 2)) as [string];
    expect(await references(merchant, { reference: first })).toEqual([first]);
    expect(await references(merchant, { reference: first.toUpperCase() })).toEqual([first]);
    expect(await references(merchant, { reference: newId() })).toEqual([]);
  });

  test('by time: from is included, to is not', async () => {
    const merchant = await addMerchant(server);
    await createMany(merchant, 3);
    const { body } = await list(merchant);
    const [third, second, first] = body.data.transactions;
    const between = { created_from: first.created_at, created_to: third.created_at };
    expect(await references(merchant, between)).toEqual([second.reference, first.reference]);
    const justAfter = new Date(Date.parse(first.created_at) + 1).toISOString();
    expect(await references(merchant, { created_from: justAfter })).not.toContain(first.reference);
    expect(await references(merchant, { created_to: justAfter })).toEqual([first.reference]);
    expect(
      await references(merchant, { created_from: second.created_at, created_to: second.created_at }),
    ).toEqual([]);
  });

  test('by time in another zone, and by day', async () => {
    const merchant = await addMerchant(server);
    const [reference] = await createMany(merchant, 1);
    const inBogota = new Date(Date.now() - 5 * 3_600_000 + 60_000).toISOString().replace('Z', '-05:00');
    expect(await references(merchant, { created_to: inBogota })).toEqual([reference]);
    expect(await references(merchant, { created_from: inBogota })).toEqual([]);
    expect(await references(merchant, { created_from: '2020-02-29', created_to: '2099-12-31' })).toEqual([
      reference,
    ]);
    expect(await references(merchant, { created_to: '2020-02-29' })).toEqual([]);
  });

  test.each([
    ['before the charge, as long as a token lives', -55_000],
    ['after it, by a clock that runs ahead', 30_000],
  ])('by time find a charge whose session began %s', async (_case, offsetMs) => {
    const merchant = await addMerchant(server);
    const { tokenKeys } = await secretsOf(server);
    const sid = firstIdAt(new Date(Date.now() + offsetMs));
    // A token like ours except for its session, whose time cannot be chosen otherwise.
    const { authorization } = await getToken(server, merchant);
    const token = await new SignJWT({ ...decodeJwt(authorization.slice('Bearer '.length)), sid })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(tokenKeys[0] as Buffer);
    const headers = { authorization: `Bearer ${token}`, 'x-session-id': sid };
    await call(server, 'POST', '/api/transactions/charges', headers, sampleCharge);
    const [entry] = (await list(merchant)).body.data.transactions;
    const justAfter = new Date(Date.parse(entry.created_at) + 1).toISOString();
    expect(await references(merchant, { created_from: entry.created_at, created_to: justAfter })).toEqual([
      sid,
    ]);
  });

  test('together, and page by page', async () => {
    const merchant = await addMerchant(server);
    const wanted: string[] = [];
    for (let round = 0; round < 3; round++) {
      wanted.push(await createCharge(server, { customer_id: 'wanted' }, merchant));
      await createCharge(server, { customer_id: 'other' }, merchant);
    }
    const query = { customer_id: 'wanted', status: 'open', created_from: '2020-01-01', limit: '2' };
    const page = await list(merchant, query);
    expect(page.body.data.next_cursor).toBe(wanted[1]);
    const rest = await references(merchant, { ...query, cursor: page.body.data.next_cursor });
    expect(rest).toEqual([wanted[0]]);
  });
});

test('every bad value is named at once', async () => {
  const { httpStatus, body } = await list(server.merchant, {
    status: 'paid',
    customer_id: 'x'.repeat(201),
    reference: 'A-17',
    created_from: '31/01/2026',
    created_to: '2026-01-31 00:00',
    cursor: 'next',
    limit: '1000',
    transaction_hash: '0x17',
    card_last4: '424',
    order_numbr: 'A-17',
  });
  expect(httpStatus).toBe(422);
  expect(body.data.error).toBe('validation_failed');
  expect(body.data.fields.map((fault: { field: string }) => fault.field)).toEqual([
    'status',
    'customer_id',
    'order_numbr',
    'transaction_hash',
    'card_last4',
    'reference',
    'created_from',
    'created_to',
    'cursor',
    'limit',
  ]);
  for (const { field, message } of body.data.fields) {
    expect(message, field).toMatch(
      field === 'order_numbr' ? /^is no filter; there are status, .*order_number, / : /^must be /,
    );
  }
});

test('times tell apart when a transaction was paid, last refunded, and reached its status', async () => {
  const merchant = await addMerchant(server);
  const reference = await createCharge(server, { amount: 10 }, merchant);
  const read = async () => (await list(merchant, { reference })).body.data.transactions[0];
  const refund = (amount: number) =>
    call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(merchant), { amount });
  await pay(server, reference, '4242424242424242');
  const paid = await read();
  expect(paid).toMatchObject({ approved_at: paid.decided_at, refunded_at: null });
  await refund(1);
  const first = await read();
  expect(first).toMatchObject({ approved_at: paid.approved_at, refunded_at: first.decided_at });
  await refund(2);
  const second = await read();
  // The status did not change, and neither did the time it was reached.
  expect(second).toMatchObject({ approved_at: paid.approved_at, decided_at: first.decided_at });
  expect(Date.parse(second.refunded_at)).toBeGreaterThan(Date.parse(first.refunded_at));
});

test('a transaction decided before these times were kept has them as long as its status tells them', async () => {
  const merchant = await addMerchant(server);
  const reference = await createCharge(server, {}, merchant);
  const read = async () => (await list(merchant, { reference })).body.data.transactions[0];
  await pay(server, reference, '4242424242424242');
  await server.sql`UPDATE charges SET approved_at = NULL WHERE id = ${reference}`;
  const paid = await read();
  expect(paid.approved_at).toBe(paid.decided_at);
  await call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(merchant));
  // The known time is stored when the status changes.
  expect((await read()).approved_at).toBe(paid.decided_at);
});
