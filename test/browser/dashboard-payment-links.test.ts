import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePaymentLink } from '../contract/payment-link-exercises.ts';
import { aHeldOrder, arrive, cursorAt, recordOutcome, timeOf } from '../kit/crypto/held-orders.ts';
import {
  type Customers,
  cards,
  expectAccessible,
  heading,
  openBrowser,
  payWith,
  phone,
} from '../kit/pages/customer.ts';
import { expectGoodOnEachScreen } from '../kit/pages/dashboard.ts';
import { signedIn } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Payment links and invoices: created on the dashboard and paid by customers, in a real browser. */

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

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('E-mail').fill(server.person.email);
  await page.getByLabel('Password', { exact: true }).fill(server.person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Today, / }).waitFor();
}

async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test('an owner makes a link, a customer pays under it, and the owner sees who', async () => {
  const page = await people.arrive({ viewport: phone });
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.documentElement.dataset.shared = JSON.stringify(data);
    };
  });
  await signIn(page);
  await page.goto(`${server.url}/dashboard/links`);
  await page.getByRole('link', { name: 'New payment link' }).click();
  await page.getByRole('heading', { name: 'New payment link' }).waitFor();
  await page.getByRole('checkbox', { name: 'Card' }).waitFor();
  // The form offers only methods that the merchant accepts.
  expect(await page.getByRole('checkbox', { name: 'USDC' }).count()).toBe(0);
  await page.getByLabel('What is it for?').fill('Pottery class');
  await page.getByLabel('Amount (USD)').fill('0');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('Write an amount greater than zero').waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByLabel('Amount (USD)').fill('1,050.25');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByText('Your link is ready').waitFor();
  await page.getByAltText('QR code of the link').waitFor();
  await page.getByText('Nobody has paid yet').waitFor();
  await expectGoodOnEachScreen(page);
  const address = (await page.locator('code').textContent()) ?? '';
  const message = new URL((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
  expect(message.origin + message.pathname).toBe('https://wa.me/');
  expect(message.searchParams.get('text')).toBe(`Pottery class, US$1,050.25. You can pay here:\n${address}`);
  await page.getByRole('button', { name: 'Share' }).click();
  expect(JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '{}')).toMatchObject({
    url: address,
  });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByAltText('QR code of the link').isVisible()).toBe(true);
  expect(await page.getByText('Nobody has paid yet').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  const customer = await people.arrive({ viewport: phone, locale: 'es-CO' });
  await customer.goto(address);
  await heading(customer, 'Tu pago');
  await expectGoodOnEachScreen(customer);
  await customer.getByLabel('Correo electrónico').fill('ana@customer.example');
  await customer.getByRole('button', { name: 'Continuar al pago' }).click();
  await customer.waitForURL(/\/pay\//);
  await payWith(customer, cards.good);
  await heading(customer, 'Pago aprobado');

  await page.getByRole('link', { name: 'ana@customer.example' }).click();
  await page.getByRole('heading', { name: '$1,050.25' }).waitFor();
  await page.getByRole('button', { name: 'Send the receipt again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the receipt again' }).click();
  await page.getByText('The receipt is on its way.').waitFor();
  await expectGoodOnEachScreen(page);
  expect(people.faults).toEqual([]);
});

test('a view of payments is saved, chosen and removed', async () => {
  const page = await people.arrive({ viewport: phone });
  await signIn(page);
  await page.goto(`${server.url}/dashboard/payments`);
  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await page.getByText('More filters').click();
  await page.getByLabel('Paid with').selectOption('CARDS');
  await page.getByLabel('From').fill('2026-01-01');
  await page.waitForURL(/from=2026-01-01/);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('Money in');
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
  const view = page.getByRole('button', { name: 'Money in', exact: true });
  await view.waitFor();
  await expectSound(page);
  await page.goto(`${server.url}/dashboard/payments`);
  await view.click();
  await page.waitForURL((url) => url.search === '?state=paid&method=CARDS');
  await page.getByRole('button', { name: 'Remove the view Money in' }).click();
  await view.waitFor({ state: 'hidden' });
  expect(people.faults).toEqual([]);
});

test('an owner reads that money came short, and takes it', async () => {
  const order = await aHeldOrder(server.sql, server.merchant.merchantId, { heldUntil: timeOf(1_000n) });
  await cursorAt(server.sql, 2_000n);
  await arrive(server.sql, order, 40_000_000n, 900n);
  await recordOutcome(server.sql, order);
  const page = await people.arrive({ viewport: phone });
  await signIn(page);
  await page.goto(`${server.url}/dashboard/payments/${order.orderId}`);
  await page.getByText('The customer sent less than was asked for.').waitFor();
  await page.getByText('40.00 USDT, Ethereum (ERC-20): final, not yours yet').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Take it as the payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it as the payment' }).click();
  await page.getByText('Taken as the payment.').waitFor();
  await page.getByText(`${server.person.email}: decided about the money`).waitFor();
  expect(people.faults).toEqual([]);
});

test('the keyboard alone makes an invoice, edits and closes it, and a copy of it is filled in', async () => {
  const page = await people.arrive();
  await signIn(page);
  await page.goto(`${server.url}/dashboard/links/new-invoice`);
  await page.getByRole('heading', { name: 'New invoice' }).waitFor();
  const isFocused = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement);
  async function type(label: string, text: string): Promise<void> {
    for (let presses = 0; presses < 40 && !(await isFocused(label)); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }
  await type('Name of your customer', 'Ana');
  await type('Their e-mail', 'ana@customer.example');
  await type('Invoice number', 'K-7');
  await type('To be paid by', '01312030');
  await type('What is it for?', 'Web site');
  await type('Text', 'Design');
  await type('Quantity', '1.5');
  await type('Price of one', '33.33');
  await page.getByText('Total: $50.00').waitFor();
  await expectSound(page);
  await page.keyboard.press('Enter');
  await page.getByText('The invoice is on its way').waitFor();
  // Only where the browser has a share sheet.
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await expectSound(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save the changes' }).waitFor();
  expect(await page.getByLabel('Invoice number').isDisabled()).toBe(true);
  await type('Price of one', '40');
  await page.getByText('Total: $60.00').waitFor();
  await expectSound(page);
  await page.keyboard.press('Enter');
  await page.getByText('The changes are saved.').waitFor();
  const close = page.getByRole('button', { name: 'Close', exact: true }).first();
  await close.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().focus();
  await page.keyboard.press('Enter');
  await page.getByText('The link is closed.').waitFor();
  const [row] =
    await server.sql`SELECT amount_minor AS amount, closed_at FROM payment_links WHERE number = 'K-7'`;
  expect([row.amount, row.closed_at]).toEqual([6_000n, expect.any(Date)]);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'New invoice' }).waitFor();
  await page.getByText('Total: $60.00').waitFor();
  expect(await page.getByLabel('Invoice number').inputValue()).toBe('');
  expect(await page.getByLabel('Their e-mail').inputValue()).toBe('ana@customer.example');
  expect(people.faults).toEqual([]);
});

test('without script a customer pays under a link all the same, and texts of merchants run nowhere', async () => {
  const { merchantId } = server.merchant;
  const owner = await signedIn(server, { merchantId, role: 'owner' });
  const title = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
  const place = { 'x-merchant-id': merchantId };
  const asked = { ...samplePaymentLink, title, max_quantity: 4 };
  const { body } = await owner.ask('POST', '/api/payment-links', asked, place);
  const page = await people.arrive({ javaScriptEnabled: false });
  await page.goto(body.data.url);
  await page.getByText(title).waitFor();
  for (const total of ['$21.00', '$31.50']) {
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByText(total).waitFor();
  }
  await page.locator('#email').fill('plain@customer.example');
  await page.locator('#pay').click();
  await page.waitForURL(/\/pay\//);
  const signedInPage = await people.arrive();
  await signIn(signedInPage);
  await signedInPage.goto(`${server.url}/dashboard/links/${body.data.id}`);
  await signedInPage.getByRole('heading', { name: title }).waitFor();
  expect(await signedInPage.title()).not.toBe('owned');
  await signedInPage.goto(body.data.url);
  await signedInPage.locator('#email').fill('kept@customer.example');
  await signedInPage.getByRole('button', { name: 'One more' }).click();
  await signedInPage.getByText('$21.00').waitFor();
  // With the script nothing is asked of the server, so nothing typed is lost.
  expect(signedInPage.url()).toBe(body.data.url);
  await signedInPage.getByRole('button', { name: 'One less' }).click();
  await signedInPage.getByText('$10.50', { exact: true }).last().waitFor();
  await expectSound(signedInPage);
  expect(people.faults).toEqual([]);
});
