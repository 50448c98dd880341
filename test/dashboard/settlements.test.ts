import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/ledger/check-ledger.ts';
import { createCharge, pay } from '../kit/client.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** What the installation owes a merchant is asked for, set aside, and paid or refused; once. */

let server: TestServer;
let finance: Visitor;
let operator: Visitor;
beforeAll(async () => {
  server = await startTestServer({ ALERT_EMAIL: 'alarm@company.example' });
  finance = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'finance' });
  operator = await signedIn(server, { merchantId: null, role: 'operator' });
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
      SELECT recipient, subject, body FROM mails WHERE subject LIKE '%50.00 USD%' ORDER BY created_at`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['alarm@company.example', expect.any(String)]);
    expect(mails[0]?.body).toContain('Bank 1, 22-33');
    expect(mails[1]?.body).toContain('TRX-9');
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
    await decide(body.data.id, 'payment', { way: 'usdt', reference: '0xabc' });
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
    [{ amount: '1e3' }, ['amount']],
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
