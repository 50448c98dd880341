import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { postEntry } from '../../src/accounts/ledger/ledger.ts';
import { getMerchant } from '../../src/accounts/merchants/get-merchant.ts';
import { sumHours } from '../../src/commerce/reports/hour-sums.ts';
import { redMerchantsJob } from '../../src/commerce/settlements/jobs.ts';
import { requestSettlement } from '../../src/commerce/settlements/request-settlement.ts';
import { call, createCharge, keyHeaders, pay } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A merchant requests its balance; the amount is set aside, and paid or refused, once. */

let server: TestServer;
let finance: Visitor;
let operator: Visitor;
beforeAll(async () => {
  server = await startTestServer({ ALERT_EMAIL: 'alarm@company.example' });
  finance = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'finance' });
  operator = await signedIn(server, { merchantId: null, role: 'operator' });
  await server.sql`
    UPDATE merchants SET webhook_url = 'http://127.0.0.1:9/hook' WHERE id = ${server.merchant.merchantId}`;
  for (const amount of [100, 60]) {
    await pay(server, await createCharge(server, { amount }), '4242424242424242');
  }
});
afterAll(() => server.stop());

const path = '/dashboard/api/settlements';
const at = () => ({ 'x-merchant-id': server.merchant.merchantId });

async function balances(): Promise<Record<string, string>> {
  const rows = await server.sql<{ account: string; balance: bigint }[]>`
    SELECT account, balance FROM ledger_balances
     WHERE merchant_id = ${server.merchant.merchantId} AND asset = 'USD'`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, String(balance)]));
}

function ask(change: object = {}, key: string = crypto.randomUUID()) {
  const body = { currency: 'USD', amount: '50.00', destination: 'Bank 1, 22-33', ...change };
  return finance.ask('POST', path, body, { ...at(), 'idempotency-key': key });
}

const decide = (id: string, what: string, body: object) =>
  operator.ask('POST', `${path}/${id}/${what}`, body, at());

async function expectRight(): Promise<void> {
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
}

/** Changes the balance as a charge-back would: the merchant then owes money that it has spent. */
async function moveAvailable(cents: bigint): Promise<void> {
  const { merchantId } = server.merchant;
  await server.sql.begin((tx) =>
    postEntry(tx, {
      merchantId,
      kind: 'wallet_moved',
      subjectId: crypto.randomUUID(),
      postings: [
        { account: 'merchant_available', asset: 'USD', amount: cents },
        { account: 'operator_funds', asset: 'USD', amount: -cents },
      ],
    }),
  );
}

describe('a settlement', () => {
  test('is set aside, paid by the operator, and both are told by mail', async () => {
    const before = await balances();
    const { body } = await ask();
    const { id } = body.data;
    expect(body.data).toMatchObject({ amount: '50.00', status: 'requested', destination: 'Bank 1, 22-33' });
    const during = await balances();
    expect(BigInt(during.merchant_available ?? 0)).toBe(BigInt(before.merchant_available ?? 0) - 5_000n);
    expect(during.merchant_settling).toBe('5000');
    await expectRight();
    const paid = await decide(id, 'payment', { way: 'bank', reference: 'TRX-9' });
    expect(paid.body.data).toMatchObject({ status: 'paid', way: 'bank', reference: 'TRX-9' });
    const after = await balances();
    expect(after).toMatchObject({ merchant_settling: '0', operator_bank: '5000' });
    await expectRight();
    const mails = await server.sql<{ recipient: string; subject: string; body: string }[]>`
      SELECT recipient, subject, body FROM mails
       WHERE subject LIKE '%50.00%' AND kind <> 'notification' ORDER BY created_at`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['alarm@company.example', expect.any(String)]);
    expect(mails[0]?.body).toContain('Bank 1, 22-33');
    expect(mails[1]?.body).toContain('TRX-9');
  });

  test('to a destination that nothing was paid to before waits, told to every owner, who can withdraw it', async () => {
    const merchant = await getMerchant(server.sql, server.merchant.merchantId);
    const owner = await signedIn(server, { merchantId: merchant.id, role: 'owner' });
    const deps = {
      sql: server.sql,
      alertEmail: null,
      newDestinationMs: 24 * 3_600_000,
      now: () => new Date(),
    };
    const request = (destination: string) =>
      requestSettlement(
        deps,
        merchant,
        { currency: 'USD', amount: '1.00', destination, key: crypto.randomUUID() },
        'eva@shop.example',
      );
    const payment = { way: 'bank', reference: 'TRX-10' };
    const first = await request('Bank 9, 99-99');
    const early = await decide(first.id, 'payment', payment);
    expect([early.httpStatus, early.body.data.error]).toEqual([409, 'destination_waits']);
    const listed = (await owner.ask('GET', path, undefined, at())).body.data.settlements;
    const payableFrom = first.payableFrom?.toISOString();
    expect(listed.find(({ id }: { id: string }) => id === first.id)).toMatchObject({
      payable_from: payableFrom,
    });
    const mails = await server.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE kind = 'new_destination' AND recipient = ${owner.person.email}`;
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /Bank 9, 99-99 \(1\.00 USD\)\n\neva@shop\.example asked for it\. It counts from /,
      ),
    ]);
    await owner.ask('POST', `${path}/${first.id}/withdrawal`, {}, at());
    expect((await decide(first.id, 'payment', payment)).body.data.error).toBe('settlement_decided');

    const second = await request('Bank 9, 99-99');
    const over = new Date(Date.now() - 1_000);
    await server.sql`
      UPDATE settlements SET payable_from = ${over} WHERE merchant_id = ${merchant.id} AND id = ${second.id}`;
    expect((await decide(second.id, 'payment', payment)).httpStatus).toBe(200);
    // Payable at once when the account is known, by exactly the same text.
    const [known, other] = [await request('Bank 9, 99-99'), await request('Bank 9, 99-98')];
    expect([known.payableFrom, other.payableFrom]).toEqual([null, expect.any(Date)]);
    for (const { id } of [known, other]) await decide(id, 'refusal', { reason: 'again' });
    await expectRight();
  });

  test('that is refused is the merchant’s again', async () => {
    const before = await balances();
    const { body } = await ask();
    const refused = await decide(body.data.id, 'refusal', { reason: 'The account is closed' });
    expect(refused.body.data).toMatchObject({ status: 'refused', reason: 'The account is closed' });
    expect(await balances()).toEqual(before);
    await expectRight();
  });

  test('paid in USDT is owed to the operator, whose own they were', async () => {
    const { body } = await ask({ amount: '0.07' });
    await decide(body.data.id, 'payment', { way: 'usdt', reference: '0xabc', paid_amount: '0.07' });
    expect(await balances()).toMatchObject({ operator_funds: '7' });
    await expectRight();
  });

  test('is asked for once however often it is sent, and together never more than there is', async () => {
    const key = crypto.randomUUID();
    const repeats = await Promise.all([ask({}, key), ask({}, key), ask({}, key)]);
    expect(new Set(repeats.map(({ body }) => body.data.id)).size).toBe(1);
    await decide(repeats[0]?.body.data.id, 'refusal', { reason: 'again' });
    const available = BigInt((await balances()).merchant_available ?? 0);
    const amount = `${available / 100n}.00`;
    const all = await Promise.all([ask({ amount }), ask({ amount }), ask({ amount })]);
    expect(all.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 422, 422]);
    const one = all.find(({ httpStatus }) => httpStatus === 200);
    await decide(one?.body.data.id, 'refusal', { reason: 'again' });
    await expectRight();
  });

  test('can be of the whole balance, to the last cent, and not of one more', async () => {
    const available = BigInt((await balances()).merchant_available ?? 0);
    expect(available % 100n).not.toBe(0n);
    const written = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    expect((await ask({ amount: written(available + 1n) })).httpStatus).toBe(422);
    const key = crypto.randomUUID();
    const all = { amount: written(available) };
    const repeats = await Promise.all([ask(all, key), ask(all, key), ask(all, key), ask(all, key)]);
    // The key is checked before the balance, which the first request has used up.
    expect(repeats.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
    expect((await balances()).merchant_available).toBe('0');
    await decide(repeats[0]?.body.data.id, 'refusal', { reason: 'again' });
    await expectRight();
  });

  test('that is not paid yet is withdrawn by the merchant, and is then paid by nobody', async () => {
    const before = await balances();
    const { body } = await ask();
    const withdrawn = () => finance.ask('POST', `${path}/${body.data.id}/withdrawal`, {}, at());
    expect((await withdrawn()).body.data).toMatchObject({ status: 'withdrawn' });
    expect((await withdrawn()).httpStatus).toBe(200);
    expect(await balances()).toEqual(before);
    const paid = await decide(body.data.id, 'payment', { way: 'bank', reference: 'A' });
    expect(paid.body.data.error).toBe('settlement_decided');
    const [mail] = await server.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE recipient = 'alarm@company.example' AND subject LIKE '%withdrew%'`;
    expect(mail?.body).toContain('Do not pay it');
    await expectRight();
  });

  test('that the bank sent back is the merchant\u2019s again, with the reason, and the merchant is told', async () => {
    const before = await balances();
    const { id } = (await ask()).body.data;
    const back = (reason = 'Account closed') => decide(id, 'return', { reason });
    expect((await back()).httpStatus).toBe(409);
    await decide(id, 'payment', { way: 'bank', reference: 'TRX-10' });
    expect((await back()).body.data).toMatchObject({
      status: 'returned',
      reference: 'TRX-10',
      return_reason: 'Account closed',
      returned_by: expect.stringContaining('@'),
    });
    expect((await back()).httpStatus).toBe(200);
    expect((await back('Other')).httpStatus).toBe(409);
    expect(await balances()).toEqual(before);
    const [mail] = await server.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE kind = 'settlement' AND body LIKE '%Account closed%'`;
    expect(mail?.body).toContain('US$50.00');
    const events = await server.sql<{ status: string; body: string }[]>`
      SELECT status, body FROM events WHERE subject_id = ${id} ORDER BY id`;
    expect(events.map(({ status }) => status)).toEqual(['settlement_paid', 'settlement_returned']);
    expect(events.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'settlement', status: 'paid', amount: '50.00', reference: 'TRX-10', reason: null },
      { event: 'settlement', status: 'returned', amount: '50.00', currency: 'USD', reason: 'Account closed' },
    ]);
    const acts = await server.sql<
      { act: string }[]
    >`SELECT act FROM audit_log WHERE act = 'settlement_returned'`;
    expect(acts).toHaveLength(1);
    await expectRight();
  });

  test('paid in another asset tells how much of it, and at what rate', async () => {
    const { id } = (await ask({ amount: '10.03' })).body.data;
    const faults = async (body: object): Promise<string[]> =>
      (await decide(id, 'payment', body)).body.data.fields.map(({ field }: { field: string }) => field);
    expect(await faults({ way: 'usdt', reference: '0x1' })).toEqual(['paid_amount']);
    expect(await faults({ way: 'bank', reference: '1', paid_currency: 'EUR' })).toEqual(['paid_amount']);
    expect(await faults({ way: 'bank', reference: '1', paid_currency: 'USDT', paid_amount: '1' })).toEqual([
      'paid_currency',
    ]);
    const paid = await decide(id, 'payment', { way: 'usdt', reference: '0x1', paid_amount: '10.000001' });
    expect(paid.body.data).toMatchObject({
      paid_currency: 'USDT',
      paid_amount: '10.000001',
      paid_rate: '1.0029998997',
    });
    const [mail] = await server.sql<{ body: string }[]>`
      SELECT body FROM mails WHERE kind = 'settlement' AND body LIKE '%10.000001 USDT%'`;
    expect(mail).toBeDefined();
    await expectRight();
  });

  test('of a merchant in the red is paid only by an explicit decision', async () => {
    const { id } = (await ask({ amount: '20.00' })).body.data;
    const available = BigInt((await balances()).merchant_available ?? 0);
    await moveAvailable(-available - 14_001n);
    const payment = { way: 'bank', reference: 'TRX-11' };
    const refused = await decide(id, 'payment', payment);
    expect([refused.httpStatus, refused.body.data.error]).toEqual([409, 'merchant_in_the_red']);
    const owed = async (query: string) =>
      (await operator.ask('GET', `/dashboard/api/owed?${query}`)).body.data.owed;
    const row = {
      merchant_id: server.merchant.merchantId,
      currency: 'USD',
      available: '-140.01',
      owed: expect.stringMatching(/^-/),
    };
    expect(await owed('in_the_red=true')).toEqual([expect.objectContaining(row)]);
    expect(await owed('')).toContainEqual(expect.objectContaining(row));
    const logger = { error: () => {}, info: () => {} };
    const watch = () =>
      redMerchantsJob({
        sql: server.sql,
        logger: logger as never,
        alertEmail: 'alarm@company.example',
      }).run();
    await watch();
    const alarms = async () => (await operator.ask('GET', '/dashboard/api/alarms')).body.data.alarms;
    expect(await alarms()).toContainEqual(expect.objectContaining({ code: 'merchant_in_the_red' }));
    const decided = await decide(id, 'payment', { ...payment, note: 'Agreed with its owner by phone' });
    expect(decided.body.data).toMatchObject({ status: 'paid', note: 'Agreed with its owner by phone' });
    await moveAvailable(14_001n + available);
    await watch();
    expect(await alarms()).not.toContainEqual(expect.objectContaining({ code: 'merchant_in_the_red' }));
    expect(await owed('in_the_red=true')).toEqual([]);
  });

  test('is decided once, whoever is quicker', async () => {
    const { body } = await ask();
    const answers = await Promise.all([
      decide(body.data.id, 'payment', { way: 'bank', reference: 'A' }),
      decide(body.data.id, 'refusal', { reason: 'B' }),
    ]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    await expectRight();
  });

  test('is not decided by whoever asked for it', async () => {
    const body = { currency: 'USD', amount: '1.00', destination: 'Bank 1' };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { body: asked } = await operator.ask('POST', path, body, { ...at(), ...key });
    const answer = await decide(asked.data.id, 'payment', { way: 'bank', reference: 'A' });
    expect(answer.httpStatus).toBe(403);
    expect((await balances()).merchant_settling).toBe('100');
  });

  test.each([
    [{ amount: '0' }, ['amount']],
    [{ amount: '-1' }, ['amount']],
    [{ amount: '0.001' }, ['amount']],
    [{ amount: '1e1' }, ['amount']],
    [{ amount: '+1' }, ['amount']],
    [{ amount: '9'.repeat(40) }, ['amount']],
    [{ currency: 'USDT', amount: '1' }, ['currency']],
    [{ currency: 'XXZ', destination: ' ' }, ['currency', 'destination']],
    [{ destination: 'a\0b' }, ['destination']],
  ])('with %j is refused, and changes nothing', async (change, fields) => {
    const before = await balances();
    const { httpStatus, body } = await ask(change);
    expect(httpStatus).toBe(422);
    expect(body.data.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(await balances()).toEqual(before);
  });
});

describe('what a settlement pays', () => {
  test('is what was booked since the one before, each payment in one settlement, and it adds up', async () => {
    const merchant = await addMerchant(server);
    const there = { 'x-merchant-id': merchant.merchantId };
    const owner = await signedIn(server, { merchantId: merchant.merchantId, role: 'owner' });
    const paid = async (amount: number): Promise<string> => {
      const reference = await createCharge(server, { amount }, merchant);
      await pay(server, reference, '4242424242424242');
      return reference;
    };
    const request = async (amount: string): Promise<string> => {
      const body = { currency: 'USD', amount, destination: 'Bank 1, 22-33' };
      const answer = await owner.ask('POST', path, body, {
        ...there,
        'idempotency-key': crypto.randomUUID(),
      });
      return answer.body.data.id;
    };
    const read = async (what: string) => (await owner.ask('GET', what, undefined, there)).body.data;
    const settlementOf = async (reference: string) =>
      (await read(`/dashboard/api/payments/${reference}`)).money.settlement;
    const movementsOf = async (id: string): Promise<[string, string, string][]> =>
      (await read(`${path}/${id}/movements`)).movements.map(
        ({ kind, amount, balance }: Record<string, string>) => [kind, amount, balance],
      );

    const [first, second] = [await paid(100), await paid(60)];
    const refund = await call(server, 'POST', `/api/transactions/${second}/refunds`, keyHeaders(merchant), {
      amount: 10,
    });
    expect(refund.httpStatus).toBe(200);
    expect(await settlementOf(first)).toBeNull();
    const earlier = await request('120.00');
    const third = await paid(30);
    const withdrawn = await request('1.00');
    await owner.ask('POST', `${path}/${withdrawn}/withdrawal`, {}, there);
    const later = await request('60.00');

    const one = await read(`${path}/${earlier}`);
    expect(one).toMatchObject({ settlement: { id: earlier }, opening: '0.00', left: '30.00' });
    expect(one.lines).toMatchObject({ received: '160.00', given_back: '-10.00', fees: '0.00' });
    const two = await read(`${path}/${later}`);
    expect(two).toMatchObject({ opening: '30.00', left: '0.00' });
    expect(two.lines).toMatchObject({ received: '30.00', settlements: '0.00' });

    expect(await movementsOf(earlier)).toEqual([
      ['refund', '-10.00', '150.00'],
      ['charge_approved', '60.00', '160.00'],
      ['charge_approved', '100.00', '100.00'],
    ]);
    expect(await movementsOf(later)).toEqual([
      ['settlement_withdrawn', '1.00', '60.00'],
      ['settlement_requested', '-1.00', '59.00'],
      ['charge_approved', '30.00', '60.00'],
    ]);
    const file = await owner.ask('GET', `${path}/${earlier}/movements.csv`, undefined, there);
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(4);
    expect(file.body).toContain(`${first},`);

    expect(await settlementOf(first)).toMatchObject({ id: earlier, status: 'requested' });
    expect(await settlementOf(third)).toMatchObject({ id: later });
    // The bank's answer decides it anew: what comes to nothing leaves its payments to the next one.
    await owner.ask('POST', `${path}/${later}/withdrawal`, {}, there);
    expect(await settlementOf(third)).toBeNull();

    // Sums of hours that are over give the same figures.
    await sumHours(server.sql, merchant.merchantId, new Date(Date.now() + 3 * 3_600_000));
    expect(await read(`${path}/${earlier}`)).toEqual(one);
    expect(await read(`${path}/${later}`)).toMatchObject({
      opening: '30.00',
      left: '0.00',
      lines: two.lines,
    });

    for (const what of ['', '/movements', '/movements.csv']) {
      const foreign = await finance.ask('GET', `${path}/${earlier}${what}`, undefined, at());
      expect(foreign.httpStatus, what).toBe(404);
    }
  });
});
