import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteChange } from '../../src/events/outbox/changes.ts';
import { type Customers, desktop, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectGoodOnEachScreen } from '../kit/pages/dashboard.ts';
import { fund } from '../kit/payouts/requests.ts';
import { giveSecondFactor, signedIn, type TestPerson } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Payouts as people create, upload and approve them, in a real browser. */

let server: TestServer;
let people: Customers;
let merchantId: string;
beforeAll(async () => {
  server = await startTestServer({ SANDBOX_CHAINS: 'on' });
  people = await openBrowser();
  merchantId = server.merchant.merchantId;
  await fund(server, merchantId, 1_000_000_000_000n);
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

/** A person with the finance role, signed in, on a page of payouts. */
async function arrive(
  path: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; person: TestPerson }> {
  const { cookies, person } = await signedIn(server, { merchantId, role: 'finance' });
  const page = await people.arrive(options);
  const kept = [...cookies].map(([name, value]) => ({ name, value, url: server.url }));
  await page.context().addCookies(kept);
  await page.goto(`${server.url}/dashboard/payouts${path}`);
  return { page, person };
}

async function confirmedByRecipient(id: string): Promise<void> {
  await server.sql`
    UPDATE payouts
       SET status = 'review', network = 'ERC20', address = ${Buffer.alloc(20, 7)}, approvals_needed = 1, confirmed_at = now()
     WHERE id = ${id}`;
  noteChange(merchantId);
}

test('one person makes a payout, and another approves it with a code', async () => {
  const { page } = await arrive('', { viewport: phone });
  const email = 'eva@recipient.example';
  await page.getByRole('link', { name: 'Make a payout' }).click();
  await page.getByLabel('Recipient’s e-mail').fill(email);
  await page.getByLabel('Amount in USD').fill('1.234');
  await page.getByLabel('Recipient’s country').selectOption('COL');
  await page.getByLabel(/^What for/).fill('<img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Look at it first' }).click();
  await page.getByText('can be read in two ways').waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByLabel('Amount in USD').fill('1,500.00');
  await page.getByRole('button', { name: 'Look at it first' }).click();
  await page.getByText('One other person has to approve it.').waitFor();
  await page.getByRole('button', { name: 'Make it' }).dblclick();
  await page.getByText('Link for the recipient').waitFor();
  await expectGoodOnEachScreen(page);
  const made = await server.sql<{ id: string }[]>`SELECT id FROM payouts WHERE email = ${email}`;
  expect(made).toHaveLength(1);
  const id = made[0]?.id ?? '';
  await page.getByRole('link', { name: 'See the payout' }).click();
  await page.getByText('Waiting for the recipient').waitFor();
  await confirmedByRecipient(id);
  // The page updates without a reload.
  await page.getByText('somebody else has to approve it').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await expectGoodOnEachScreen(page);

  const { page: other, person } = await arrive(`/${id}`, { viewport: phone });
  await other.getByRole('link', { name: 'Set it up under My account' }).waitFor();
  const code = await giveSecondFactor(server, person);
  await other.reload();
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  const asking = other.getByRole('dialog', { name: 'Confirm that it is you' });
  await asking.getByLabel('Code of your authenticator app').fill('000000');
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await asking.getByText('This code is wrong').waitFor();
  await expectGoodOnEachScreen(other);
  await asking.getByLabel('Code of your authenticator app').fill(code());
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await other.getByRole('status').getByText('Approved.').waitFor();
  await other.getByText(`${person.email}: approved`).waitFor();
  expect(people.faults).toEqual([]);
});

test('a file is mended, confirmed and made while somebody watches, and its results are saved', async () => {
  const { page } = await arrive('/file', { viewport: phone });
  const choose = async (text: string): Promise<void> => {
    const buffer = Buffer.from(text);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'payouts.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Check the file' }).click();
  };
  await choose('correo;monto;país\nana;1.000;COL\neva@x.example;5;CO\n');
  await page.getByText('3 things have to be mended.').waitFor();
  await expectGoodOnEachScreen(page);
  await choose(
    '\uFEFFcorreo;monto;país;descripción\nana@x.example;1.000,50;COL;=1+1\neva@x.example;5;BRA;\n',
  );
  await page.getByText('The file is in order.').waitFor();
  await page.getByRole('definition').filter({ hasText: '$1,005.50' }).waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByRole('button', { name: 'Make all 2 payouts' }).click();
  await page.getByText('All rows are done.').waitFor();
  await page.getByText('2 of 2: 2 made, 0 refused').waitFor();
  await page.getByRole('link', { name: 'made' }).nth(1).waitFor();
  await expectGoodOnEachScreen(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the results/ }).click();
  const results = await readFile(await (await saving).path(), 'utf8');
  expect(results).toContain(`ana@x.example,1000.50,COL,,'=1+1,made`);
  expect(results.match(/\/payout\/[\w-]{43}\b/g)).toHaveLength(2);
  expect(people.faults).toEqual([]);
});

test('limits and lists are seen in the reader’s language', async () => {
  const { page } = await arrive('/rules', { viewport: phone, locale: 'es-CO' });
  await page.getByText('Máximo por día (UTC)').waitFor();
  await page.getByText('Los límites los fija el operador.').waitFor();
  await expectGoodOnEachScreen(page);
});

test('the keyboard alone makes a payout', async () => {
  const { page } = await arrive('/new', { viewport: desktop, locale: 'pt-BR' });
  await page.getByRole('heading', { name: 'Fazer um pagamento' }).waitFor();
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    while (!(await page.getByLabel(label).evaluate((field) => field === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(text);
  };
  await type('E-mail do destinatário', 'teclado@recipient.example');
  await type('Valor em USD', '25,50');
  await type('País do destinatário', 'Bra');
  await page.keyboard.press('Enter');
  await type(/^Sua referência/, 'K-1');
  await page.keyboard.press('Enter');
  await page.getByText('É enviado assim que').waitFor();
  const make = page.getByRole('button', { name: 'Fazer o pagamento' });
  while (!(await make.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('O pagamento está feito.').waitFor();
  const [made] = await server.sql`
    SELECT amount_minor AS amount, country FROM payouts WHERE email = 'teclado@recipient.example'`;
  expect(made).toEqual({ amount: 2550n, country: 'BRA' });
});
