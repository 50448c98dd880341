import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import type { CaughtMail } from '../../src/sandbox/mail-catcher.ts';
import { askedRefund, paidBoleto } from '../kit/bank-refund.ts';
import { type Answer, call, keyHeaders, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** Refunds that no processor makes, from the request to the transfer that the merchant reports. */

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  [server, receiver] = await Promise.all([startTestServer(), startReceiver()]);
});

afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

const headers = () => keyHeaders(server.merchant);

async function ask(reference: string, body: object = {}, key?: string): Promise<Answer> {
  const more = key === undefined ? {} : { 'idempotency-key': key };
  return await call(
    server,
    'POST',
    `/api/transactions/${reference}/refunds`,
    { ...headers(), ...more },
    body,
  );
}

async function act(reference: string, refund: string, verb: string, body?: object): Promise<Answer> {
  const path = `/api/transactions/${reference}/refunds/${refund}/${verb}`;
  return await call(server, verb === 'bank-details' ? 'GET' : 'POST', path, headers(), body);
}

const read = async (reference: string): Promise<Answer['body']> =>
  (await call(server, 'GET', `/api/transactions/${reference}`, headers())).body.data;

async function balance(account: string): Promise<number> {
  const [row] = await server.sql<{ balance: bigint }[]>`
    SELECT balance
      FROM ledger_balances
     WHERE merchant_id = ${server.merchant.merchantId}
       AND account = ${account}
       AND asset = 'BRL'`;
  return Number(row?.balance ?? 0n);
}

/** The newest page that a mail to this address names, once there are so many of them. */
async function mailedPage(address: string, count: number): Promise<string> {
  const mails = await until(
    async () => (await call(server, 'GET', '/sandbox/mail')).body as CaughtMail[],
    (all) => pagesIn(all, address).length >= count,
  );
  return pagesIn(mails, address)[0] ?? '';
}

function pagesIn(mails: CaughtMail[], address: string): string[] {
  return mails
    .filter(({ to }) => String(to).includes(address))
    .flatMap(({ text }) => /\/bank-refund\/[\w-]+/.exec(text)?.[0] ?? []);
}

async function give(page: string, form: Record<string, string>): Promise<Answer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };
  return await call(server, 'POST', page, type, String(new URLSearchParams(form)));
}

const account = { holder: 'Ana Prueba', document: '529.982.247-25', pix_key: 'ana@customer.example' };

const told = (reference: string): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ transactionId, refundId }) => transactionId === reference && refundId)
    .map(({ transactionStatus, refundStatus }) => `${transactionStatus} ${refundStatus}`);

test('the customer names an account, the merchant transfers, and the books hold the amount until then', async () => {
  const email = 'bia@customer.example';
  const reference = await paidBoleto(server, { email, notification_url: receiver.url, language: 'en' });
  const before = await balance('merchant_available');
  const asked = await ask(reference, { amount: 50 }, 'bank-1');
  const { id: refund } = asked.body.data;
  expect(asked.body).toMatchObject({
    code: 200,
    data: { status: 'pending', bank: { status: 'asked', account: null } },
  });
  // The same request again asks for nothing more.
  expect((await ask(reference, { amount: 50 }, 'bank-1')).body.data.id).toBe(refund);
  expect(await balance('merchant_available')).toBe(before - 5_000);
  expect(await balance('refunds_due')).toBe(5_000);
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);

  const page = await mailedPage(email, 1);
  expect((await call(server, 'GET', page, { 'accept-language': 'en' })).body).toContain('Pix key');
  const wrong = await give(page, { holder: '1', document: '529.982.247-26', pix_key: 'ana' });
  expect(wrong.httpStatus).toBe(422);
  expect(wrong.body.match(/<li><a href/g)).toHaveLength(3);
  expect((await give(page, account)).httpStatus).toBe(303);
  // A correction, in the other way that the country has.
  const other = { holder: 'Ana Prueba', document: '52998224725', by: 'account' };
  expect((await give(page, other)).httpStatus).toBe(422);
  const whole = { ...other, bank: 'Nubank', branch: '0001', account_kind: 'checking', account: '1234567-8' };
  expect((await give(page, whole)).httpStatus).toBe(303);
  const details = await act(reference, refund, 'bank-details');
  expect(details.body.data.details).toEqual([
    { field: 'holder', value: 'Ana Prueba' },
    { field: 'document', value: '52998224725' },
    { field: 'bank', value: 'Nubank' },
    { field: 'branch', value: '0001' },
    { field: 'account_kind', value: 'checking' },
    { field: 'account', value: '1234567-8' },
  ]);
  // Whoever reads them is in the audit log, once for one look; the timeline says so, and that the refund waits.
  await act(reference, refund, 'bank-details');
  const looks = await server.sql`
    SELECT actor FROM audit_log WHERE act = 'bank_details_read' AND subject = ${`charge ${reference}`}`;
  expect(looks).toEqual([{ actor: expect.stringMatching(/^key \w+$/) }]);
  const { merchantId } = server.merchant;
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const shown = await owner.ask('GET', `/dashboard/api/payments/${reference}`, undefined, {
    'x-merchant-id': merchantId,
  });
  const entries = shown.body.data.timeline.map(
    ({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`,
  );
  expect(entries).toEqual(
    expect.arrayContaining(['event approved', 'event refund_pending', 'person bank_details_read']),
  );
  expect(await read(reference)).toMatchObject({
    refunds: [{ status: 'pending', bank: { status: 'given', account: 'Nubank •••• 67-8' } }],
  });
  const mails =
    await server.sql`SELECT subject FROM mails WHERE kind = 'external_refund' ORDER BY created_at`;
  expect(mails).toHaveLength(2);

  const paid = await act(reference, refund, 'paid', { reference: 'PIX-77' });
  expect(paid.body).toMatchObject({
    code: 200,
    data: { status: 'succeeded', bank: { status: 'paid', reference: 'PIX-77' } },
  });
  expect((await act(reference, refund, 'paid', { reference: 'PIX-77' })).body.data).toEqual(paid.body.data);
  expect((await act(reference, refund, 'paid', { reference: 'PIX-78' })).httpStatus).toBe(409);
  expect((await act(reference, refund, 'withdraw')).httpStatus).toBe(409);
  expect((await read(reference)).status).toBe('partially_refunded');
  expect(await balance('merchant_available')).toBe(before);
  expect(await balance('refunds_due')).toBe(0);
  // The details are gone, and the page says what was done.
  expect((await act(reference, refund, 'bank-details')).body.data.details).toBeNull();
  expect((await call(server, 'GET', page, { 'accept-language': 'en' })).body).toContain('PIX-77');
  expect((await give(page, account)).httpStatus).toBe(409);
  await until(
    async () => told(reference),
    (seen) => seen.length >= 3,
  );
  expect(told(reference).toSorted()).toEqual([
    'approved pending',
    'approved pending',
    'partially_refunded succeeded',
  ]);
  const receipts =
    await server.sql`SELECT 1 FROM mails WHERE kind = 'refund_receipt' AND cause_id = ${refund}`;
  expect(receipts).toHaveLength(1);
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

test('withdrawn, it frees the amount, and the whole can be asked for again', async () => {
  const { reference, refund } = await askedRefund(server);
  expect((await ask(reference)).httpStatus).toBe(409);
  const before = await balance('merchant_available');
  expect((await act(reference, refund, 'withdraw')).body.data).toMatchObject({ status: 'failed' });
  expect(await balance('merchant_available')).toBe(before + 15_000);
  expect((await ask(reference)).body.data).toMatchObject({ status: 'pending', amount: 150 });
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

test('asked again, only the link of the newest mail opens the page', async () => {
  const email = 'caio@customer.example';
  const reference = await paidBoleto(server, { email });
  const { id: refund } = (await ask(reference)).body.data;
  const first = await mailedPage(email, 1);
  expect((await act(reference, refund, 'ask-again')).httpStatus).toBe(200);
  await mailedPage(email, 2);
  const { body: mails } = await call(server, 'GET', '/sandbox/mail');
  const newest = pagesIn(mails, email).find((page) => page !== first) ?? '';
  expect((await call(server, 'GET', first)).httpStatus).toBe(404);
  expect((await call(server, 'GET', newest)).httpStatus).toBe(200);
});

test('without an address to ask, the refund is refused and nothing is set aside', async () => {
  const reference = await paidBoleto(server);
  await server.sql`UPDATE charges SET email = NULL WHERE id = ${reference}`;
  const answer = await ask(reference);
  expect([answer.httpStatus, answer.body.data.error]).toEqual([409, 'charge_not_refundable']);
  expect((await read(reference)).refunds).toEqual([]);
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

test('another merchant sees and ends nothing of it', async () => {
  const { reference, refund } = await askedRefund(server);
  const other = keyHeaders(await addMerchant(server));
  const path = `/api/transactions/${reference}/refunds/${refund}`;
  for (const [method, verb, body] of [
    ['GET', 'bank-details', undefined],
    ['POST', 'paid', { reference: 'x' }],
    ['POST', 'withdraw', undefined],
    ['POST', 'ask-again', undefined],
  ] as const) {
    expect((await call(server, method, `${path}/${verb}`, other, body)).httpStatus).toBe(404);
  }
  expect((await read(reference)).refunds).toMatchObject([{ status: 'pending' }]);
});
