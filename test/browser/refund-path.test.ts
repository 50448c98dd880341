import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { type EvmPayer, evmPayer } from '../kit/chains/payer.ts';
import { call, keyHeaders, until } from '../kit/client.ts';
import { choose, endHold, openOrder, untilStatus } from '../kit/crypto/orders.ts';
import { type Customers, expectAccessible, heading, openBrowser, phone } from '../kit/pages/customer.ts';
import { mailsTo } from '../kit/payouts/recipient.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The whole path of a customer who gets a refund, from the mail to the money, on real chains. */

let server: TestServer;
let payer: EvmPayer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), openBrowser()]);
  payer = evmPayer(server.networks.ERC20 as NonNullable<typeof server.networks.ERC20>);
});
afterAll(async () => {
  await customers.leave();
  await server.stop();
  expect(customers.faults).toEqual([]);
  expect([...customers.hosts]).toEqual([new URL(server.url).host]);
});

/** The match of the pattern in the newest mail to this address that has one. */
async function mailed(email: string, pattern: RegExp): Promise<string> {
  const found = async () =>
    (await mailsTo(server, email)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean);
  return (await until(found, (text) => text !== undefined)) as string;
}

/** A late payment that its merchant decides to refund: returns the customer's link. */
async function aLink(): Promise<{ id: string; url: string; email: string }> {
  const email = `${newId()}@customer.example`;
  const id = await openOrder(server, { email });
  const { address, amountUnits } = await choose(server, id, 'ERC20');
  await endHold(server, id);
  await payer.finalize();
  await untilStatus(server, id, 'failed');
  await payer.pay(address as string, BigInt(amountUnits as string));
  await payer.finalize();
  await until(
    async () => (await server.sql`SELECT FROM transfers WHERE order_id = ${id} AND posted`).length,
    (count) => count === 1,
  );
  const path = `/payment/${id}/resolve`;
  const { httpStatus } = await call(server, 'POST', path, keyHeaders(server.merchant), {
    decision: 'refund',
  });
  expect(httpStatus).toBe(200);
  return { id, email, url: await mailed(email, /(http\S+\/payout\/[\w-]{43})/) };
}

interface Words {
  from: string;
  choose: string;
  wallet: string;
  code: string;
  digits: string;
  next: string;
  review: string;
  send: string;
  arrived: string;
}
const english: Words = {
  from: 'Refund from',
  choose: 'Where do you want your USDT back?',
  wallet: 'Address of your wallet',
  code: 'Enter the code we mailed you',
  digits: 'Six-digit code',
  next: 'Continue',
  review: 'Check before you confirm',
  send: 'Yes, send 25.50 USDT',
  arrived: 'Your refund has arrived',
};
const spanish: Words = {
  from: 'Devolución de',
  choose: '¿Dónde quieres que te devolvamos tus USDT?',
  wallet: 'Dirección de tu billetera',
  code: 'Escribe el código que te enviamos',
  digits: 'Código de seis dígitos',
  next: 'Continuar',
  review: 'Revisa antes de confirmar',
  send: 'Sí, enviar 25.50 USDT',
  arrived: 'Tu devolución llegó',
};

/** The page shows this heading and is accessible. */
async function reach(page: Page, title: string): Promise<void> {
  await heading(page, title);
  await expectAccessible(page);
}

test.each([
  ['on a desktop', 'Ethereum (ERC-20)', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', english, {}],
  [
    'on a phone, in Spanish',
    'Tron (TRC-20)',
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    spanish,
    { viewport: phone, hasTouch: true, isMobile: true, locale: 'es-CO' },
  ],
] as const)(
  '%s: the mailed link leads to the page on which a wallet is confirmed and the refund followed to its arrival',
  async (_, network, wallet, words, options) => {
    const { id, url, email } = await aLink();
    const page = await customers.arrive(options);
    await page.goto(url);
    await reach(page, words.choose);
    await page.getByText(words.from).first().waitFor();
    await page.getByRole('radio', { name: network }).check();
    await page.getByLabel(words.wallet).fill(wallet);
    await page.getByRole('button', { name: words.next }).click();
    await reach(page, words.code);
    await page.getByLabel(words.digits).fill(await mailed(email, /^C(?:ode|ódigo): (\d{6})$/m));
    await page.getByRole('button', { name: words.next }).click();
    await reach(page, words.review);
    await page.getByRole('button', { name: words.send }).click();
    await reach(page, words.arrived);
    expect(await page.locator('dl').textContent()).toContain(wallet);
    const read = await call(server, 'GET', `/payment/${id}`, keyHeaders(server.merchant));
    expect(read.body.order).toMatchObject({
      resolution: 'refunded',
      refunds: [{ status: 'success', walletAddress: wallet }],
    });
  },
);
