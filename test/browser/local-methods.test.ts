import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MethodCode, methods } from '../../src/accounts/methods/methods.ts';
import { call, createCharge } from '../kit/client.ts';
import {
  type Customers,
  desktop,
  expectAccessible,
  heading,
  openBrowser,
  phone,
} from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The pages of each way to pay, with a real browser: chosen, begun, paid elsewhere, and seen to be paid. */

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer(), openBrowser()]);
});

afterAll(async () => {
  await customers?.leave();
  await server?.stop();
  expect(customers.faults).toEqual([]);
});

async function chargeBy(code: MethodCode, place: MethodCode = code): Promise<string> {
  const { countries, currencies } = methods[place];
  return await createCharge(server, {
    method_code: code,
    method_category: methods[code].category,
    country: countries[0],
    currency: currencies[0],
    amount: 150,
    return_url: 'http://127.0.0.1/thanks',
  });
}

async function open(reference: string, options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(`${server.url}/pay/${reference}`);
  return page;
}

const act = (reference: string, decision: string) =>
  call(server, 'POST', `/sandbox/pay/${reference}`, {}, { decision });

describe.each([
  ['phone', 'light', { viewport: phone }],
  ['desktop', 'dark', { viewport: desktop, colorScheme: 'dark' }],
] as const)('on a %s, %s', (_device, _scheme, options) => {
  test.each([
    ['es-CO', 'Paga con Pix', '¿Cómo quieres pagar?', 'Pago aprobado'],
    ['pt-BR', 'Pague com Pix', 'Como você quer pagar?', 'Pagamento aprovado'],
    ['en-GB', 'Pay with Pix', 'How do you want to pay?', 'Payment approved'],
  ])(
    'in %s Pix is chosen, paid and shown as paid while the page is open',
    async (locale, pix, choice, done) => {
      const reference = await chargeBy('ALL', 'PIX');
      const page = await open(reference, { ...options, locale });
      await heading(page, choice);
      await expectAccessible(page);
      await page.locator('input[value=PIX]').check();
      await page.locator('main button.pay').click();
      // Nothing has to be asked: one more press, or none, shows the code.
      const go = page.locator('#pay');
      if (await go.isVisible()) await go.click();
      await heading(page, pix);
      await page.locator('svg.code').waitFor();
      await expectAccessible(page);
      await act(reference, 'pay');
      await heading(page, done);
      await expectAccessible(page);
    },
  );

  test('the form of a voucher says what is missing, and the voucher can be copied and printed', async () => {
    const page = await open(await chargeBy('BOLETO'), { ...options, locale: 'pt-BR' });
    await page.locator('#pay').click();
    await page.getByRole('alert').getByText('Digite o seu documento.').waitFor();
    await expectAccessible(page);
    for (const [field, value] of [
      ['name', 'Ana Prueba'],
      ['document', '529.982.247-25'],
      ['street', 'Rua Um 2'],
      ['city', 'São Paulo'],
      ['state', 'SP'],
      ['postal_code', '01310-100'],
    ] as const) {
      await page.locator(`#${field}`).fill(value);
    }
    await page.locator('#pay').click();
    await heading(page, 'Pague com Boleto');
    await page.locator('svg.bars').waitFor();
    expect(await page.locator('code.given').textContent()).toMatch(/^\d{47}$/);
    expect(await page.locator('#print').isVisible()).toBe(true);
    expect(await page.locator('button.copy').isVisible()).toBe(true);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test('without script, a customer pays at the bank and comes back to the outcome', async () => {
  const page = await open(await chargeBy('PSE'), { javaScriptEnabled: false, locale: 'es-CO' });
  await page.locator('#name').fill('Ana Prueba');
  await page.locator('#document').fill('1020304050');
  await page.locator('#bank').selectOption('9001');
  await page.locator('#pay').click();
  // The page itself leads on to the bank.
  await heading(page, 'Paga con PSE');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await heading(page, 'Pago aprobado');
});

test('a bank that is away is said, and nothing was begun', async () => {
  const reference = await chargeBy('PSE');
  const page = await open(reference, { locale: 'es-CO' });
  await page.locator('#name').fill('Ana Prueba');
  await page.locator('#document').fill('1020304050');
  await page.locator('#bank').selectOption('9002');
  await page.locator('#pay').click();
  await page.getByRole('alert').waitFor();
  expect((await call(server, 'GET', `/pay/${reference}/state`)).body.view).toBe('form');
});
