import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The totals above a list, and the search of the dashboard, by keys and by touch. */

let server: TestServer;
let people: Customers;
beforeAll(async () => {
  server = await startTestServer();
  people = await openBrowser();
  await createCharge(server, { order_number: 'TALLER-77', description: 'Clase de cerámica', amount: 35 });
  await createCharge(server, { order_number: 'TALLER-78', email: 'ana@customer.example' });
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

test.for([
  ['desktop', desktop, 'light'],
  ['phone', phone, 'dark'],
] as const)('on a %s a payment is found and opened', async ([name, viewport, colorScheme]) => {
  const page = await people.arrive({ viewport, colorScheme, locale: 'es-CO' });
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('Correo electrónico').fill(server.person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(server.person.password);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Buscar' });
  await button.waitFor();
  await page.goto(`${server.url}/dashboard/payments`);
  const totals = page.getByRole('group', { name: 'Total de lo que se muestra' });
  await totals.getByText('US$ 45,50').waitFor();
  await totals.getByText('2 en la lista · pagado: US$ 0,00').waitFor();
  await expectAccessible(page);
  if (name === 'desktop') {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
  } else {
    await button.click();
  }
  const field = page.getByRole('combobox', { name: 'Buscar' });
  await field.fill('taller');
  const found = page.getByRole('dialog').getByRole('option');
  await found.filter({ hasText: 'TALLER-77' }).waitFor();
  await expectAccessible(page);
  expect(await found.first().getAttribute('aria-selected')).toBe('true');
  // The newest is first; the next below it is the one that is wanted.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '35' }).waitFor();
  expect(page.url()).toMatch(/\/dashboard\/payments\/[0-9a-f-]{36}$/);
});
