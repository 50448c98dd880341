import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Settlements to a merchant, in a real browser. */

let server: TestServer;
let people: Customers;
beforeAll(async () => {
  server = await startTestServer();
  people = await openBrowser();
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

describe.each([
  ['phone', phone, 'light'],
  ['desktop', desktop, 'dark'],
] as const)('on a %s', (name, viewport, colorScheme) => {
  test('a shop asks to be paid, the operator pays, and the shop sees how', async () => {
    await pay(server, await createCharge(server, { amount: 80 }), '4242424242424242');
    const shop = await people.arrive({ viewport, colorScheme });
    await signInAs(shop, server, { merchantId: server.merchant.merchantId, role: 'finance' });
    await shop.goto(`${server.url}/dashboard/settlements`);
    await shop.getByRole('button', { name: 'Request a settlement' }).click();
    const asking = shop.getByRole('dialog');
    await asking.getByLabel(/^Amount/).fill('12.50');
    await asking.getByLabel('To').fill(`Bank 1, ${name}`);
    await expectAccessible(shop);
    await asking.getByRole('button', { name: 'Request a settlement' }).click();
    await shop.getByText('Your request is on the operator’s list').waitFor();
    await shop.getByText('Waiting for the operator').waitFor();
    await expectAccessible(shop);
    await expectFits(shop);

    const operator = await people.arrive({ viewport, colorScheme });
    await signInAs(operator, server, { merchantId: null, role: 'operator' });
    await operator.goto(`${server.url}/dashboard/settlements`);
    await operator.getByLabel('Merchant').selectOption({ label: 'Whole installation' });
    await operator.getByRole('button', { name: 'It is paid' }).click();
    const paying = operator.getByRole('dialog');
    await paying.getByLabel(/^Reference/).fill(`TRX-${name}`);
    await expectAccessible(operator);
    await paying.getByRole('button', { name: 'It is paid' }).click();
    await operator.getByText(`Bank transfer: TRX-${name}`).waitFor();
    await expectAccessible(operator);
    await expectFits(operator);

    // The page updates without a reload.
    await shop.getByText(`Bank transfer: TRX-${name}`).waitFor();

    // It leads to what it pays, and each payment leads to its settlement.
    await shop.locator('a[href^="/dashboard/settlements/"]').first().click();
    await shop.getByRole('heading', { name: '$12.50' }).waitFor();
    await shop.getByText('How it adds up').waitFor();
    const payment = shop.locator('a[href^="/dashboard/payments/"]').first();
    await payment.waitFor();
    await expectAccessible(shop);
    await expectFits(shop);
    await payment.click();
    await shop.getByRole('link', { name: /^Paid to you with the settlement of/ }).click();
    await shop.getByRole('heading', { name: '$12.50' }).waitFor();
    expect(people.faults).toEqual([]);
  });
});
