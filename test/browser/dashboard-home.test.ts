import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, expectGoodOnEachScreen, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { paidLate } from '../kit/unexpected.ts';

/** The first page: what came in today, and what waits. */

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

async function sell(change: object): Promise<void> {
  await pay(server, await createCharge(server, change), '4242424242424242');
}

test('an owner sees what came in today, by the hour, and a sale as it happens', async () => {
  await sell({ description: 'Zapatos' });
  const page = await people.arrive({
    viewport: phone,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  });
  const { merchantId } = server.merchant;
  await signInAs(page, server, { merchantId, role: 'owner' });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: /^Hoy, \d+ de / }).waitFor();
  await page.getByText('Zapatos').waitFor();
  await page.getByText('Primeros pasos').waitFor();
  expect(await page.getByText('Nada te espera.').count()).toBe(0);

  // By the arrow keys from the last hour to the running one; screen readers hear the same.
  const hours = page.getByRole('slider', { name: 'Recibido por hora, USD' });
  await hours.focus();
  const said = page.locator('.plot output');
  for (let presses = 0; presses < 24; presses++) {
    if (/US\$\s[1-9]/.test((await said.textContent()) ?? '')) break;
    await page.keyboard.press('ArrowLeft');
  }
  expect(await said.textContent()).toMatch(/m\. · US\$\s[1-9]/);
  expect(await hours.getAttribute('aria-valuetext')).toBe(await said.textContent());
  await page.getByText('Ver como tabla').click();
  await page.getByRole('row').nth(24).waitFor();
  await expectGoodOnEachScreen(page);

  await sell({ description: 'Bolso', amount: 99 });
  await page.getByRole('link', { name: 'Bolso' }).waitFor();
  expect(people.faults).toEqual([]);
});

describe.each([
  ['a phone', phone, 'light'],
  ['a desktop', desktop, 'dark'],
] as const)('on %s', (name, viewport, colorScheme) => {
  test('what waits is listed and counted in the menu, and leads to where it is decided', async () => {
    const { reference } = await paidLate(server, { order_number: `L-${name}` });
    const page = await people.arrive({ viewport, colorScheme });
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/home`);
    const task = page.getByRole('link', { name: `came otherwise than asked, for L-${name}` });
    await task.waitFor();
    if (viewport === phone) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: /^Payments\d* \d+ waiting$/ }).waitFor();
    await expectAccessible(page);
    if (viewport === phone) await page.keyboard.press('Escape');
    await task.click();
    await page.waitForURL(new RegExp(`/payments/${reference}`));
    expect(people.faults).toEqual([]);
  });
});

test('a list that cannot be read says what to do, and without a connection the page says so', async () => {
  await sell({ order_number: 'E-1' });
  const page = await people.arrive({ viewport: phone, locale: 'es-CO' });
  await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
  const address = /\/dashboard\/api\/payments\?/;
  const broken = { status: 500, contentType: 'application/json', body: '{}' };
  await page.route(address, (route) => route.fulfill(broken));
  await page.goto(`${server.url}/dashboard/payments?search=E-1`);
  const again = page.getByRole('button', { name: 'Intentar de nuevo' });
  await again.waitFor();
  await expectAccessible(page);
  await page.unroute(address);
  await again.click();
  await page.getByRole('link', { name: 'E-1' }).waitFor();
  await expectFits(page);
  await page.context().setOffline(true);
  await page.getByText('No hay conexión.').waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByText('No hay conexión.').waitFor({ state: 'hidden' });
  await page.getByRole('searchbox').fill('nadie');
  await page.getByText('Aquí no hay ningún pago.').waitFor();
});
