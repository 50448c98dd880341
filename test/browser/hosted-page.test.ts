import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge, readTransaction } from '../kit/client.ts';
import {
  type Customers,
  cards,
  desktop,
  expectAccessible,
  heading,
  type MerchantSite,
  openBrowser,
  openMerchantSite,
  payWith,
  phone,
} from '../kit/pages/customer.ts';
import type { ProcessorSimulator } from '../kit/processors/simulator.ts';
import { startStripeSimulator } from '../kit/processors/stripe-simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Payments on a processor's page, and with 3-D Secure on ours, with a real browser and every way back. */

let simulator: ProcessorSimulator;
let server: TestServer;
let directServer: TestServer;
let customers: Customers;
let shop: MerchantSite;

beforeAll(async () => {
  simulator = await startStripeSimulator();
  const env = { CARD_PROCESSORS: 'stripe', ...simulator.env };
  [server, directServer, customers, shop] = await Promise.all([
    startTestServer(env),
    startTestServer({ ...env, CARD_DIRECT: 'on' }),
    openBrowser(),
    openMerchantSite(),
  ]);
});

afterAll(async () => {
  await customers.leave();
  await Promise.all([server.stop(), directServer.stop(), shop.stop()]);
  await simulator.close();
  expect(customers.faults).toEqual([]);
});

const newCharge = (at: TestServer) =>
  createCharge(at, {
    currency: simulator.currency,
    country: simulator.country,
    amount: 250,
    return_url: `${shop.url}/thanks`,
  });

/** Arrives from the merchant's site by a link, as customers do. */
async function follow(reference: string, options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(shop.url);
  await page.goto(`${server.url}/pay/${reference}`);
  return page;
}

const attempts = async (at: TestServer, reference: string): Promise<string[]> =>
  (await readTransaction(at, reference)).body.data.attempts.map(({ status }: { status: string }) => status);

const onProcessorsPage = (page: Page) => page.waitForURL(`${simulator.url}/**`);

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s the link leads to the processor, and back to an approved payment', async (_, viewport) => {
  const reference = await newCharge(server);
  const page = await follow(reference, { viewport });
  await onProcessorsPage(page);
  await page.getByRole('button', { name: 'Pay with a card that is refused' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Payment approved');
  expect(await attempts(server, reference)).toEqual(['approved']);
});

test('without script, too', async () => {
  const reference = await newCharge(server);
  const page = await follow(reference, { javaScriptEnabled: false });
  await onProcessorsPage(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Complete your payment');
  await page.getByRole('button', { name: 'Start again' }).click();
  await heading(page, 'Card payment');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await onProcessorsPage(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Payment approved');
  expect(await attempts(server, reference)).toEqual(['refused', 'approved']);
});

test.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s who leaves the page is not sent there again, and finds the way', async (_, viewport) => {
  const reference = await newCharge(server);
  const page = await follow(reference, { viewport });
  await onProcessorsPage(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, 'Complete your payment');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await onProcessorsPage(page);
  // The browser's back button.
  await page.goBack();
  await heading(page, 'Complete your payment');
  await page.getByRole('button', { name: 'Start again' }).click();
  await heading(page, 'Card payment');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await onProcessorsPage(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Payment approved');
});

test('in a second tab the same payment goes on, and both show how it ended', async () => {
  const reference = await newCharge(server);
  const page = await follow(reference);
  await onProcessorsPage(page);
  const second = await page.context().newPage();
  await second.goto(`${server.url}/pay/${reference}`);
  await heading(second, 'Complete your payment');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Payment approved');
  await heading(second, 'Payment approved');
  expect(await attempts(server, reference)).toEqual(['approved']);
});

test('who pays and never comes back is told of all the same', async () => {
  simulator.notify(`${server.url}/processors/stripe/notifications`);
  const reference = await newCharge(server);
  const page = await follow(reference);
  await onProcessorsPage(page);
  await page.route(`${server.url}/**`, (route) => route.abort());
  await page
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
    .catch(() => {});
  await page.close();
  await expect.poll(() => attempts(server, reference), { timeout: 30_000 }).toEqual(['approved']);
  simulator.notify(null);
});

test.each([
  ['Complete', 'Payment approved', ['approved']],
  ['Fail', 'Card details', ['refused']],
])('on our own page 3-D Secure that ends with %s', async (button, title, expected) => {
  const reference = await newCharge(directServer);
  const page = await customers.arrive({ viewport: phone });
  await page.goto(`${directServer.url}/pay/${reference}`);
  await payWith(page, cards.threeDSecure);
  await onProcessorsPage(page);
  await page.getByRole('button', { name: button }).click();
  await heading(page, title);
  expect(await attempts(directServer, reference)).toEqual(expected);
});
