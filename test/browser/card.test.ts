import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCharge, pay, readTransaction } from '../kit/client.ts';
import {
  type Customers,
  cards,
  desktop,
  heading,
  type MerchantSite,
  openBrowser,
  openMerchantSite,
  payWith,
  phone,
  securityCode,
  stopClock,
  typeCard,
} from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;
let customers: Customers;
let shop: MerchantSite;

beforeAll(async () => {
  [server, customers, shop] = await Promise.all([startTestServer(), openBrowser(), openMerchantSite()]);
});

afterAll(async () => {
  await customers.leave();
  await shop.stop();
  const logged = server.logs.join('\n');
  await server.stop();
  expect(customers.faults).toEqual([]);
  expect([...customers.hosts].sort()).toEqual([new URL(server.url).host, new URL(shop.url).host].sort());
  for (const number of Object.values(cards)) expect(logged).not.toContain(number);
  expect(logged).not.toContain(`"${securityCode}"`);
});

async function open(reference: string, options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(`${server.url}/pay/${reference}`);
  return page;
}

async function attemptsOf(reference: string): Promise<string[]> {
  const { body } = await readTransaction(server, reference);
  return body.data.attempts.map((attempt: { status: string }) => attempt.status);
}

test.each([
  ['phone', phone, 'by itself'],
  ['desktop', desktop, 'by the link'],
])('on a %s a good card is approved, and the customer taken back to the shop', async (_, viewport, how) => {
  const reference = await createCharge(server, { return_url: `${shop.url}/thanks?cart=7#top` });
  const page = await open(reference, { viewport });
  await typeCard(page, cards.good);
  expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await page.locator('#expiry').inputValue()).toBe('12/39');
  expect(await page.locator('#brand').textContent()).toBe('Visa');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.locator('#pay').click();
  await heading(page, 'Payment approved');
  const receipt = await page.locator('main').textContent();
  for (const part of ['Demo Store', '$10.50', 'Visa •••• 4242', reference]) expect(receipt).toContain(part);
  if (how === 'by the link') await page.getByRole('link', { name: 'Back to Demo Store' }).click();
  await page.waitForURL(`${shop.url}/thanks?cart=7&reference=${reference}&status=approved#top`);
});

test('a refused card says why, and another one pays', async () => {
  const reference = await createCharge(server);
  const page = await open(reference);
  await payWith(page, cards.poor);
  await page.getByText('The card does not have enough funds.').waitFor();
  expect(await page.locator('#notice').textContent()).toContain('You have 4 tries left.');
  expect(await page.locator('#number').inputValue()).toBe('4000 0000 0000 9995');
  expect(await page.locator('#code').inputValue()).toBe('');
  expect(await page.locator('#number').evaluate((field) => field === document.activeElement)).toBe(true);
  await payWith(page, cards.good);
  await heading(page, 'Payment approved');
  expect(await attemptsOf(reference)).toEqual(['refused', 'approved']);
});

test('after five refused cards the payment is declined, and the shop is told', async () => {
  const reference = await createCharge(server, { return_url: shop.url });
  const page = await open(reference);
  for (const left of ['4 tries', '3 tries', '2 tries', 'one try']) {
    await payWith(page, cards.refused);
    await page.getByText(`You have ${left} left.`).waitFor();
  }
  await payWith(page, cards.refused);
  await heading(page, 'Payment declined');
  await page.getByRole('link', { name: 'Back to Demo Store' }).click();
  await page.waitForURL(`${shop.url}/?reference=${reference}&status=declined`);
});

describe('when the bank wants to confirm', () => {
  test('a confirmed payment is approved', async () => {
    const page = await open(await createCharge(server));
    await payWith(page, cards.threeDSecure);
    await page.waitForURL('**/sandbox/3ds/**');
    await page.locator('button[value=approve]').click();
    await heading(page, 'Payment approved');
  });

  test('a failed confirmation leaves another try', async () => {
    const reference = await createCharge(server);
    const page = await open(reference);
    await payWith(page, cards.threeDSecure);
    await page.waitForURL('**/sandbox/3ds/**');
    await page.locator('button[value=fail]').click();
    await page.getByText('Your bank could not confirm that it is you.').waitFor();
    await payWith(page, cards.good);
    await heading(page, 'Payment approved');
    expect(await attemptsOf(reference)).toEqual(['refused', 'approved']);
  });

  test('who comes back by the back button may go on or take another card', async () => {
    const reference = await createCharge(server);
    const page = await open(reference);
    await payWith(page, cards.threeDSecure);
    await page.waitForURL('**/sandbox/3ds/**');
    await page.goBack();
    await heading(page, 'Your bank wants to confirm it is you');
    await page.getByRole('button', { name: 'Use another card' }).click();
    await page.getByText('You left your bank’s check.').waitFor();
    await payWith(page, cards.good);
    await heading(page, 'Payment approved');
  });
});

test('a double click pays once', async () => {
  const reference = await createCharge(server);
  const page = await open(reference);
  await typeCard(page, cards.good);
  await page.locator('#pay').dblclick();
  await heading(page, 'Payment approved');
  expect(await attemptsOf(reference)).toEqual(['approved']);
});

test('two tabs pay once: the second sees what the first did', async () => {
  const reference = await createCharge(server);
  const first = await open(reference);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await Promise.all([typeCard(first, cards.good), typeCard(second, cards.good)]);
  await Promise.all([first.locator('#pay').click(), second.locator('#pay').click()]);
  await Promise.all([heading(first, 'Payment approved'), heading(second, 'Payment approved')]);
  expect(await attemptsOf(reference)).toEqual(['approved']);
});

test('the back button never brings back a form that was paid', async () => {
  const reference = await createCharge(server);
  const page = await customers.arrive();
  await page.goto(shop.url);
  await page.goto(`${server.url}/pay/${reference}?amount=10.5`);
  await payWith(page, cards.good);
  await heading(page, 'Payment approved');
  await page.goto(`${shop.url}/elsewhere`);
  await page.goBack();
  await heading(page, 'Payment approved');
  await page.goBack();
  await heading(page, 'Shop');
  await page.goForward();
  await heading(page, 'Payment approved');
});

test.each([
  [
    'brought back as it was left',
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
  ['looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a form that is %s shows what has happened since', async (_, comeBack) => {
  const reference = await createCharge(server);
  const page = await open(reference);
  await page.locator('#number').fill('4242');
  await pay(server, reference, cards.good);
  await page.evaluate(comeBack);
  await heading(page, 'Payment approved');
});

test('a bank that does not answer is waited for, live, and paid once', async () => {
  const reference = await createCharge(server);
  const page = await open(reference);
  await payWith(page, cards.timesOut);
  await page.getByText('Asking your bank…').waitFor();
  const other = await open(reference);
  await heading(other, 'Confirming your payment');
  expect(await other.locator('form').count()).toBe(0);
  await Promise.all([heading(page, 'Payment approved'), heading(other, 'Payment approved')]);
  expect(await attemptsOf(reference)).toEqual(['approved']);
});

describe('when the line breaks', () => {
  test('before the payment is sent, nothing was charged and the form is still filled in', async () => {
    const reference = await createCharge(server);
    const page = await open(reference);
    await page.route(`**/pay/${reference}`, (route) => route.abort());
    await payWith(page, cards.good);
    await page.getByText('We are checking whether the payment got through').waitFor();
    await page.getByText('You were not charged: please try again.').waitFor();
    await page.unroute(`**/pay/${reference}`);
    await page.locator('#pay').click();
    await heading(page, 'Payment approved');
    expect(await attemptsOf(reference)).toEqual(['approved']);
  });

  test('after the payment arrived, the page finds out that it did', async () => {
    const reference = await createCharge(server);
    const page = await open(reference);
    await page.route(`**/pay/${reference}`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await payWith(page, cards.good);
    await heading(page, 'Payment approved');
    expect(await attemptsOf(reference)).toEqual(['approved']);
  });
});

test('time that runs out is counted down, and the form goes away by itself', async () => {
  const reference = await createCharge(server);
  await server.sql`UPDATE charges SET expires_at = now() + interval '9 minutes' WHERE id = ${reference}`;
  const page = await customers.arrive();
  const clock = await stopClock(page, page.getByText(/^Time left to pay: \d:\d\d$/));
  await page.goto(`${server.url}/pay/${reference}`);
  await clock.leave(4);
  await page.getByText(/^Time left to pay: 0:0\d$/).waitFor();
  await server.sql`UPDATE charges SET expires_at = now() WHERE id = ${reference}`;
  await clock.leave(0);
  await heading(page, 'The time to pay has run out');
  expect(await page.locator('#card').count()).toBe(0);
});

test('the customer can cancel, after being asked', async () => {
  const reference = await createCharge(server, { return_url: shop.url });
  const page = await open(reference);
  await page.getByText('Cancel the payment').click();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await heading(page, 'Payment canceled');
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.locator('#forward').isHidden()).toBe(true);
  expect((await readTransaction(server, reference)).body.data.status).toBe('canceled');
});
