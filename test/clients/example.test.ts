import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop } from '../../examples/shop/open.ts';
import { Pasarela, signWebhook } from '../../sdk/typescript/src/index.ts';
import {
  type Customers,
  cards,
  desktop,
  expectAccessible,
  heading,
  openBrowser,
  payWith,
  phone,
} from '../kit/pages/customer.ts';
import { expectFits } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The example shop, bought in with a real browser, beside a real server. */

let server: TestServer;
let customers: Customers;
let pasarela: Pasarela;
let folder: string;
let shop: Awaited<ReturnType<typeof openShop>>;

const open = async () => {
  const { apiKey, merchantId } = server.merchant;
  return await openShop({
    baseUrl: server.url,
    apiKey,
    merchantId,
    file: join(folder, 'shop.json'),
    port: shop ? Number(new URL(shop.url).port) : 0,
  });
};

beforeAll(async () => {
  [server, customers, folder] = await Promise.all([
    startTestServer({ SANDBOX_CHAINS: 'on' }),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'pasarela-example-')),
  ]);
  const { apiKey, merchantId } = server.merchant;
  pasarela = new Pasarela({ baseUrl: server.url, apiKey, merchantId });
  shop = await open();
});
afterAll(async () => {
  await customers?.leave();
  await shop?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
  expect(customers.faults).toEqual([]);
});

/** Buys two cups; ends on the payment page. */
async function buy(page: Page, way: string): Promise<{ reference: string; orderPage: string }> {
  await page.goto(shop.url);
  for (let count = 0; count < 2; count++) {
    await page.goto(shop.url);
    await page.locator('.goods button[value=cup]').click();
  }
  await page.locator('#email').fill('ana@customer.example');
  await page.locator(`input[value=${way}]`).check();
  await expectAccessible(page);
  await expectFits(page);
  await page.locator('form[action="/orders"] button').click();
  await page.waitForURL((url) => url.origin === new URL(server.url).origin);
  const order = (await orders()).at(-1);
  return { reference: order?.reference ?? '', orderPage: `${shop.url}/orders/${order?.secret}` };
}

async function orders(): Promise<{ reference: string; secret: string; number: string; status: string }[]> {
  return JSON.parse(await readFile(join(folder, 'shop.json'), 'utf8')).orders;
}

describe.each([
  ['on a phone, light', { viewport: phone, locale: 'es-CO' }],
  ['on a desktop, dark', { viewport: desktop, colorScheme: 'dark', locale: 'en-US' }],
] as const)('%s', (_name, options) => {
  const isSpanish = options.locale === 'es-CO';

  test('an order is paid by card, seen live, and refunded at the desk', async () => {
    const page = await customers.arrive(options);
    await page.goto(shop.url);
    await expectAccessible(page);
    const { reference, orderPage } = await buy(page, 'CARDS');
    // The customer follows the order in a second tab.
    const followed = await page.context().newPage();
    await followed.goto(orderPage);
    await heading(followed, isSpanish ? 'Esperamos tu pago' : 'Waiting for your payment');
    await expectAccessible(followed);
    await payWith(page, cards.good);
    await heading(followed, isSpanish ? '¡Pagado, gracias!' : 'Paid. Thank you!');
    await followed.getByText('charge.approved').waitFor();
    expect(await pasarela.charges.retrieve(reference)).toMatchObject({
      status: 'approved',
      amount_exact: '124000.00',
      order_number: (await orders()).at(-1)?.number,
    });

    await page.goto(`${shop.url}/desk`);
    await expectAccessible(page);
    await expectFits(page);
    await page.locator('input[name=amount]').first().fill('24000');
    await page.locator('.orders form button').first().click();
    await followed.getByText('refund.succeeded').waitFor();
    await heading(followed, isSpanish ? 'Pagado, con un reembolso parcial' : 'Paid, and refunded in part');
    expect(await followed.getByText(isSpanish ? 'Reembolso de $ 24.000: hecho' : 'done').count()).toBe(1);
    await expectAccessible(followed);
    await expectFits(followed);
    await page.locator('input[name=amount]').first().fill('999999');
    await page.locator('.orders form button').first().click();
    await page.getByRole('alert').waitFor();
    expect((await pasarela.charges.retrieve(reference)).refunded).toBe('24000.00');
  });

  test('an order in Brazil is paid by Pix', async () => {
    const page = await customers.arrive(options);
    await page.goto(`${shop.url}/country/BRA`);
    const { reference, orderPage } = await buy(page, 'PIX');
    await page.goto(orderPage);
    await pasarela.sandbox.charge(reference, 'approve');
    await heading(page, isSpanish ? '¡Pagado, gracias!' : 'Paid. Thank you!');
    expect(await pasarela.charges.retrieve(reference)).toMatchObject({
      currency: 'BRL',
      amount_exact: '158.00',
    });
  });
});

test('an order is paid in USDT on a chain, and its refund waits for the wallet of the customer', async () => {
  const page = await customers.arrive();
  const { reference, orderPage } = await buy(page, 'USDT');
  await page.goto(orderPage);
  await pasarela.sandbox.payOrder(reference, { network: 'TRC20' });
  await heading(page, 'Paid. Thank you!');
  const desk = await page.context().newPage();
  await desk.goto(`${shop.url}/desk`);
  await desk.locator('.orders form button').first().click();
  await page.getByText('Refund of 31.00 USDT: on its way We sent a mail').waitFor();
});

describe('an order is not paid', () => {
  test('because its customer came back and says so', async () => {
    const page = await customers.arrive();
    const { orderPage } = await buy(page, 'CARDS');
    await page.goto(`${orderPage}?status=approved&reference=any`);
    await heading(page, 'Waiting for your payment');
  });

  test('by a forged webhook, or by one of an earlier time', async () => {
    const page = await customers.arrive();
    const { reference, orderPage } = await buy(page, 'CARDS');
    await page.goto(orderPage);
    const body = JSON.stringify({
      eventType: 'charge.approved',
      eventId: 'forged',
      transactionId: reference,
      transactionStatus: 'approved',
    });
    const { secret } = JSON.parse(await readFile(join(folder, 'shop.json'), 'utf8')).endpoint;
    const send = async (headers: Record<string, string>) =>
      (
        await fetch(`${shop.url}/webhooks/pasarela`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      ).status;
    expect(await send({})).toBe(400);
    expect(await send(await signWebhook(body, 'whsec_c2VjcmV0'))).toBe(400);
    expect(await send(await signWebhook(body, secret, { now: new Date(Date.now() - 600_000) }))).toBe(400);
    // Even one that the secret signed only makes the shop ask what the charge is.
    expect(await send(await signWebhook(body, secret))).toBe(200);
    await page.getByText('charge.approved').waitFor();
    await heading(page, 'Waiting for your payment');
    expect((await orders()).at(-1)?.status).toBe('open');
  });

  test('if its price or its way to pay is the customer’s own', async () => {
    const page = await customers.arrive();
    await buy(page, 'CARDS');
    const cookie = 'cart=cup.1_nothing.4_coffee.-3';
    const before = (await orders()).length;
    const send = (fields: Record<string, string>) =>
      fetch(`${shop.url}/orders`, {
        method: 'POST',
        headers: { cookie },
        redirect: 'manual',
        body: new URLSearchParams({ email: 'ana@customer.example', ...fields }),
      });
    expect((await send({ method: 'BOLETO' })).status).toBe(422);
    expect((await send({ method: 'CARDS', email: 'nobody' })).status).toBe(422);
    expect((await orders()).length).toBe(before);
    expect((await send({ method: 'CARDS', amount: '1', total: '1' })).status).toBe(303);
    const { reference } = (await orders()).at(-1) ?? { reference: '' };
    expect((await pasarela.charges.retrieve(reference)).amount_exact).toBe('62000.00');
  });
});

test('another site cannot send its forms', async () => {
  const answer = await fetch(`${shop.url}/desk/any/refund`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ amount: '1' }),
  });
  expect(answer.status).toBe(403);
});

test('what happens while it is closed arrives when it opens again', async () => {
  const page = await customers.arrive();
  const { reference, orderPage } = await buy(page, 'CARDS');
  await shop.close();
  const waiting = await pasarela.webhooks.endpoints.list();
  expect(waiting.endpoints.map(({ paused }) => paused)).toEqual([true]);
  await pasarela.sandbox.charge(reference, 'approve');
  shop = await open();
  await page.goto(orderPage);
  await heading(page, 'Paid. Thank you!');
  const { endpoints } = await pasarela.webhooks.endpoints.list();
  expect(endpoints.map(({ paused }) => paused)).toEqual([false]);
});
