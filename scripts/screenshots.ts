import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/kit/programs.ts';

/**
 * Takes the screenshots of docs/images from a running sandbox: `npm start`, then
 * `node scripts/screenshots.ts [data folder] [folder to write to]`. It makes the payments that they show, and prints what
 * each page weighs at a first visit.
 */

const [dataDir = '.data', folder = 'docs/images'] = process.argv.slice(2);
const sandbox = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'));
const base: string = sandbox.baseUrl;
const keyHeaders = {
  'x-api-key': sandbox.merchant.apiKey,
  'x-merchant-id': sandbox.merchant.merchantId,
};

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any;

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Json> {
  const response = await fetch(new URL(path, base), {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }), accept: 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Returns the charge's reference. */
async function charge(body: object): Promise<string> {
  const { data } = await send('POST', '/api/auth/token', keyHeaders);
  const headers = { authorization: `Bearer ${data.access_token}`, 'x-session-id': data.session_id };
  const flow = {
    flow: 'PAYIN',
    method_code: 'CARDS',
    method_category: 'CARD',
    country: 'COL',
    currency: 'COP',
  };
  const made = await send('POST', '/api/transactions/charges', headers, { ...flow, ...body });
  return new URL(made.data.urlCheckout).pathname.split('/')[2] as string;
}

async function payByCard(reference: string, number: string): Promise<void> {
  const body = new URLSearchParams({
    number,
    expiry: '12/39',
    code: '737',
    name: 'Ana Torres',
    email: 'ana@customer.example',
  });
  await fetch(new URL(`/pay/${reference}`, base), { method: 'POST', body, redirect: 'manual' });
}

const cards = { good: '4242424242424242', poor: '4000000000009995', disputed: '4000000000000259' };
const sales: readonly [description: string, amount: number, currency: string, card: string][] = [
  ['Clase de cerámica', 85_000, 'COP', cards.good],
  ['Torno, dos horas', 120_000, 'COP', cards.good],
  ['Juego de tazas', 164_900, 'COP', cards.poor],
  ['Esmalte azul', 48_500, 'COP', cards.good],
  ['Plato grande', 96_000, 'COP', cards.disputed],
  ['Taller de fin de semana', 310_000, 'COP', cards.good],
  ['Gift card', 35, 'USD', cards.good],
  ['Jarrón', 139_900, 'COP', cards.good],
];

async function makeSales(): Promise<{ paid: string; open: string }> {
  const references: string[] = [];
  for (const [at, [description, amount, currency, card]] of sales.entries()) {
    const email = 'ana@customer.example';
    const reference = await charge({ description, amount, currency, order_number: `A-${100 + at}`, email });
    await payByCard(reference, card);
    references.push(reference);
  }
  const [paid = '', given = ''] = references;
  await send('POST', `/api/transactions/${given}/refunds`, keyHeaders, { amount: 20_000 });
  const open = await charge({ description: 'Clase de cerámica', amount: 85_000, order_number: 'A-120' });
  return { paid, open };
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 860 } };
type Look = BrowserContextOptions & { locale: string; colorScheme: 'light' | 'dark' };

const browser = await chromium.launch({
  executablePath: findChromium() as string,
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});

/** Signs in once: the pages of the dashboard share the cookies. */
async function signIn() {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${base}/dashboard/sign-in`);
  await page.getByLabel('E-mail').fill(sandbox.dashboard.email);
  await page.getByLabel('Password', { exact: true }).fill(sandbox.dashboard.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, origins: [] };
}

async function shoot(name: string, look: Look, path: string, prepare?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ timezoneId: 'America/Bogota', ...look });
  const page = await context.newPage();
  let [requests, bytes] = [0, 0];
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => null);
    requests += 1;
    bytes += (sizes?.responseBodySize ?? 0) + (sizes?.responseHeadersSize ?? 0);
  });
  await page.goto(new URL(path, base).href, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  process.stdout.write(`| ${name} | ${requests} | ${(bytes / 1024).toFixed(1)} KB |\n`);
  await prepare?.(page);
  if (prepare) await page.waitForTimeout(settleMs);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** Pages that are kept live are never idle: after this time they show what they read. */
const settleMs = 2_500;

await mkdir(folder, { recursive: true });
const { paid, open } = await makeSales();
const choice = await charge({
  method_code: 'ALL',
  method_category: 'ALL',
  amount: 85_000,
  description: 'Clase de cerámica',
});
const pix = await charge({
  method_code: 'PIX',
  method_category: 'BANK_TRANSFER',
  country: 'BRA',
  currency: 'BRL',
  amount: 149.9,
  description: 'Aula de cerâmica',
});
const usdt = { method_code: 'USDT', method_category: 'CRYPTO', currency: 'USD', amount: 25.5 };
const crypto = await charge({ ...usdt, description: 'Clase de cerámica' });
const storageState = await signIn();

const es = { locale: 'es-CO' };
const pt = { locale: 'pt-BR' };
const en = { locale: 'en-US' };
const light = { colorScheme: 'light' as const };
const dark = { colorScheme: 'dark' as const };
const inside = { storageState };

await shoot('home-phone', { ...phone, ...es, ...light, ...inside }, '/dashboard/home');
await shoot('home-desktop', { ...desktop, ...es, ...light, ...inside }, '/dashboard/home');
await shoot('home-desktop-dark', { ...desktop, ...en, ...dark, ...inside }, '/dashboard/home');
await shoot('payments-desktop', { ...desktop, ...pt, ...light, ...inside }, '/dashboard/payments');
await shoot('payments-phone-dark', { ...phone, ...es, ...dark, ...inside }, '/dashboard/payments');
await shoot('payment-desktop', { ...desktop, ...es, ...light, ...inside }, `/dashboard/payments/${paid}`);
await shoot('refund-phone', { ...phone, ...es, ...light, ...inside }, `/dashboard/payments/${paid}`, (page) =>
  page
    .getByRole('button', { name: /Devolver|Reembols/ })
    .first()
    .click(),
);
await shoot('chargebacks-desktop-dark', { ...desktop, ...pt, ...dark, ...inside }, '/dashboard/disputes');
await shoot('search-desktop', { ...desktop, ...en, ...light, ...inside }, '/dashboard/home', async (page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').locator('input').fill('A-10');
});
await shoot('card-phone', { ...phone, ...es, ...light }, `/pay/${open}`);
await shoot('card-desktop-dark', { ...desktop, ...en, ...dark }, `/pay/${open}`);
await shoot('choice-phone', { ...phone, ...es, ...light }, `/pay/${choice}`);
await shoot('pix-phone', { ...phone, ...pt, ...light }, `/pay/${pix}`);
await shoot('usdt-phone-dark', { ...phone, ...es, ...dark }, `/pay/${crypto}`, async (page) => {
  await page.locator('input[value=ERC20]').check();
  await page.locator('button.pay').click();
});
await shoot('receipt-desktop', { ...desktop, ...pt, ...light }, `/pay/${paid}`);
await shoot('sandbox-desktop', { ...desktop, ...en, ...light }, '/');

await browser.close();
