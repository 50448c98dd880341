import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { type Answer, call, createCharge, keyHeaders, pay, readTransaction, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

async function paidCharge(change: object = {}, card = '4242424242424242'): Promise<string> {
  const reference = await createCharge(server, { amount: 100, ...change });
  expect((await pay(server, reference, card)).body.status).toBe('approved');
  return reference;
}

function refund(reference: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(
    server,
    'POST',
    `/api/transactions/${reference}/refunds`,
    { ...keyHeaders(server.merchant), ...headers },
    body,
  );
}

async function statusesTold(reference: string): Promise<string[]> {
  const events = await server.sql<{ status: string }[]>`
    SELECT status
      FROM events
     WHERE subject_id = ${reference}
     ORDER BY id`;
  return events.map((event) => event.status);
}

/** The refunded amount, by the acquirer's books and by ours. */
async function givenBack(reference: string): Promise<{ acquirer: bigint; ledger: bigint; charge: bigint }> {
  const [attempt] = await server.sql<{ id: string }[]>`
    SELECT id
      FROM attempts
     WHERE charge_id = ${reference}
       AND status = 'approved'`;
  const [acquirer] = await server.sql<{ total: bigint }[]>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS total
      FROM sandbox_acquirer.refunds
     WHERE payment_id = ${attempt?.id ?? ''}
       AND status = 'refunded'`;
  const [ledger] = await server.sql<{ total: bigint }[]>`
    SELECT coalesce(sum(posting.amount), 0)::bigint AS total
      FROM refunds
      JOIN ledger_entries AS entry ON entry.merchant_id = refunds.merchant_id AND entry.subject_id = refunds.id
      JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
     WHERE refunds.charge_id = ${reference}
       AND posting.account = 'card_clearing'`;
  const [charge] = await server.sql<{ total: bigint }[]>`
    SELECT refunded_minor AS total
      FROM charges
     WHERE id = ${reference}`;
  return {
    acquirer: acquirer?.total ?? -1n,
    ledger: ledger?.total ?? -1n,
    charge: charge?.total ?? -1n,
  };
}

describe('a refund', () => {
  test('is told with its id, the currency and all that was refunded up to it', async () => {
    const reference = await paidCharge({ currency: 'COP', country: 'COL', amount: 50_000 });
    const first = await refund(reference, { amount: 20_000.5 });
    const second = await refund(reference);
    const events = await server.sql<{ body: string }[]>`
      SELECT body
        FROM events
       WHERE subject_id = ${reference}
       ORDER BY id`;
    const [approved, ...refunds] = events.map(({ body }) => JSON.parse(body));
    expect(approved).toMatchObject({ currency: 'COP', refundedAmount: 0 });
    expect(approved).not.toHaveProperty('refundId');
    expect(refunds).toMatchObject([
      {
        transactionStatus: 'partially_refunded',
        totalAmount: 50_000,
        refundedAmount: 20_000.5,
        refundId: first.body.data.id,
      },
      { transactionStatus: 'refunded', refundedAmount: 50_000, refundId: second.body.data.id },
    ]);
  });

  test('without a body gives back all that is left', async () => {
    const reference = await paidCharge();
    const answer = await refund(reference);
    expect(answer.httpStatus).toBe(200);
    expect(answer.body).toEqual({
      status: 'Success',
      code: 200,
      message: 'Refund succeeded',
      data: {
        id: expect.any(String),
        reference,
        amount: 100,
        currency: 'USD',
        status: 'succeeded',
        origin: 'own',
        reason: null,
        failure: null,
        bank: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const { body } = await readTransaction(server, reference);
    expect(body.data).toMatchObject({ status: 'refunded', refunded: '100.00', refunds: [answer.body.data] });
    expect(await statusesTold(reference)).toEqual(['approved', 'refunded']);
    expect(await givenBack(reference)).toEqual({ acquirer: 10_000n, ledger: 10_000n, charge: 10_000n });
  });

  test('for a reason shows it to the merchant in answer, event and timeline, and never to the customer', async () => {
    const reference = await paidCharge({ email: 'reason@customer.example' });
    const given = { amount: 5, reason: ' Paid twice – sorry ' };
    const { body } = await refund(reference, given, { 'idempotency-key': `why-${reference}` });
    expect(body.data).toMatchObject({ status: 'succeeded', reason: 'Paid twice – sorry' });
    const [event] = await server.sql<{ body: string }[]>`
      SELECT body
        FROM events
       WHERE subject_id = ${reference}
       ORDER BY id DESC
       LIMIT 1`;
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      refundAmount: 5,
      refundReason: 'Paid twice – sorry',
    });
    const mails = await until(
      async () =>
        ((await call(server, 'GET', '/sandbox/mail')).body as { to: string[] }[]).filter(({ to }) =>
          to.includes('reason@customer.example'),
        ),
      ({ length }) => length > 1,
    );
    expect(JSON.stringify(mails)).not.toContain('Paid twice');
    // The same key with another reason is another request.
    const other = await refund(reference, { amount: 5 }, { 'idempotency-key': `why-${reference}` });
    expect([other.httpStatus, other.body.data.error]).toEqual([409, 'idempotency_key_reused']);
  });

  test.each([
    { reason: '' },
    { reason: 'x'.repeat(201) },
    { reason: 'a\u0000b' },
    { reason: 7 },
    { reason: 'card 4242 4242 4242 4242' },
  ])('with the reason of %j is refused, and nothing is given back', async (body) => {
    const reference = await paidCharge();
    const { httpStatus, body: answer } = await refund(reference, { amount: -1, ...body });
    expect(httpStatus).toBe(422);
    expect(answer.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'amount',
      'reason',
    ]);
    expect(await givenBack(reference)).toEqual({ acquirer: 0n, ledger: 0n, charge: 0n });
  });

  test('in parts is told part by part, until all is back', async () => {
    const reference = await paidCharge();
    for (const [amount, status] of [
      [0.01, 'partially_refunded'],
      [49.99, 'partially_refunded'],
      [50, 'refunded'],
    ] as const) {
      expect((await refund(reference, { amount })).body.data).toMatchObject({ amount, status: 'succeeded' });
      expect((await readTransaction(server, reference)).body.data.status).toBe(status);
    }
    expect(await statusesTold(reference)).toEqual([
      'approved',
      'partially_refunded',
      'partially_refunded',
      'refunded',
    ]);
    expect(await refund(reference)).toMatchObject({
      httpStatus: 409,
      body: { data: { error: 'charge_not_refundable' } },
    });
  });

  test('of an empty object after a part gives back the rest', async () => {
    const reference = await paidCharge();
    await refund(reference, { amount: 30 });
    expect((await refund(reference, {})).body.data.amount).toBe(70);
  });

  test('of an amount as text gives back that much', async () => {
    expect((await refund(await paidCharge(), { amount: '1.50' })).body.data.amount).toBe(1.5);
  });

  test.each([
    ['more than was paid', { amount: 100.01 }],
    ['far more', { amount: 1e15 }],
    ['zero', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['a third decimal', { amount: 1.001 }],
    ['a text with a comma', { amount: '1,5' }],
    ['a text with a third decimal', { amount: '1.001' }],
    ['null', { amount: null }],
  ])('of %s is refused by the field amount, and nothing moves', async (_case, body) => {
    const reference = await paidCharge();
    const answer = await refund(reference, body);
    expect(answer.httpStatus).toBe(422);
    expect(answer.body.data.fields.map((fault: { field: string }) => fault.field)).toEqual(['amount']);
    expect(await givenBack(reference)).toEqual({ acquirer: 0n, ledger: 0n, charge: 0n });
    expect((await readTransaction(server, reference)).body.data.status).toBe('approved');
  });

  test.each(['null', '[]', '7', '"all"'])('of %s is not the refund of everything', async (body) => {
    const reference = await paidCharge();
    expect((await refund(reference, body)).httpStatus).toBe(422);
    expect((await givenBack(reference)).charge).toBe(0n);
  });

  test('with a field that is not known gives nothing back, and names the one that was meant', async () => {
    const reference = await paidCharge();
    const answer = await refund(reference, { amout: 1, why: 'a slip', note: null });
    expect(answer).toMatchObject({ httpStatus: 422, body: { data: { error: 'validation_failed' } } });
    expect(answer.body.data.fields).toEqual([
      { field: 'amout', message: 'is not known; did you mean amount?' },
      { field: 'why', message: 'is not known; known are amount, reason' },
      { field: 'note', message: 'is not known; known are amount, reason' },
    ]);
    expect(await givenBack(reference)).toEqual({ acquirer: 0n, ledger: 0n, charge: 0n });
  });

  test('beyond what is left names what is left', async () => {
    const reference = await paidCharge();
    await refund(reference, { amount: 60 });
    const answer = await refund(reference, { amount: 40.01 });
    expect(answer.body.data.fields).toEqual([{ field: 'amount', message: expect.stringContaining('40.00') }]);
  });

  test('keeps to the decimals of the currency', async () => {
    const yen = await paidCharge({ currency: 'JPY', amount: 500 });
    expect((await refund(yen, { amount: 0.5 })).httpStatus).toBe(422);
    expect((await refund(yen, { amount: 499 })).body.data.amount).toBe(499);
    const dinar = await paidCharge({ currency: 'KWD', amount: 1.234 });
    expect((await refund(dinar, { amount: 0.004 })).body.data.amount).toBe(0.004);
    expect((await refund(dinar)).body.data.amount).toBe(1.23);
  });

  test('of what was never paid is refused', async () => {
    const open = await createCharge(server);
    const canceled = await createCharge(server);
    await call(server, 'POST', `/api/transactions/${canceled}/cancel`, keyHeaders(server.merchant));
    for (const reference of [open, canceled]) {
      expect(await refund(reference)).toMatchObject({
        httpStatus: 409,
        body: { data: { error: 'charge_not_refundable' } },
      });
    }
  });

  test('after a charge-back is refused: the money is gone already', async () => {
    const reference = await paidCharge({}, '4000000000000259');
    await until(
      () => readTransaction(server, reference),
      ({ body }) => body.data.status === 'charged_back',
    );
    for (const body of [undefined, { amount: 1 }]) {
      expect(await refund(reference, body)).toMatchObject({
        httpStatus: 409,
        body: { data: { error: 'charge_not_refundable' } },
      });
    }
    expect((await givenBack(reference)).acquirer).toBe(0n);
  });
});

describe('an Idempotency-Key', () => {
  test('answers the first refund again, and says so in a header', async () => {
    const reference = await paidCharge();
    const key = { 'idempotency-key': 'first-10' };
    const first = await refund(reference, { amount: 10 }, key);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const again = await refund(reference, { amount: 10 }, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await givenBack(reference)).acquirer).toBe(1000n);
  });

  test('of a full refund answers it again, though nothing is left', async () => {
    const reference = await paidCharge();
    const key = { 'idempotency-key': 'all-of-it' };
    const first = await refund(reference, undefined, key);
    expect((await refund(reference, undefined, key)).body).toEqual(first.body);
  });

  test('is refused for another amount and for another transaction', async () => {
    const reference = await paidCharge();
    const key = { 'idempotency-key': 'just-once' };
    await refund(reference, { amount: 10 }, key);
    for (const answer of [
      await refund(reference, { amount: 11 }, key),
      await refund(reference, undefined, key),
      await refund(await paidCharge(), { amount: 10 }, key),
    ]) {
      expect(answer).toMatchObject({ httpStatus: 409, body: { data: { error: 'idempotency_key_reused' } } });
    }
  });

  test.each([
    ['part', { amount: 60 }],
    ['all', undefined],
  ])('sent twenty times at the same instant for %s of it makes one refund', async (part, body) => {
    const reference = await paidCharge();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(reference, body, { 'idempotency-key': `twenty-${part}` })),
    );
    expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect((await givenBack(reference)).acquirer).toBe(body ? 6000n : 10_000n);
  });

  test('sent at the same instant for two transactions serves one of them', async () => {
    const references = [await paidCharge(), await paidCharge()];
    const answers = await Promise.all(
      references.map((reference) => refund(reference, { amount: 5 }, { 'idempotency-key': 'contested' })),
    );
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
  });
});

test('twenty partial refunds at the same instant never give back more than was paid', async () => {
  const reference = await paidCharge();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(reference, { amount: 7.77 })));
  const made = answers.filter(({ httpStatus }) => httpStatus === 200);
  // 12 × 7.77 = 93.24; a thirteenth would exceed 100.
  expect(made).toHaveLength(12);
  expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200, 422]));
  expect(await givenBack(reference)).toEqual({ acquirer: 9324n, ledger: 9324n, charge: 9324n });
  expect((await statusesTold(reference)).filter((status) => status === 'partially_refunded')).toHaveLength(
    12,
  );
});

test('full refunds at the same instant give everything back once', async () => {
  const reference = await paidCharge();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(reference)));
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(answers.filter(({ httpStatus }) => httpStatus === 409)).toHaveLength(9);
  expect(await givenBack(reference)).toEqual({ acquirer: 10_000n, ledger: 10_000n, charge: 10_000n });
  expect(await statusesTold(reference)).toEqual(['approved', 'refunded']);
});

test('in the end every cent is explained by the ledger', async () => {
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});
