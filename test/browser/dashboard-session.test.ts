import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Sessions that begin, end and go on, in a real browser. */

let server: TestServer;
let people: Customers;
let reference: string;
beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer(), openBrowser()]);
  reference = await createCharge(server, { order_number: 'S-1' });
  await pay(server, reference, '4242424242424242');
});
afterAll(async () => {
  await people.leave();
  await server.stop();
  expect(people.faults).toEqual([]);
});

async function enter(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(server.person.email);
  await page.getByLabel('Password', { exact: true }).fill(server.person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a link that is followed before signing in leads there afterwards', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard/payments/${reference}?merchant=${server.merchant.merchantId}`);
  await enter(page);
  await page.getByRole('heading', { name: '$10.50' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/payments/${reference}`);
});

test.each(['https://elsewhere.example/', '//elsewhere.example/dashboard', '/dashboard\\..\\x'])(
  'signing in never leads to %s',
  async (to) => {
    const page = await people.arrive();
    await page.goto(`${server.url}/dashboard/sign-in?to=${encodeURIComponent(to)}`);
    await enter(page);
    await page.getByRole('heading', { name: /^Today, / }).waitFor();
    await page.waitForURL('**/dashboard/home');
  },
);

test('a session that ended is begun again in place, and what was typed is sent', async () => {
  const page = await people.arrive({ viewport: phone });
  await page.goto(`${server.url}/dashboard/payments/${reference}`);
  await enter(page);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Amount/)
    .fill('4.25');
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByText('Your session is over.').waitFor();
  await expectAccessible(page);
  await enter(page);
  await page.getByRole('status').getByText('The refund is on its way').waitFor();
  const rows =
    await server.sql`SELECT amount_minor::text AS amount FROM refunds WHERE charge_id = ${reference}`;
  expect(rows).toEqual([{ amount: '425' }]);
});

test('who does not sign in again is told that nothing was sent', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard/payments/${reference}`);
  await enter(page);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
});

test('signing out in one tab ends the other', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard/payments`);
  await enter(page);
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/dashboard/payments`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/dashboard/sign-in');
  await page.getByLabel('E-mail').waitFor();
});

test('without script the dashboard says what it needs', async () => {
  const page = await (await fetch(`${server.url}/dashboard`)).text();
  expect(page).toMatch(/<noscript>\s*<p lang="es">Este panel necesita JavaScript/);
});

test('a slow connection shows the frame first, in the colors of the device', async () => {
  const page = await people.arrive({ colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${server.url}/dashboard`);
  const block = page.locator('.first i').first();
  await block.waitFor();
  const ground = await block.evaluate(
    (element) => getComputedStyle(element.closest('.first') ?? element).backgroundColor,
  );
  expect(ground).toBe('rgb(12, 17, 15)');
});
