import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrder } from '../kit/crypto/orders.ts';
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
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The pages at the sandbox's address, in a browser. */

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer({ SANDBOX_CHAINS: 'on' }), openBrowser()]);
  for (const [subject, text] of [
    ['Older', 'nothing'],
    ['Your code: <b>123</b>', `Go to ${server.url}/payout/abc, then enter <i>123 456</i>.`],
  ]) {
    const mail = {
      subject,
      text,
      from: 'us@pay.example',
      to: ['eva@recipient.example'],
      receivedAt: new Date(),
    };
    await server.sql`INSERT INTO sandbox_mail.mails (mail) VALUES (${server.sql.json(mail)})`;
  }
});

afterAll(async () => {
  await customers.leave();
  await server.stop();
  expect(customers.faults).toEqual([]);
});

const sizes = [
  ['a phone', phone],
  ['a desktop', desktop],
] as const;

async function expectFits(page: Page): Promise<void> {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide).toBeLessThanOrEqual(screen as number);
}

test.each(sizes)(
  'the start says what this is, that it is well, and what to do first, on %s',
  async (_, size) => {
    const page = await customers.arrive({ viewport: size });
    const answer = await page.goto(`${server.url}/`);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
    const text = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
    for (const told of [
      'All is well',
      'sandbox.json',
      '/docs',
      '/health/ready',
      '4242 4242 4242 4242',
      'npx pasarela help',
    ]) {
      expect(text).toContain(told);
    }
    expect(await page.content()).not.toContain(server.merchant.apiKey);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('link', { name: 'Mail' }).click();
    await page.getByRole('heading', { name: 'Mail' }).waitFor();
  },
);

test.each(sizes)(
  'the inbox shows mail newest first, its links to follow and nothing of it as markup, on %s',
  async (_, size) => {
    const page = await customers.arrive({ viewport: size });
    await page.goto(`${server.url}/sandbox/mail`);
    expect(await page.locator('summary b').allInnerTexts()).toEqual(['Your code: <b>123</b>', 'Older']);
    const newest = page.locator('details').first();
    expect(await newest.locator('.text').textContent()).toContain('then enter <i>123 456</i>.');
    expect(await newest.getByRole('link').getAttribute('href')).toBe(`${server.url}/payout/abc`);
    await page.locator('summary').nth(1).click();
    await page.getByText('nothing', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
  },
);

test('tools get the mail as JSON, as ever', async () => {
  for (const accept of ['application/json', '*/*']) {
    const response = await fetch(`${server.url}/sandbox/mail`, { headers: { accept } });
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(((await response.json()) as { subject: string }[])[1]?.subject).toBe('Older');
  }
});

test('one click makes a card payment, whose customer comes back to the start', async () => {
  const page = await customers.arrive({ viewport: phone });
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.waitForURL('**/pay/**');
  await payWith(page, cards.good);
  await heading(page, 'Payment approved');
  await page.getByRole('link', { name: 'Back to Demo Store' }).click();
  await page.waitForURL('**/?reference=*');
  const told = page.getByText('The test payment is over: approved.');
  const reference = new URL(page.url()).searchParams.get('reference');
  expect(await told.getByRole('link').getAttribute('href')).toBe(`/dashboard/payments/${reference}`);
});

test('what an address claims of a payment is told in our own words only', async () => {
  const page = await customers.arrive();
  for (const query of ['reference=a&status=hacked', 'reference=%3Cb%3E&status=approved', 'status=approved']) {
    await page.goto(`${server.url}/?${query}`);
    expect(await page.locator('.notice').count()).toBe(0);
  }
});

test.each(sizes)('one click makes a USDT payment, and the test wallet pays it, on %s', async (_, size) => {
  const colorScheme = size === phone ? 'light' : 'dark';
  const page = await customers.arrive({ viewport: size, colorScheme });
  await page.goto(`${server.url}/?lang=es`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pagar en USDT' }).click();
  await page.waitForURL('**/crypto/**');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pagar desde la billetera de pruebas' }).click();
  await heading(page, 'Billetera de pruebas');
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel('Monto en USDT').fill('0');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('alert').getByText('mayor que 0').waitFor();
  await page.getByLabel('Red').selectOption(size === phone ? 'TRC20' : 'ERC20');
  await page.getByLabel('Monto en USDT').fill('5,5');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.waitForURL('**/crypto/**');
  await heading(page, 'Llegó una parte de tu pago');
  await page.getByRole('link', { name: 'Pagar desde la billetera de pruebas' }).click();
  expect(await page.getByLabel('Monto en USDT').inputValue()).toBe('20.000000');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await heading(page, 'Pago completado');
});

test('tests of a shop pay an order without a browser', async () => {
  const order = await openOrder(server);
  const act = async (body: unknown, id = order) => {
    const response = await fetch(`${server.url}/sandbox/wallet/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [response.status, await response.json()] as const;
  };
  expect((await act({}))[0]).toBe(422);
  expect((await act({ network: 'BEP20' }))[0]).toBe(422);
  for (const amount of ['0', '-1', '1e9', '0.0000001', 5]) {
    expect((await act({ network: 'ERC20', amount }))[0], String(amount)).toBe(422);
  }
  expect((await act({}, '01a1f158-906e-7000-a917-18cde63b01e1'))[0]).toBe(404);
  const [status, sent] = await act({ network: 'ERC20', amount: '5' });
  expect([status, sent]).toEqual([
    200,
    {
      network: 'ERC20',
      to: expect.stringMatching(/^0x/),
      amount: '5.000000',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    },
  ]);
});

test('another site makes no payment by its visitors', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`${server.url}/sandbox/try`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      redirect: 'manual',
    });
  expect((await send({ 'sec-fetch-site': 'cross-site' }, 'kind=card')).status).toBe(403);
  expect((await send({}, 'kind=gold')).status).toBe(422);
  expect((await send({}, 'kind=card')).status).toBe(303);
});
