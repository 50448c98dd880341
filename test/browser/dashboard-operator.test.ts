import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstId } from '../../src/base/db/ids.ts';
import { aCase, aComparedDay } from '../kit/charges.ts';
import { until } from '../kit/client.ts';
import { aStray } from '../kit/crypto/strays.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { haveHotWallet } from '../kit/payouts/refunds.ts';
import { addPerson, giveSecondFactor, type TestPerson } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The operator's pages, in a real browser. */

let server: TestServer;
let people: Customers;
let operator: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  people = await openBrowser();
  operator = await addPerson(server, { merchantId: null, role: 'operator' });
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

async function arrive(options: Parameters<Customers['arrive']>[0], person = operator): Promise<Page> {
  const page = await people.arrive(options);
  await page.goto(`${server.url}/dashboard`);
  await page.locator('input[type=email]').fill(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await page.keyboard.press('Enter');
  // If the chosen place lacks the current page, the dashboard shows its first page.
  await page.locator('header select').selectOption('');
  if (person === operator) await page.waitForURL(/\/operation$/);
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/dashboard/${path}`);
  await page.locator('h1').waitFor();
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.url(), overflow]).toEqual([page.url(), 0]);
  expect(people.faults).toEqual([]);
}

/** Moves the focus with the keyboard alone. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
    if (focused === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('an operator stops all payouts and lets them go again, by the keyboard alone', async () => {
  const page = await arrive({ viewport: desktop, colorScheme: 'dark' });
  await tabTo(page, 'Stop payouts');
  await page.keyboard.press('Enter');
  await page.getByText('Payouts are being sent.').waitFor();
  await tabTo(page, 'Stop all payouts');
  await page.keyboard.press('Enter');
  await page.getByLabel('Why').waitFor();
  await expectGood(page);
  await page.keyboard.type('<img src=x onerror=alert(1)> a key was stolen');
  await tabTo(page, 'Stop all payouts');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing of it is sent from now on.').waitFor();
  await page.getByText('<img src=x onerror=alert(1)> a key was stolen').waitFor();
  await page.getByText(`Stopped by ${operator.email}`).waitFor();
  const rows = await server.sql`SELECT scope, paused_by AS by FROM payout_pauses`;
  expect(rows).toEqual([{ scope: 'all', by: operator.email }]);
  await open(page, 'operation');
  await page.getByText('Payouts are stopped.').waitFor();
  await expectGood(page);
  await page.getByRole('link', { name: 'See why' }).click();
  await page.getByRole('button', { name: 'Send again: All payouts' }).click();
  await page.getByLabel('Why').fill('the key was changed');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Payouts are being sent.').waitFor();
  expect(await server.sql`SELECT 1 FROM payout_pauses`).toHaveLength(0);
});

test('an operator opens a shop, sets its fees and its route of cards, and closes it', async () => {
  const page = await arrive({ viewport: phone, colorScheme: 'light', locale: 'pt-BR' });
  await open(page, 'merchants');
  await page.getByRole('button', { name: 'Nova loja' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('<b>Loja</b> =cmd()');
  await dialog.getByLabel('E-mail', { exact: true }).fill('shop@new.example');
  await expectGood(page);
  await dialog.getByLabel('E-mail do proprietário').fill('dona@new.example');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/new-shop.png` });
  await dialog.getByRole('button', { name: 'Nova loja' }).click();
  await page.getByText('Um convite foi para dona@new.example').waitFor();
  // No secret passes the operator's screen.
  expect(await page.getByText(/whsec_|pk_/).count()).toBe(0);
  await expectGood(page);
  await page.getByRole('button', { name: 'Entendi' }).click();
  await page.getByRole('link', { name: '<b>Loja</b> =cmd()' }).click();
  const form = page.getByRole('region', { name: 'Taxas e limites' });
  await form.locator('input').first().fill('2,95');
  await form.locator('input').nth(5).fill('');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Salvo.').waitFor();
  await page.getByRole('button', { name: 'Adicionar uma regra' }).click();
  const rules = page.getByRole('group');
  await rules.locator('input').nth(0).fill('col, xx');
  await rules.locator('input').nth(5).fill('sandbox 60');
  const saveRules = page.getByRole('button', { name: 'Salvar' }).last();
  await saveRules.click();
  // The server's own words are English: folded, for developers.
  await page.getByRole('alert').getByText('Para desenvolvedores').click();
  await page.getByRole('alert').getByText('"XX" is not a country').waitFor();
  await rules.locator('input').nth(0).fill('col');
  await saveRules.click();
  await page.getByRole('alert').waitFor({ state: 'hidden' });
  await expectGood(page);
  const merchant = async () => {
    const [row] = await server.sql`
      SELECT enabled, (settings->>'cardFeeBasisPoints')::int AS fee, settings->'payoutMonthlyLimit' AS monthly,
             (SELECT rules FROM card_routes WHERE merchant_id = merchants.id) AS rules
        FROM merchants
       WHERE name LIKE '%Loja%'`;
    return row;
  };
  expect(await merchant()).toEqual({
    enabled: true,
    fee: 295,
    monthly: null,
    rules: [{ countries: ['COL'], use: [{ processor: 'sandbox', share: 60 }] }],
  });
  const close = 'Fechar esta loja';
  await page.getByRole('button', { name: close }).click();
  await page.getByRole('dialog').getByRole('button', { name: close }).click();
  await until(merchant, (row) => row?.enabled === false);
});

test('an operator has the ledger checked, leaves, and finds the result', async () => {
  const page = await arrive({ viewport: desktop, colorScheme: 'light' });
  await open(page, 'checks');
  const isStarted = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Start: Check of the ledger' }).click();
  await isStarted;
  await open(page, 'audit');
  await page.getByText('kind: ledger_check').first().waitFor();
  await expectGood(page);
  await open(page, 'checks');
  const ledger = page.getByRole('region', { name: 'Check of the ledger' });
  await ledger.getByText('All is right').waitFor();
  await expectGood(page);
  await ledger.getByRole('link').click();
  await page.getByText(/\d+ entries, \d+ postings/).waitFor();
  await expectGood(page);
});

describe.each([
  ['phone', phone, 'light'],
  ['desktop', desktop, 'dark'],
] as const)('on a %s', (name, viewport, colorScheme) => {
  test('every page says how things are', async () => {
    const page = await arrive({ viewport, colorScheme, locale: name === 'phone' ? 'es-CO' : 'en-US' });
    await page.getByText(/All is|No active alarms|Nada te necesita/).waitFor();
    await expectGood(page);
    await open(page, 'networks');
    await page
      .getByText(/100[.,]000[.,]00 USDT/)
      .first()
      .waitFor();
    expect(await page.getByRole('region').count()).toBe(2);
    await expectGood(page);
    await open(page, 'processors');
    await page.getByRole('region', { name: 'sandbox' }).waitFor();
    const start = page.getByRole('button', { name: /^(Start comparing|Empezar a comparar)$/ });
    await start.click();
    await page
      .getByRole('link', { name: /: sandbox/ })
      .first()
      .waitFor();
    await page
      .getByText(/^(All is right|Todo está bien)$/)
      .first()
      .waitFor();
    await expectGood(page);
    // The checks above cover the other pages, at the other size.
    const shop = `merchants/${server.merchant.merchantId}`;
    for (const path of name === 'phone' ? ['checks', 'audit', 'pauses'] : ['merchants', shop]) {
      await open(page, path);
      await expect.poll(() => page.locator('.mantine-Loader-root').count()).toBe(0);
      await expectGood(page);
    }
  });
});

test('an approver says where a movement belongs that the books cannot explain', async () => {
  const approver = await addPerson(server, { merchantId: null, role: 'approver' });
  const page = await arrive({ viewport: phone, colorScheme: 'light', locale: 'es-CO' }, approver);
  const reference = '<b>txn_1</b>';
  await aComparedDay(server.sql);
  await aCase(server.sql, firstId, { reference });
  await open(page, 'card-cases');
  await page.getByRole('link', { name: 'Configúralo en Mi cuenta' }).waitFor();
  const code = await giveSecondFactor(server, approver);
  await open(page, 'card-cases');
  await page.getByText(reference).waitFor();
  await expectGood(page);
  await page.getByRole('button', { name: 'Decidir' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Costos del procesador').check();
  await dialog.getByLabel('Qué averiguaste').fill('una retención');
  await dialog.getByRole('button', { name: 'Decidir' }).click();
  const asking = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  await asking.getByLabel('Código de tu aplicación').fill(code());
  await expectGood(page);
  await asking.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByText('Nada por decidir').waitFor();
  await page.getByText('Costos del procesador: una retención').waitFor();
  await page.getByText('Diferencias: 2. Casos nuevos: 1.').waitFor();
  await expectGood(page);
  await page.getByRole('link', { name: /^stripe/ }).click();
  await page.getByText('po_of_a_day').waitFor();
  await page.getByText('El procesador no dice qué movimientos contiene.').waitFor();
  await expectGood(page);
});

// The tests from here on raise alarms, and the checks above expect none.
test('money on the wrong network rings; an operator counts it for its order, or gives it back to an address', async () => {
  const { merchantId } = server.merchant;
  await haveHotWallet(server.sql, 'POLYGON');
  const counted = await aStray(server.sql, merchantId, 'ARBITRUM', 100_000_000n);
  const other = await aStray(server.sql, merchantId, 'USDC_ARBITRUM', 40_000_000n);
  const page = await arrive({ viewport: phone, colorScheme: 'light', locale: 'es-CO' });
  await page.getByText('Llegó dinero por otra red o con otra moneda').waitFor();
  const cards = page.locator('.alarm', { hasText: 'Remitente' });
  await until(
    () => cards.count(),
    (count) => count === 2,
  );
  await expectGood(page);
  const ofOrder = (orderId: string) => cards.filter({ hasText: orderId });
  // Another coin cannot be credited to the order.
  expect(await ofOrder(other.orderId).getByRole('button').allTextContents()).toEqual(['Devolverlo']);
  await ofOrder(counted.orderId).getByRole('button', { name: 'Contarlo para el pedido' }).click();
  await page.getByLabel('Por qué').fill('de acuerdo con la tienda');
  await page.getByRole('dialog').getByRole('button', { name: 'Contarlo para el pedido' }).click();
  await page.getByText('Contado para su pedido.').waitFor();
  await ofOrder(other.orderId).getByRole('button').click();
  await page.getByLabel('Dirección de destino').fill(`0x${'5a'.repeat(20)}`);
  await page.getByLabel('Por qué').fill('lo pide el cliente');
  await expectGood(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Devolverlo' }).click();
  await page.getByText('Otra persona tiene que aprobarlo').waitFor();
  await until(
    () => cards.count(),
    (count) => count === 0,
  );
  const decided = await server.sql<{ decision: string; by: string }[]>`
    SELECT decision, decided_by AS by FROM stray_transfers ORDER BY decision`;
  expect(decided).toEqual([
    { decision: 'adopted', by: operator.email },
    { decision: 'returned', by: operator.email },
  ]);
});

test('an alarm leads to the page where it is looked into', async () => {
  await server.sql`INSERT INTO chain_alarms (network, code) VALUES ('POLYGON', 'custody_gap')`;
  const page = await arrive({ viewport: phone, colorScheme: 'dark', locale: 'es-CO' });
  const card = page.locator('.alarm', { hasText: 'POLYGON' });
  await card.getByRole('link', { name: 'Revisar' }).waitFor();
  await expectGood(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/alarm.png` });
  await card.getByRole('link', { name: 'Revisar' }).click();
  await page.waitForURL(/\/dashboard\/networks$/);
});
