import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedRefund, paidBoleto } from '../kit/bank-refund.ts';
import { call, createCharge, keyHeaders, pay, until } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, signInAs } from '../kit/pages/dashboard.ts';
import { aPaidOrder, haveHotWallet } from '../kit/payouts/refunds.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** What a merchant's people do about a payment on its page: refund to a bank account, capture, release. */

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

const statusOf = async (reference: string): Promise<string> =>
  (await call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant))).body.data.status;

async function mailedPage(address: string): Promise<string> {
  const pages = await until(
    async () =>
      ((await call(server, 'GET', '/sandbox/mail')).body as { to: string[]; text: string }[])
        .filter(({ to }) => to.includes(address))
        .flatMap(({ text }) => /\/bank-refund\/[\w-]+/.exec(text)?.[0] ?? []),
    ({ length }) => length > 0,
  );
  return pages[0] ?? '';
}

async function shot(page: Awaited<ReturnType<Customers['arrive']>>, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

describe('a refund to a bank account', () => {
  test.each([
    ['phone', phone, 'dark', 'es-CO'],
    ['desktop', desktop, 'light', 'pt-BR'],
  ] as const)(
    'is asked for, named and marked as paid on a %s',
    async (name, viewport, colorScheme, locale) => {
      const email = `${name}@customer.example`;
      const reference = await paidBoleto(server, { email });
      const page = await people.arrive({ viewport, colorScheme, locale });
      await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
      await page.goto(`${server.url}/dashboard/payments/${reference}`);
      await page.getByRole('button', { name: /^(Reembolsar|Devolver|Reembolso)/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(email).waitFor();
      await shot(page, `bank-ask-${name}`);
      await dialog.locator('button[type=submit]').click();
      await page.getByText(/espera la cuenta del cliente|espera a conta do cliente/).waitFor();

      const customer = await people.arrive({ viewport, colorScheme, locale });
      await customer.goto(`${server.url}${await mailedPage(email)}`);
      await shot(customer, `bank-form-${name}`);
      await expectAccessible(customer);
      await customer.locator('#holder').fill('Ana Prueba');
      await customer.locator('#document').fill('529.982.247-26');
      await customer.locator('#pix_key').fill('ana@customer.example');
      await customer.locator('#pay').click();
      await customer.getByRole('alert').waitFor();
      await shot(customer, `bank-fault-${name}`);
      await expectAccessible(customer);
      await customer.locator('#document').fill('529.982.247-25');
      await customer.locator('#pay').click();
      await customer.locator('.outcome').waitFor();
      await shot(customer, `bank-given-${name}`);
      await expectAccessible(customer);

      await page.getByText('ana@customer.example').waitFor();
      await expectFits(page);
      await expectAccessible(page);
      await shot(page, `bank-given-merchant-${name}`);
      await page.getByRole('button', { name: /Marcar como pag/ }).click();
      await dialog.getByRole('textbox').fill('PIX-77');
      await dialog.locator('button[type=submit]').click();
      await expect.poll(() => statusOf(reference)).toBe('refunded');
      await expect.poll(() => page.getByRole('button', { name: /Marcar como pag/ }).count()).toBe(0);
      await customer.reload();
      await customer.getByText('PIX-77').waitFor();
      await shot(customer, `bank-paid-${name}`);
    },
  );

  test('is withdrawn by a click', async () => {
    const { reference } = await askedRefund(server);
    const page = await people.arrive();
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/payments/${reference}`);
    await page.getByRole('button', { name: 'Withdraw the refund' }).click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    expect(await statusOf(reference)).toBe('approved');
  });
});

test('what an order got too much goes back alone, by one click, for a reason', async () => {
  await haveHotWallet(server.sql);
  const { orderId } = await aPaidOrder(server.sql, server.merchant.merchantId, { inTime: [107_000_000n] });
  const page = await people.arrive({ viewport: phone, locale: 'es-CO' });
  await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
  await page.goto(`${server.url}/dashboard/payments/${orderId}`);
  await page.getByRole('button', { name: 'Devolver dinero' }).click();
  const dialog = page.getByRole('dialog');
  const surplus = dialog.getByRole('button', { name: /^Solo lo que sobra · 7/ });
  await surplus.click();
  expect(await surplus.getAttribute('aria-pressed')).toBe('true');
  await dialog.getByRole('button', { name: 'Pago repetido' }).click();
  await expectAccessible(page);
  await shot(page, 'refund-surplus');
  await dialog.locator('button[type=submit]').click();
  await page.getByText(/^7.* Pago repetido/).waitFor();
  const [refund] = await server.sql`
    SELECT amount_units, refund_reason FROM payouts WHERE refund_of = ${orderId}`;
  expect(refund).toEqual({ amount_units: 7_000_000n, refund_reason: 'Pago repetido' });
});

describe('a payment that is held', () => {
  async function held(): Promise<string> {
    const reference = await createCharge(server, { capture: 'manual' });
    await pay(server, reference, '4242424242424242');
    return reference;
  }

  test.each([
    ['phone', phone, 'dark'],
    ['desktop', desktop, 'light'],
  ] as const)('is captured in part by a click on a %s', async (name, viewport, colorScheme) => {
    const reference = await held();
    const page = await people.arrive({ viewport, colorScheme });
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/payments/${reference}`);
    const button = page.getByRole('button', { name: /^Capture/ });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('8.00');
    await expectAccessible(page);
    await shot(page, `capture-${name}`);
    await dialog.locator('button[type=submit]').click();
    await expect.poll(() => statusOf(reference)).toBe('approved');
    await page.getByRole('heading', { name: /8\.00/ }).waitFor();
    await expect.poll(() => button.count()).toBe(0);
    await expectFits(page);
    await shot(page, `captured-${name}`);
  });

  test('is released by a click, and nothing was taken', async () => {
    const reference = await held();
    const page = await people.arrive();
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/payments/${reference}`);
    await page.getByRole('button', { name: /^Release/ }).click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await expect.poll(() => statusOf(reference)).toBe('voided');
    await expect.poll(() => page.getByRole('button', { name: /^(Release|Capture)/ }).count()).toBe(0);
  });
});
