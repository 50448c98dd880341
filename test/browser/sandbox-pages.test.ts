import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The pages at the sandbox's address, in a browser. */

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer(), openBrowser()]);
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
    const text = await page.locator('body').textContent();
    for (const told of [
      'All is well',
      'sandbox.json',
      '/docs',
      '/sandbox/mail',
      '4242 4242 4242 4242',
      'npx pasarela help',
    ]) {
      expect(text).toContain(told);
    }
    expect(await page.content()).not.toContain(server.merchant.apiKey);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('link', { name: '/sandbox/mail' }).click();
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
