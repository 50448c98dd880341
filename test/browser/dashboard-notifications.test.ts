import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Being notified, in a real browser. */

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

test.each([
  ['phone', phone, 'dark', 'es-CO'],
  ['desktop', desktop, 'light', 'pt-BR'],
] as const)(
  'on a %s, the bell shows a sale and leads to it, and its choices are kept',
  async (_name, viewport, colorScheme, locale) => {
    const words = {
      'es-CO': { unread: /^Avisos: \d+ sin leer$/, sale: /^Pago recibido/, kind: 'Pagos recibidos: Correo' },
      'pt-BR': {
        unread: /^Avisos: \d+ não lidos$/,
        sale: /^Pagamento recebido/,
        kind: 'Pagamentos recebidos: E-mail',
      },
    }[locale];
    const page = await people.arrive({ viewport, colorScheme, locale });
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/account`);
    const reference = await createCharge(server, { order_number: `B-${_name}` });
    await pay(server, reference, '4242424242424242');
    await page.getByRole('button', { name: words.unread }).click();
    const item = page.getByRole('link', { name: words.sale }).filter({ hasText: `B-${_name}` });
    await item.waitFor();
    await expectFits(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bell-${_name}.png` });
    await item.click();
    await page.waitForURL(`**/dashboard/payments/${reference}*`);
    await page.getByRole('button', { name: 'Avisos', exact: true }).waitFor();

    await page.goto(`${server.url}/dashboard/account`);
    const mail = page.getByLabel(words.kind);
    expect(await mail.inputValue()).toBe('daily');
    await mail.selectOption('at_once');
    await expect.poll(() => mail.inputValue()).toBe('at_once');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/choices-${_name}.png` });
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => mail.inputValue()).toBe('at_once');
  },
);
