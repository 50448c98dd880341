import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectGoodOnEachScreen } from '../kit/pages/dashboard.ts';
import { addPerson, newestOneTimeLink } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The dashboard as people use it, in a real browser. */

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

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Today, / }).waitFor();
  await page.goto(`${server.url}/dashboard/payments`);
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

async function paidCharge(change: object): Promise<string> {
  const reference = await createCharge(server, change);
  await pay(server, reference, '4242424242424242');
  return reference;
}

test('an owner signs in, finds a payment and gives part of it back', async () => {
  const order = 'W-1';
  await paidCharge({ order_number: order, description: 'Zapatos rojos' });
  const page = await people.arrive({ viewport: phone });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByLabel('E-mail').fill(server.person.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('is not correct').waitFor();
  await signIn(page, server.person);
  await page.getByRole('searchbox', { name: 'Search' }).fill(order);
  await page.waitForURL(new RegExp(`search=${order}`));
  await page.getByRole('link', { name: order }).waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByRole('link', { name: order }).click();
  await page.getByRole('heading', { name: '$10.50' }).waitFor();
  await page.getByText('Paid by the customer').waitFor();
  // What developers look for is folded.
  expect(await page.getByText('approved', { exact: true }).isVisible()).toBe(false);
  await page.getByText('For developers').click();
  await page.getByText('approved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByText('The money goes back to the card').waitFor();
  await asking.getByText('This cannot be undone.').waitFor();
  await asking.getByLabel(/^Amount/).fill('4.25');
  await expectGoodOnEachScreen(page);
  await asking.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('status').getByText('The refund is on its way').waitFor();
  await page.getByText('Partly refunded').first().waitFor();
  await page.getByText(`${server.person.email}: asked for a refund`).waitFor();
  await expectGoodOnEachScreen(page);
  const [refund] = await server.sql`SELECT amount_minor FROM refunds ORDER BY created_at DESC LIMIT 1`;
  expect(refund.amount_minor).toBe(425n);
  expect(people.faults).toEqual([]);
});

test('amounts are typed as the language writes them, and what is left is proposed', async () => {
  const order = 'C-1';
  await paidCharge({ order_number: order });
  const page = await people.arrive({ viewport: phone, locale: 'pt-BR' });
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('E-mail').fill(server.person.email);
  await page.getByLabel('Senha', { exact: true }).fill(server.person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Hoje, / }).waitFor();
  await page.goto(`${server.url}/dashboard/payments`);
  await page.getByRole('link', { name: order }).click();
  const amount = page.getByRole('dialog').getByLabel(/^Valor/);
  const give = page.getByRole('button', { name: 'Devolver dinheiro' });
  const send = page.getByRole('dialog').getByRole('button', { name: 'Devolver dinheiro' });
  await give.click();
  expect(await amount.inputValue()).toBe('10,50');
  // Means a thousand, not one.
  await amount.fill('1.000');
  await send.click();
  expect(await amount.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  await amount.fill('1,25');
  await send.click();
  await page.getByRole('status').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await give.click();
  expect(await amount.inputValue()).toBe('9,25');
  const refunds = await server.sql`
    SELECT amount_minor AS amount FROM refunds ORDER BY created_at DESC LIMIT 1`;
  expect(refunds).toEqual([{ amount: 125n }]);
});

test('an owner invites somebody, who joins and sees what a viewer may', async () => {
  const email = 'guest@shop.example';
  const page = await people.arrive({ viewport: phone });
  await signIn(page, server.person);
  await page.goto(`${server.url}/dashboard/people`);
  await page.getByRole('heading', { name: 'Invite somebody' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText('The invitation is on its way.').waitFor();
  await page.getByText(email).waitFor();
  await expectGoodOnEachScreen(page);

  const guest = await people.arrive({ viewport: phone, locale: 'es-CO' });
  await guest.goto(`${server.url}/dashboard/link#${await newestOneTimeLink(server, email)}`);
  await guest.getByRole('heading', { name: 'Tienes una invitación' }).waitFor();
  await expectGoodOnEachScreen(guest);
  await guest.getByLabel('Tu nombre').fill('Invitada');
  await guest.getByLabel('Contraseña nueva').fill('una frase que solo ella sabe');
  await guest.getByRole('button', { name: 'Aceptar' }).click();
  await guest.getByRole('link', { name: 'Entrar' }).click();
  await guest.getByLabel('Correo electrónico').fill(email);
  await guest.getByLabel('Contraseña', { exact: true }).fill('una frase que solo ella sabe');
  await guest.getByRole('button', { name: 'Entrar' }).click();
  await guest.getByRole('heading', { name: /^Hoy, / }).waitFor();
  expect(await guest.getByRole('link', { name: 'Personas' }).count()).toBe(0);
  expect(people.faults).toEqual([]);
});

test('the keyboard alone signs in, opens a payment and cancels it', async () => {
  await createCharge(server, { order_number: 'K-1' });
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const tabTo = async (label: string | RegExp, role: 'link' | 'button' | 'textbox'): Promise<void> => {
    const target = page.getByRole(role, { name: label }).first();
    await target.waitFor();
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${label}`);
  };
  await tabTo('E-mail', 'textbox');
  await page.keyboard.type(server.person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(server.person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Today, / }).waitFor();
  await tabTo('Payments', 'link');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await tabTo('K-1', 'link');
  await page.keyboard.press('Enter');
  await tabTo('Cancel this payment', 'button');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Cancel this payment' });
  for (let presses = 0; presses < 10; presses++) {
    if (await confirm.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByText('The payment is canceled.').waitFor();
  expect(people.faults).toEqual([]);
});

test('what customers and merchants write is shown as text, and runs nowhere', async () => {
  const evil = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
  const reference = await paidCharge({
    description: evil,
    order_number: `"><svg onload=alert(1)>`,
    customer_id: evil.slice(0, 200),
  });
  const page = await people.arrive();
  await signIn(page, server.person);
  await page.getByText('"><svg onload=alert(1)>').waitFor();
  await page.goto(`${server.url}/dashboard/payments/${reference}`);
  await page.getByText(evil).first().waitFor();
  expect(await page.title()).toContain('$10.50');
  expect(await page.locator('#content img, #content script, #content svg[onload]').count()).toBe(0);
});

test('the page is closed to other sites and loads little', async () => {
  const page = await people.arrive();
  let bytes = 0;
  const loaded: string[] = [];
  page.on('response', async (response) => {
    loaded.push(new URL(response.url()).pathname);
    const sizes = await response
      .request()
      .sizes()
      .catch(() => null);
    bytes += sizes?.responseBodySize ?? 0;
  });
  const answer = await page.goto(`${server.url}/dashboard/sign-in`, { waitUntil: 'networkidle' });
  // On a busy machine the network is idle before the script has run.
  await page.getByLabel('E-mail').waitFor();
  const headers = answer?.headers() ?? {};
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
  );
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['cache-control']).toBe('no-store');
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(250_000);
  expect([...people.hosts]).toEqual([new URL(server.url).host]);
  // Only one language of one surface is loaded: the chunks of texts are named by their language.
  const texts = loaded.flatMap((path) => /\/assets\/([a-z]{2})-/.exec(path)?.[1] ?? []);
  expect(texts).toEqual(['en']);
});

test('an address that leads nowhere says so in the reader’s language, and leads home', async () => {
  const page = await people.arrive({ locale: 'es-CO' });
  await page.goto(`${server.url}/dashboard/no-such-page`);
  await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor();
  expect(await page.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/dashboard/home');
});

test('whoever has no role is told so, and nothing else', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard`);
  const person = await addPerson(server);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You have no role anywhere yet.').waitFor();
});
