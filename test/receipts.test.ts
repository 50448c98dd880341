import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DueReceipt, queueReceipts } from '../src/accounts/mail/queue-receipts.ts';
import { defaultSettings } from '../src/accounts/merchants/merchant.ts';
import type { CaughtMail } from '../src/sandbox/mail-catcher.ts';
import { run } from '../src/surfaces/cli/run.ts';
import { payerOn } from './kit/chains/payer.ts';
import { call, createCharge, keyHeaders, pay, until } from './kit/client.ts';
import { choose, openOrder, untilStatus } from './kit/crypto/orders.ts';
import { addMerchant } from './kit/merchants.ts';
import { startTestServer, type TestServer } from './kit/server.ts';

/** The mails that customers get. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
});

afterAll(() => server.stop());

async function mailsTo(address: string, count: number): Promise<CaughtMail[]> {
  const mails = await until(
    async () =>
      ((await call(server, 'GET', '/sandbox/mail')).body as CaughtMail[]).filter(({ to }) =>
        to.includes(address),
      ),
    (caught) => caught.length >= count,
  );
  // The mailbox lists the newest first.
  return mails.reverse();
}

/** The mails to an address, whether sent or not. */
function queuedFor(address: string) {
  return server.sql`SELECT kind FROM mails WHERE recipient = ${address} ORDER BY id`;
}

const utc = /20\d\d .*\d?\d:\d\d.* UTC/;

test.each([
  ['es', 'Recibo de tu pago a Demo Store', 'Visa terminada en 4242', 'US$\u00a010,50', 'Del pago de'],
  ['pt', 'Recibo do seu pagamento a Demo Store', 'Visa com final 4242', 'US$\u00a010,50', 'Do pagamento de'],
  ['en', 'Receipt for your payment to Demo Store', 'Visa ending in 4242', 'US$10.50', 'Of a payment of'],
])(
  'a card payment and its refunds are told to the customer in %s, each once',
  async (language, subject, card, paid, ofPayment) => {
    const email = `${language}@customer.example`;
    const reference = await createCharge(server, { email, language, description: 'A <b>coffee</b>' });
    await pay(server, reference, '4000000000000002');
    await pay(server, reference, '4242424242424242');
    const [receipt] = await mailsTo(email, 1);
    expect(receipt?.subject).toBe(subject);
    for (const part of [reference, paid, card, 'Demo Store']) {
      expect(receipt?.text).toContain(part);
      expect(receipt?.html).toContain(part);
    }
    expect(receipt?.text).toMatch(utc);
    expect(receipt?.html).toMatch(utc);
    expect(receipt?.html).toContain(`<html lang="${language}">`);
    expect(receipt?.html).not.toContain('<b>coffee');
    expect(receipt?.text).not.toMatch(/4242 ?4242/);

    for (const amount of [1, 2]) {
      const path = `/api/transactions/${reference}/refunds`;
      const key = { ...keyHeaders(server.merchant), 'idempotency-key': `${reference}-${amount}` };
      await call(server, 'POST', path, key, { amount });
      await call(server, 'POST', path, key, { amount });
    }
    const refunds = (await mailsTo(email, 3)).slice(1);
    const told = refunds.map(({ text }) => text).join();
    for (const amount of [/US\$\s?1[.,]00/, /US\$\s?2[.,]00/]) expect(told).toMatch(amount);
    for (const part of [reference, `${ofPayment}: ${paid}`])
      for (const { text } of refunds) expect(text).toContain(part);
    const kinds = (await queuedFor(email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['payment_receipt', 'refund_receipt', 'refund_receipt']);
    // A sent mail is not stored twice.
    const kept =
      await server.sql`SELECT FROM mails WHERE recipient = ${email} AND status = 'sent' AND body IS NOT NULL`;
    expect(kept).toHaveLength(0);
  },
);

test('a payment in instalments is told with their number, to the customer and to who looks it up', async () => {
  const email = 'instalments@customer.example';
  const reference = await createCharge(server, { email, language: 'en', amount: 90 });
  await pay(server, reference, '4242424242424242', { instalments: '3' });
  await call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(server.merchant), {
    amount: 1,
  });
  // Mails are sent concurrently and arrive in any order.
  const [receipt, refund] = (await mailsTo(email, 2)).sort((a, b) => (a.text < b.text ? -1 : 1));
  expect(receipt?.text).toContain('\nInstalments: 3\n');
  expect(refund?.text).toMatch(/^Refund: /);
  expect(refund?.text).not.toContain('Instalments');
  const { stdout } = await run(['find', reference], { DATABASE_URL: server.databaseUrl });
  expect(stdout).toContain('Tried with visa 424242…4242 in 3 instalments at sandbox');
});

test('a USDT payment is told with every transaction, once, however often its order is decided', async () => {
  const described = server.networks.TRC20;
  if (!described) throw new Error('no such network');
  const email = 'usdt@customer.example';
  const id = await openOrder(server, { email });
  const { address, amountUnits } = await choose(server, id, 'TRC20');
  const payer = payerOn('TRC20', described);
  const rest = BigInt(amountUnits as string) - 5_000_000n;
  const hashes = [await payer.pay(address as string, 5_000_000n), await payer.pay(address as string, rest)];
  await untilStatus(server, id, 'pending', 'success');
  await payer.finalize();
  await untilStatus(server, id, 'success');
  const [receipt] = await mailsTo(email, 1);
  const transactions = [`5.00 USDT: ${hashes[0]}`, `20.50 USDT: ${hashes[1]}`];
  for (const part of [id, '25.50 USDT (US$25.50)', ...transactions, 'Tron (TRC-20)', 'Demo Store']) {
    expect(receipt?.text).toContain(part);
    expect(receipt?.html).toContain(part);
  }
  const receiptAgain: DueReceipt = {
    kind: 'payment',
    merchantId: server.merchant.merchantId,
    causeId: id,
    recipient: email,
    language: null,
    amount: { units: 2550n, code: 'USD' },
    cryptoAmount: null,
    at: new Date(),
    reference: id,
    description: null,
    paidWith: null,
  };
  await server.sql.begin((tx) => queueReceipts(tx, [receiptAgain]));
  expect(await queuedFor(email)).toHaveLength(1);
});

test('a merchant that wants none sends none', async () => {
  const merchant = await addMerchant(server, { ...defaultSettings, receipts: false });
  const email = 'none@customer.example';
  await pay(server, await createCharge(server, { email }, merchant), '4242424242424242');
  const last = 'last@customer.example';
  await pay(server, await createCharge(server, { email: last }), '4242424242424242');
  await mailsTo(last, 1);
  expect(await queuedFor(email)).toEqual([]);
});

test('without a language of the charge a receipt is in that of the browser that paid', async () => {
  const headers = { 'accept-language': 'pt-BR,en;q=0.5', accept: 'application/json' };
  const email = 'browser@customer.example';
  const reference = await createCharge(server, { email });
  const form = { number: '4242424242424242', expiry: '12/39', code: '123', name: 'Ana Test' };
  await fetch(`${server.url}/pay/${reference}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  const [receipt] = await mailsTo(email, 1);
  expect(receipt?.subject).toBe('Recibo do seu pagamento a Demo Store');

  const id = await openOrder(server, { email });
  await call(server, 'POST', `/crypto/${id}/network`, headers, { network: 'ERC20' });
  const [order] = await server.sql`SELECT language FROM crypto_orders WHERE id = ${id}`;
  expect(order).toEqual({ language: 'pt' });
});

test('without any language a receipt is in the merchant’s', async () => {
  const merchant = await addMerchant(server);
  await server.sql`UPDATE merchants SET language = 'pt', name = 'Padaria' WHERE id = ${merchant.merchantId}`;
  const email = 'padaria@customer.example';
  await pay(server, await createCharge(server, { email }, merchant), '4242424242424242');
  expect((await mailsTo(email, 1)).map(({ subject }) => subject)).toEqual([
    'Recibo do seu pagamento a Padaria',
  ]);
});
