import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/db/ids.ts';
import { findPayoutById, type Payout } from '../../src/crypto/payouts/store.ts';
import { type Customers, heading, openBrowser, phone } from '../kit/pages/customer.ts';
import { codeMailedTo, mailsTo } from '../kit/payouts/recipient.ts';
import { fund, openPayout } from '../kit/payouts/requests.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A recipient's whole path, from the merchant's url to the money, on real chains. */

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), openBrowser()]);
  await fund(server, server.merchant.merchantId, 10_000_000_000n);
});
afterAll(async () => {
  await customers.leave();
  await server.stop();
  expect(customers.faults).toEqual([]);
  expect([...customers.hosts]).toEqual([new URL(server.url).host]);
});

const wallets = {
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
} as const;
const titles = { ERC20: 'Ethereum (ERC-20)', TRC20: 'Tron (TRC-20)' } as const;
type NetworkId = keyof typeof wallets;

/** A payout for a recipient with their own mailbox. */
async function aLink(): Promise<{ url: string; email: string }> {
  const email = `${newId()}@recipient.example`;
  const { token } = await openPayout(server, server.merchant, { email });
  return { url: `${server.url}/payout/${token}`, email };
}

async function enterWallet(page: Page, network: NetworkId, wallet: string = wallets[network]): Promise<void> {
  await page.getByRole('radio', { name: titles[network] }).check();
  await page.getByLabel('Address of your wallet').fill(wallet);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const shownAddress = (page: Page) => page.locator('.groups').textContent();
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Yes, send 25.50 USDT' });
/** Sent, or being sent. */
const confirmed = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Your (payment|USDT)|^We are sending/ }).waitFor();
const codeHeading = 'Enter the code we mailed you';
const reviewHeading = 'Check before you confirm';

async function atCode(url: string): Promise<Page> {
  const page = await customers.arrive();
  await page.goto(url);
  await enterWallet(page, 'ERC20');
  await heading(page, codeHeading);
  return page;
}

async function atReview(url: string, email: string): Promise<Page> {
  const page = await atCode(url);
  await enterCode(page, await codeMailedTo(server, email));
  await heading(page, reviewHeading);
  return page;
}

async function payoutOf(email: string): Promise<Payout | undefined> {
  const [row] = await server.sql<{ id: string }[]>`SELECT id FROM payouts WHERE email = ${email}`;
  return row && ((await findPayoutById(server.sql, row.id)) ?? undefined);
}

test.each([
  ['ERC20', 'on a desktop', {}],
  ['TRC20', 'on a phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ['ERC20', 'without script', { javaScriptEnabled: false }],
] as const)(
  '%s %s: the money is claimed with the mailed code and followed to its arrival',
  async (network, _, options) => {
    const { url, email } = await aLink();
    const page = await customers.arrive(options);
    await page.goto(url);
    await heading(page, 'Where do you want to receive your USDT?');
    await enterWallet(page, network);
    await heading(page, codeHeading);
    expect(await shownAddress(page)).toBe(wallets[network]);
    const [mail] = await mailsTo(server, email);
    expect(mail?.text).toContain(wallets[network]);
    expect(mail?.text).toContain(titles[network]);
    await enterCode(page, await codeMailedTo(server, email));
    await heading(page, reviewHeading);
    expect(await shownAddress(page)).toBe(wallets[network]);
    await confirmButton(page).click();
    await page.getByRole('heading', { name: 'Your USDT have arrived' }).waitFor();
    expect(await page.locator('dl').textContent()).toContain(wallets[network]);
    expect(await payoutOf(email)).toMatchObject({ status: 'success', language: 'en', network });
  },
);

test('a wrong code is told apart from the right one, which still serves', async () => {
  const { url, email } = await aLink();
  const page = await atCode(url);
  const code = await codeMailedTo(server, email);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await page.getByText('That is not the code. You have 4 tries left.').waitFor();
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await heading(page, reviewHeading);
});

test('another code comes after a minute, and only the newest serves', async () => {
  const { url, email } = await aLink();
  const page = await atCode(url);
  const again = page.getByRole('button', { name: 'Send me another code' });
  await page.getByText(/^You can ask for another code in 0:[0-5]\d\.$/).waitFor();
  await again.click({ force: true });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  const first = await codeMailedTo(server, email);
  await server.sql`UPDATE payout_claims SET last_code_at = last_code_at - interval '1 minute'`;
  await page.reload();
  await again.click();
  await page.getByText('We sent you another code. Only the newest one works.').waitFor();
  const second = await codeMailedTo(server, email, 2);
  if (second !== first) {
    await enterCode(page, first);
    await page.getByText('That is not the code.').waitFor();
  }
  await enterCode(page, second);
  await heading(page, reviewHeading);
});

test('another wallet takes another code, also after the review', async () => {
  const { url, email } = await aLink();
  const page = await atReview(url, email);
  await page.getByRole('link', { name: 'Change the wallet' }).click();
  await heading(page, 'Where do you want to receive your USDT?');
  await enterWallet(page, 'TRC20');
  await heading(page, codeHeading);
  expect(await shownAddress(page)).toBe(wallets.TRC20);
  await enterCode(page, await codeMailedTo(server, email, 2));
  await heading(page, reviewHeading);
  expect(await shownAddress(page)).toBe(wallets.TRC20);
});

test('the back button leads through the steps, and after confirming to what became of it', async () => {
  const { url, email } = await aLink();
  const page = await atReview(url, email);
  await page.goBack();
  await page.goForward();
  await heading(page, reviewHeading);
  await confirmButton(page).click();
  await confirmed(page);
  await page.goBack();
  await confirmed(page);
  expect(await confirmButton(page).count()).toBe(0);
});

test('two tabs with two wallets confirm only what was looked at', async () => {
  const { url, email } = await aLink();
  const page = await atReview(url, email);
  const other = await page.context().newPage();
  await other.goto(`${url}?change`);
  await enterWallet(other, 'TRC20');
  await heading(other, codeHeading);
  // This tab gets no updates: otherwise it would notice by itself, and there would be no code to enter.
  await other.route('**/state', (route) => route.abort());
  await confirmButton(page).click();
  await page.getByText('Meanwhile the wallet was changed on another page.').waitFor();
  expect(await shownAddress(page)).toBe(wallets.TRC20);
  expect(await payoutOf(email)).toMatchObject({ status: 'open', network: null });
  await enterCode(page, await codeMailedTo(server, email, 2));
  await confirmButton(page).click();
  await confirmed(page);
  // The other tab learns of it at its next action.
  await enterCode(other, '123456');
  await confirmed(other);
  expect(await payoutOf(email)).toMatchObject({ network: 'TRC20' });
});

test('two clicks confirm once', async () => {
  const { url, email } = await aLink();
  const page = await atReview(url, email);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  await confirmButton(page).dblclick();
  await confirmed(page);
  expect(sent).toEqual(['confirm']);
  expect(await payoutOf(email)).toMatchObject({ network: 'ERC20' });
});

test('somebody else with the link sees no review, cannot confirm, and changes nothing once it is confirmed', async () => {
  const { url, email } = await aLink();
  const page = await atReview(url, email);
  const thief = await customers.arrive();
  await thief.goto(url);
  await heading(thief, codeHeading);
  await thief.getByText('This code was entered in another browser').waitFor();
  const wallet = await page.evaluate(
    () => Object.fromEntries(new FormData(document.forms[0])) as Record<string, string>,
  );
  const stolen = await thief.request.post(`${url}/confirm`, { form: wallet });
  expect(stolen.status()).toBe(422);
  expect(await payoutOf(email)).toMatchObject({ status: 'open', network: null });
  // An open page follows the payout by itself, which would interfere.
  await thief.goto('about:blank');
  await confirmButton(page).click();
  await confirmed(page);
  await thief.goto(`${url}?change`);
  await confirmed(thief);
  await thief.request.post(`${url}/wallet`, { form: { network: 'TRC20', wallet: wallets.TRC20 } });
  expect(await payoutOf(email)).toMatchObject({ network: 'ERC20' });
});
