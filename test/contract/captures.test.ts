import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import {
  type Answer,
  call,
  createCharge,
  keyHeaders,
  pay,
  postCharge,
  readTransaction,
  sampleCharge,
  until,
} from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const silentCapture = '4000000000000333';

async function heldCharge(change: object = {}, card = '4242424242424242'): Promise<string> {
  const reference = await createCharge(server, { amount: 100, capture: 'manual', ...change });
  expect((await pay(server, reference, card)).body.status).toBe('authorized');
  return reference;
}

function act(
  reference: string,
  verb: 'capture' | 'void' | 'cancel' | 'refunds',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path = `/api/transactions/${reference}/${verb}`;
  return call(server, 'POST', path, { ...keyHeaders(server.merchant), ...headers }, body);
}

const read = async (reference: string) => (await readTransaction(server, reference)).body.data;

async function eventsOf(reference: string): Promise<Record<string, unknown>[]> {
  const rows = await server.sql<{ body: string }[]>`
    SELECT body
      FROM events
     WHERE subject_id = ${reference}
     ORDER BY id`;
  return rows.map(({ body }) => JSON.parse(body));
}

async function mailsAbout(reference: string): Promise<{ kind: string; subject: string }[]> {
  return await server.sql<{ kind: string; subject: string }[]>`
    SELECT kind, subject
      FROM mails
     WHERE body LIKE ${`%${reference}%`}
     ORDER BY created_at, id`;
}

/** What the merchant has of it, by the ledger. */
async function posted(reference: string): Promise<bigint> {
  const [row] = await server.sql<{ total: bigint }[]>`
    SELECT coalesce(-sum(posting.amount), 0)::bigint AS total
      FROM ledger_entries AS entry
      JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
     WHERE entry.subject_id = ${reference}
       AND posting.account = 'card_clearing'`;
  return row?.total ?? -1n;
}

async function attemptOf(reference: string): Promise<string> {
  return (await read(reference)).attempts.at(-1).id;
}

/** Makes the acquirer end the hold, and the worker ask about it, now. */
async function endHold(reference: string): Promise<void> {
  const id = await attemptOf(reference);
  await server.sql`UPDATE sandbox_acquirer.payments SET authorized_until = now() WHERE id = ${id}`;
  await server.sql`UPDATE authorizations SET due_at = now() WHERE charge_id = ${reference}`;
}

describe('a charge with manual capture', () => {
  test('is held when the customer pays: nothing is posted, and no receipt is sent', async () => {
    const reference = await heldCharge();
    const charge = await read(reference);
    expect(charge).toMatchObject({
      status: 'authorized',
      capture: 'manual',
      captured: null,
      approved_at: null,
    });
    expect(charge.authorization).toMatchObject({ closings: [] });
    const days = (Date.parse(charge.authorization.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(await eventsOf(reference)).toMatchObject([
      { transactionStatus: 'authorized', authorizationExpiresAt: charge.authorization.expires_at },
    ]);
    expect(await posted(reference)).toBe(0n);
    expect(await mailsAbout(reference)).toEqual([]);
  });

  test('is captured in full: it is approved, posted, told and receipted once', async () => {
    const reference = await heldCharge();
    const answer = await act(reference, 'capture');
    expect(answer.httpStatus).toBe(200);
    expect(answer.body.data).toMatchObject({
      kind: 'capture',
      amount: 100,
      status: 'succeeded',
      origin: 'own',
    });
    expect(await read(reference)).toMatchObject({ status: 'approved', captured: '100.00' });
    expect((await eventsOf(reference)).at(-1)).toMatchObject({
      transactionStatus: 'approved',
      totalAmount: 100,
      capturedAmount: 100,
      closingId: answer.body.data.id,
      closingKind: 'capture',
      closingStatus: 'succeeded',
    });
    expect(await posted(reference)).toBe(10_000n);
    expect(await mailsAbout(reference)).toMatchObject([{ kind: 'payment_receipt' }]);
  });

  test('is captured in part: all that counts money counts the part', async () => {
    const reference = await heldCharge();
    await act(reference, 'capture', { amount: 60.5 });
    expect(await read(reference)).toMatchObject({ amount_exact: '100.00', captured: '60.50' });
    expect(await posted(reference)).toBe(6_050n);
    const tooMuch = await act(reference, 'refunds', { amount: 60.51 });
    expect(tooMuch.httpStatus).toBe(422);
    expect((await act(reference, 'refunds', { amount: 20 })).body.data.status).toBe('succeeded');
    expect((await read(reference)).status).toBe('partially_refunded');
    expect((await act(reference, 'refunds')).body.data).toMatchObject({ amount: 40.5, status: 'succeeded' });
    expect((await read(reference)).status).toBe('refunded');
    expect(await posted(reference)).toBe(6_050n);
    expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
  });

  test('is voided: nothing is taken, and the hold is released at the acquirer', async () => {
    const reference = await heldCharge();
    const answer = await act(reference, 'void');
    expect(answer.body.data).toMatchObject({ kind: 'void', amount: 100, status: 'succeeded' });
    expect((await read(reference)).status).toBe('voided');
    expect((await eventsOf(reference)).map((event) => event.transactionStatus)).toEqual([
      'authorized',
      'voided',
    ]);
    const [payment] = await server.sql`
      SELECT status FROM sandbox_acquirer.payments WHERE id = ${await attemptOf(reference)}`;
    expect(payment).toMatchObject({ status: 'voided' });
    expect(await posted(reference)).toBe(0n);
  });

  test('is held through 3-D Secure as well', async () => {
    const reference = await createCharge(server, { capture: 'manual' });
    const { body } = await pay(server, reference, '4000002760003184');
    await fetch(body.forwardTo, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    });
    await fetch(`${server.url}/pay/${reference}/return`, { redirect: 'manual' });
    expect((await read(reference)).status).toBe('authorized');
  });

  test('is found held after the acquirer timed out', async () => {
    const reference = await createCharge(server, { capture: 'manual' });
    const paying = pay(server, reference, '4000000000000119');
    await until(
      () => read(reference),
      ({ attempts }) => attempts.length === 1,
    );
    await server.sql`UPDATE attempts SET due_at = now() WHERE charge_id = ${reference}`;
    await until(
      () => read(reference),
      ({ status }) => status === 'authorized',
    );
    await paying;
  });

  test('says on its page that the amount is held', async () => {
    const reference = await heldCharge({ language: 'es' });
    const page = await (await fetch(`${server.url}/pay/${reference}`)).text();
    expect(page).toContain('Pago autorizado');
    expect(page).toContain('Retenido en tu tarjeta');
    await act(reference, 'void');
    expect(await (await fetch(`${server.url}/pay/${reference}`)).text()).toContain('No se te cobró nada');
  });
});

describe('a capture or a void', () => {
  test('that is repeated with its key is made once, and another body is refused', async () => {
    const reference = await heldCharge();
    const key = { 'idempotency-key': `capture-${reference}` };
    const first = await act(reference, 'capture', { amount: 50 }, key);
    const again = await act(reference, 'capture', { amount: 50 }, key);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await act(reference, 'capture', { amount: 51 }, key)).httpStatus).toBe(409);
    expect((await act(reference, 'void', {}, key)).httpStatus).toBe(409);
  });

  test('of more than was authorized, or with a field that is not known, is refused', async () => {
    const reference = await heldCharge();
    const tooMuch = await act(reference, 'capture', { amount: 100.01 });
    expect(tooMuch.body.data).toMatchObject({
      error: 'validation_failed',
      fields: [{ field: 'amount', message: 'at most 100.00 was authorized' }],
    });
    for (const verb of ['capture', 'void'] as const) {
      expect((await act(reference, verb, { amonut: 1 })).httpStatus).toBe(422);
    }
    expect((await act(reference, 'capture', { amount: 0 })).httpStatus).toBe(422);
    expect((await read(reference)).authorization.closings).toEqual([]);
  });

  test('of a charge that is not authorized is refused', async () => {
    const open = await createCharge(server, { capture: 'manual' });
    const voided = await heldCharge();
    await act(voided, 'void');
    for (const reference of [open, voided]) {
      for (const verb of ['capture', 'void'] as const) {
        const { httpStatus, body } = await act(reference, verb);
        expect([httpStatus, body.data.error]).toEqual([409, 'charge_not_authorized']);
      }
    }
  });

  test('races another: exactly one wins', async () => {
    const reference = await heldCharge();
    const answers = await Promise.all([
      act(reference, 'capture'),
      act(reference, 'void'),
      act(reference, 'capture', { amount: 1 }),
    ]);
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
    const { status } = await read(reference);
    expect(['approved', 'voided']).toContain(status);
    expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
  });

  test('is refused for what is not captured yet: a refund and a cancellation name the void', async () => {
    const reference = await heldCharge();
    for (const verb of ['refunds', 'cancel'] as const) {
      const { httpStatus, body } = await act(reference, verb);
      expect(httpStatus).toBe(409);
      expect(body.message).toContain('POST …/void');
    }
  });

  test('whose answer is lost is pending, and is asked again until it is known', async () => {
    const reference = await heldCharge({}, silentCapture);
    const asking = act(reference, 'capture', { amount: 70 });
    await until(
      async () =>
        await server.sql`
          SELECT 1 FROM sandbox_acquirer.payments WHERE status = 'approved' AND card_last4 = '0333'`,
      (rows) => rows.length === 1,
    );
    const meanwhile = await act(reference, 'void');
    expect([meanwhile.httpStatus, meanwhile.body.data.error]).toEqual([409, 'charge_in_progress']);
    await server.sql`UPDATE closings SET due_at = now() WHERE charge_id = ${reference}`;
    await until(
      () => read(reference),
      ({ status }) => status === 'approved',
    );
    expect(await posted(reference)).toBe(7_000n);
    expect((await asking).body.data.status).toBe('succeeded');
    expect(
      (await eventsOf(reference)).filter((event) => event.transactionStatus === 'approved'),
    ).toHaveLength(1);
  });
});

describe('a hold that nobody captures', () => {
  test('is told a day before its end, once', async () => {
    const reference = await heldCharge();
    const id = await attemptOf(reference);
    const soon = new Date(Date.now() + 23 * 3_600_000);
    const authorizedAt = new Date(Date.now() - 6 * 86_400_000);
    await server.sql`UPDATE sandbox_acquirer.payments SET authorized_until = ${soon} WHERE id = ${id}`;
    for (let round = 0; round < 2; round++) {
      const dueAt = new Date();
      await server.sql`
        UPDATE authorizations
           SET due_at = ${dueAt}, authorized_at = ${authorizedAt}
         WHERE charge_id = ${reference}`;
      await until(
        async () =>
          await server.sql<{ dueAt: Date }[]>`
          SELECT due_at AS "dueAt" FROM authorizations WHERE charge_id = ${reference}`,
        ([row]) => row !== undefined && row.dueAt > dueAt,
      );
    }
    await until(
      () => mailsAbout(reference),
      (mails) => mails.length > 0,
    );
    expect(await mailsAbout(reference)).toMatchObject([{ kind: 'authorization' }]);
    expect((await eventsOf(reference)).slice(1)).toMatchObject([
      {
        transactionStatus: 'authorized',
        authorizationNotice: 'expiring',
        authorizationExpiresAt: soon.toISOString(),
      },
    ]);
  });

  test('is voided when the acquirer says that it ended, and the merchant is told why', async () => {
    const reference = await heldCharge();
    await endHold(reference);
    await until(
      () => read(reference),
      ({ status }) => status === 'voided',
    );
    expect((await eventsOf(reference)).at(-1)).toMatchObject({
      transactionStatus: 'voided',
      authorizationNotice: 'expired',
    });
    expect(await mailsAbout(reference)).toMatchObject([{ kind: 'authorization' }]);
  });

  test('is not voided by our clock: while the acquirer holds it, it can be captured', async () => {
    const reference = await heldCharge();
    const past = new Date(Date.now() - 1_000);
    await server.sql`UPDATE authorizations SET expires_at = ${past} WHERE charge_id = ${reference}`;
    expect((await act(reference, 'capture')).body.data.status).toBe('succeeded');
  });

  test('cannot be captured after its end: the capture fails and says so', async () => {
    const reference = await heldCharge();
    const id = await attemptOf(reference);
    await server.sql`UPDATE sandbox_acquirer.payments SET authorized_until = now() WHERE id = ${id}`;
    const { body } = await act(reference, 'capture');
    expect(body.data).toMatchObject({ status: 'failed', failure: 'authorization_expired' });
    expect((await read(reference)).status).toBe('voided');
    expect(await posted(reference)).toBe(0n);
  });
});

describe('what is done in the panel of the acquirer', () => {
  test.each([
    ['a capture', 'approved', 4_000n],
    ['a void', 'voided', 0n],
  ])('%s is entered and told', async (_what, status, taken) => {
    const reference = await heldCharge();
    const id = await attemptOf(reference);
    await server.sql`
      UPDATE sandbox_acquirer.payments
         SET status = ${status},
             captured_minor = ${taken || null},
             authorized_until = NULL
       WHERE id = ${id}`;
    await server.sql`UPDATE authorizations SET due_at = now() WHERE charge_id = ${reference}`;
    const charge = await until(
      () => read(reference),
      (seen) => seen.status === status,
    );
    expect(charge.authorization.closings).toMatchObject([{ origin: 'external', status: 'succeeded' }]);
    expect(await posted(reference)).toBe(taken);
    expect((await eventsOf(reference)).at(-1)).toMatchObject({ closingOrigin: 'external' });
    expect(await mailsAbout(reference)).toContainEqual(expect.objectContaining({ kind: 'authorization' }));
    expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
  });
});

describe('the request', () => {
  test('takes manual capture for cards only', async () => {
    const body = { ...sampleCharge, method_code: 'USDT', method_category: 'CRYPTO', capture: 'manual' };
    const answer = await postCharge(server, server.merchant, body);
    expect(answer.httpStatus).toBe(422);
    expect(answer.body.data.fields).toContainEqual({
      field: 'capture',
      message: 'may be "manual" for CARDS only; a payment by USDT is taken at once',
    });
  });

  test('takes no other word, and still the true of before', async () => {
    const later = await postCharge(server, server.merchant, { ...sampleCharge, capture: 'later' });
    expect(later.body.data.fields).toEqual([
      { field: 'capture', message: 'must be "automatic" or "manual"' },
    ]);
    const before = await postCharge(server, server.merchant, { ...sampleCharge, capture: true });
    expect((await read(before.body.data.reference)).capture).toBe('automatic');
  });
});
