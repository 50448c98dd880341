import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, faultsIn } from '../../src/accounts/ledger/check-ledger.ts';
import { getBoleto, withBoleto } from '../kit/bank-refund.ts';
import { type Answer, call, createCharge, keyHeaders, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { arrivedAt } from '../kit/unexpected.ts';

/** Another way beside a voucher that nobody can call back: the sandbox's boleto, like those at Stripe. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server?.stop());

const type = { 'content-type': 'application/x-www-form-urlencoded' };

async function post(reference: string, path: string, form: Record<string, string>): Promise<void> {
  await call(server, 'POST', `/pay/${reference}/${path}`, type, String(new URLSearchParams(form)));
}

const view = async (reference: string): Promise<string> =>
  (await call(server, 'GET', `/pay/${reference}/state`)).body.view;

const read = async (reference: string): Promise<Answer['body']> =>
  (await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant))).body.data;

async function pay(id: string): Promise<void> {
  await call(server, 'POST', `/sandbox/pay/${id}`, {}, { decision: 'pay' });
}

async function approved(reference: string): Promise<void> {
  await until(
    () => read(reference),
    ({ status }) => status === 'approved',
  );
}

async function resolve(reference: string, payment: string, decision: string): Promise<Answer> {
  const path = `/api/transactions/${reference}/resolve`;
  return await call(server, 'POST', path, keyHeaders(server.merchant), { payment, decision });
}

test('is open only after the warning, and both paid, the merchant decides about the second', async () => {
  const any = { method_code: 'ALL', method_category: 'ALL', language: 'en' };
  const reference = await createCharge(server, {
    ...any,
    country: 'BRA',
    currency: 'BRL',
    amount: 150,
    email: 'ana@customer.example',
  });
  await post(reference, 'method', { method: 'BOLETO' });
  await getBoleto(server, reference);
  const page = (await call(server, 'GET', `/pay/${reference}`)).body;
  expect(page).toContain('cannot be called back');
  expect(page).not.toContain('These details will stop working');
  // Without the warning's answer nothing changes.
  await post(reference, 'method', { method: 'ALL' });
  await post(reference, 'other-card', {});
  expect(await view(reference)).toBe('instructions');

  await post(reference, 'method', { method: 'ALL', beside: 'yes' });
  expect(await view(reference)).toBe('choose');
  const [left] = (await read(reference)).attempts;
  expect(left).toMatchObject({ status: 'refused', refusal: 'left_page' });
  await post(reference, 'method', { method: 'PIX' });
  await call(server, 'POST', `/pay/${reference}`, type, '');
  await pay(reference);
  await approved(reference);

  await pay(left.id);
  const payment = await arrivedAt(server, reference);
  expect(await read(reference)).toMatchObject({
    status: 'approved',
    method_code: 'PIX',
    unexpected_payments: [{ kind: 'second', status: 'waiting', amount: 150 }],
  });
  // The acquirer gives no boleto back: the merchant may only accept it.
  expect((await resolve(reference, payment, 'return')).httpStatus).toBe(409);
  expect((await resolve(reference, payment, 'accept')).body.data).toMatchObject({ pays: false });
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

test('a voucher that is paid although it was left pays the charge if the merchant accepts it', async () => {
  const reference = await withBoleto(server, { language: 'en' });
  await post(reference, 'other-card', { beside: 'yes' });
  expect(await view(reference)).toBe('form');
  await getBoleto(server, reference);
  const { attempts } = await read(reference);
  expect(attempts).toHaveLength(2);
  await post(reference, 'other-card', { beside: 'yes' });
  await pay(attempts[0].id);
  const payment = await arrivedAt(server, reference);
  expect((await resolve(reference, payment, 'accept')).body.data).toMatchObject({ pays: true });
  expect((await read(reference)).status).toBe('approved');
  expect(faultsIn(await checkLedger(server.sql))).toEqual([]);
});

test('a voucher that was paid in the meantime counts, whatever the customer wants', async () => {
  const reference = await withBoleto(server);
  const [{ id }] = (await read(reference)).attempts;
  // Paid, and the processor's message is still on its way.
  await server.sql`UPDATE sandbox_acquirer.local_payments SET status = 'paid', paid_minor = 15000 WHERE id = ${id}`;
  await post(reference, 'other-card', { beside: 'yes' });
  await approved(reference);
  expect((await read(reference)).unexpected_payments).toEqual([]);
});
