import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, expectGoodOnEachScreen, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The overview, balances and downloads, as people use them, in a real browser. */

let server: TestServer;
let people: Customers;
beforeAll(async () => {
  server = await startTestServer();
  people = await openBrowser();
  const paid = await createCharge(server, { order_number: '=1+1', amount: 120.5 });
  await pay(server, paid, '4000000000009995');
  await pay(server, paid, '4242424242424242');
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

async function enter(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('E-mail').fill(server.person.email);
  await page.getByLabel('Password', { exact: true }).fill(server.person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Today, / }).waitFor();
}

/** The file that the act downloads. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const content = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), content };
}

/** Follows a link or button with the keyboard alone. */
async function follow(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  // Focus and key press in one call: a page that has just loaded moves the focus to its heading.
  await page.getByRole(role, { name }).first().press('Enter');
}

test('the overview leads by keyboard from a number to its lines, and from there to the payment', async () => {
  const page = await people.arrive({ viewport: phone });
  await enter(page);
  await page.goto(`${server.url}/dashboard/overview`);
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
  await page.getByText('1 of 2 attempts').waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByText('Show as a table').first().press('Enter');
  await page.getByRole('cell', { name: '$120.50' }).first().waitFor();
  await follow(page, 'link', '$120.50');
  await page.getByRole('heading', { name: 'Received, USD' }).waitFor();
  await page.getByText('Card payment').waitFor();
  await expectGoodOnEachScreen(page);
  await follow(page, 'link', 'See the payment');
  await page.getByRole('heading', { name: '$120.50' }).waitFor();
  await page.goto(`${server.url}/dashboard/overview`);
  await follow(page, 'link', 'refused: not enough money');
  await page.getByText(/refused: not enough money/).waitFor();
  await page.getByRole('link', { name: '=1+1' }).waitFor();
  expect(people.faults).toEqual([]);
});

test('balances are told, and statement, lines, report and payments are saved as files', async () => {
  const page = await people.arrive({ viewport: phone });
  await enter(page);
  await page.goto(`${server.url}/dashboard/payments`);
  await page.getByText('More filters').click();
  const payments = await saved(page, () => follow(page, 'button', 'Download as CSV'));
  expect(payments.content).toContain(",'=1+1,approved,CARDS,120.50,USD,");
  await page.getByRole('status').getByText('Downloaded. Rows: 1').waitFor();
  await page.goto(`${server.url}/dashboard/balances`);
  await page.getByRole('heading', { name: 'Available', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Balance at the end' }).waitFor();
  await expectGoodOnEachScreen(page);
  const pdf = await saved(page, () => follow(page, 'button', 'Download as PDF'));
  expect([pdf.name, pdf.content.slice(0, 5)]).toEqual([
    expect.stringMatching(/^statement-20\d\d-\d\d\.pdf$/),
    '%PDF-',
  ]);
  const lines = await saved(page, () => follow(page, 'button', 'Download all movements as CSV'));
  expect(lines.content.split('\r\n')).toHaveLength(3);
  const report = await saved(page, () => follow(page, 'button', 'By day as CSV'));
  expect(report.content).toContain(',USD,120.50,1,0.00,');
  expect(people.faults).toEqual([]);
});

test('every list is saved as a file', async () => {
  const { merchantId } = server.merchant;
  const page = await people.arrive({ viewport: phone });
  await signInAs(page, server, { merchantId, role: 'owner' }, { merchantId: null, role: 'auditor' });
  const at = async (place: string, ...lists: string[]): Promise<void> => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByLabel('Merchant').selectOption({ label: place });
    for (const list of lists) {
      await page.goto(`${server.url}/dashboard/${list}`);
      const button = page.getByRole('button', { name: 'Download as CSV' });
      const { name, content } = await saved(page, () => button.click());
      expect(name, list).toMatch(/^[a-z-]+(?:-20\d\d-\d\d-\d\d)?\.csv$/);
      expect(content.charCodeAt(0), list).toBe(0xfeff);
      expect(content.split('\r\n')[0]?.split(',').length, list).toBeGreaterThan(2);
      await expectFits(page);
    }
  };
  await at('Demo Store', 'payouts', 'links', 'developers/messages', 'developers/requests', 'developers/keys');
  await at('Whole installation', 'payouts', 'merchants', 'audit', 'people');
  expect(people.faults).toEqual([]);
});
