import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createCharge, keyHeaders } from '../kit/client.ts';
import { type Customers, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectGoodOnEachScreen } from '../kit/pages/dashboard.ts';
import { type Visitor, visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';

/** The pages for developers and the settings, as an owner uses them. */

let server: TestServer;
let people: Customers;
let receiver: Receiver;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  people = await openBrowser();
  receiver = await startReceiver();
  owner = visitor(server);
  const { httpStatus } = await owner.signIn(server.person.email, server.person.password);
  expect(httpStatus).toBe(200);
});
afterAll(async () => {
  await people.leave();
  await receiver.close();
  await server.stop();
});

/** Arrives signed in: other tests cover the sign-in page. */
async function arriveAt(path: string, options: Parameters<Customers['arrive']>[0] = {}): Promise<Page> {
  const page = await people.arrive(options);
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: server.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${server.url}/dashboard/${path}`);
  return page;
}

const sh = async (script: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', script])).stdout;
const evil = '<img src=x onerror="document.title=1">';

test('a key is made and shown once, the first steps work with it, and what was refused is listed', async () => {
  const page = await arriveAt('developers/keys', { viewport: phone });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`${evil} key`);
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
  const key = (await page.getByRole('region', { name: 'The new key' }).textContent()) ?? '';
  expect(key).toMatch(/^psk_[0-9a-f]{12}_[0-9a-f]{48}$/);
  await page.getByText(`${evil} key`, { exact: true }).waitFor();
  await expectGoodOnEachScreen(page);

  await page.getByRole('link', { name: 'First steps' }).click();
  await page.getByRole('heading', { name: 'Ask for a payment by card' }).waitFor();
  expect(await page.getByRole('heading', { name: 'USDT' }).count()).toBe(0);
  const lines = (await page.getByRole('region', { name: 'Ask for a payment by card' }).textContent()) ?? '';
  expect(lines).toContain(server.merchant.merchantId);
  const answer = JSON.parse(await sh(`api_key='${key}'\n${lines}`));
  expect(answer.data.urlCheckout).toContain('/pay/');

  await call(server, 'GET', '/api/events?limit=0', keyHeaders({ ...server.merchant, apiKey: key }));
  await page.getByRole('link', { name: 'API requests' }).click();
  await page.getByLabel('Show').selectOption('Refused');
  await page.getByText('limit: must be a whole number').first().waitFor();
  await expectGoodOnEachScreen(page);

  await page.getByRole('link', { name: 'API keys' }).click();
  expect(await page.getByText(key).count()).toBe(0);
  // The newest comes first.
  await page.getByRole('button', { name: 'Stop' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The key no longer works.').waitFor();
  expect(people.faults).toEqual([]);
});

test('a sample is sent and its answer shown; messages that failed are sent again, all in one go', async () => {
  receiver.answer((response) => response.writeHead(500).end(evil));
  await server.sql`
    UPDATE merchants SET webhook_url = NULL WHERE id = ${server.merchant.merchantId}`;
  const page = await arriveAt('developers/webhooks', { viewport: phone });
  await page.getByLabel('Address of your system').fill(receiver.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Messages go there from now on.').waitFor();
  await page.getByLabel('What it tells').selectOption('Crypto: paid');
  await page.getByRole('button', { name: 'Send a sample' }).click();
  await page.getByText('Your system did not confirm it.').waitFor();
  await page.getByText(evil).waitFor();
  await expectGoodOnEachScreen(page);
  await page.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of your system').fill(`${receiver.url}/books`);
  await dialog.getByLabel('What it is for').fill('Books');
  await dialog.getByLabel('Refunds').check();
  await dialog.getByRole('button', { name: 'Add an address' }).click();
  await page.getByRole('region', { name: 'The secret of this address' }).getByText('whsec_').waitFor();
  const further = page.getByRole('region', { name: 'Books' });
  await further.getByText('refund.*').waitFor();
  await further.getByRole('button', { name: 'Pause' }).click();
  await further.getByText('Paused').waitFor();
  await expectGoodOnEachScreen(page);
  await further.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await further.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'See the message' }).click();
  await page.getByRole('region', { name: 'What is sent' }).getByText('"success"').waitFor();
  await expectGoodOnEachScreen(page);

  receiver.answer((response) => response.end('ok'));
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByLabel('State').selectOption('Waiting');
  await page.getByRole('button', { name: 'Send all of these again' }).click();
  await page.getByText(/will be sent again/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page
    .getByText(/Sending again: |The last time .* sent again/)
    .first()
    .waitFor();
  await page.getByText('There are no such messages.').waitFor();
  await page.getByLabel('State').selectOption('Received');
  await page.getByText('Sample').first().waitFor();
  expect(people.faults).toEqual([]);
});

test('the shop’s look is set, and its customers see it', async () => {
  const page = await arriveAt('settings', { viewport: phone });
  await page.getByLabel('Color', { exact: true }).fill('#ffe');
  await page.getByText('Write it as #').waitFor();
  await page.getByLabel('Color', { exact: true }).fill('#ffee00');
  await page.getByText('a little darker or lighter').waitFor();
  await page.getByLabel('Support e-mail').fill('help@shop.example');
  await page.getByLabel('Terms and conditions').fill('https://shop.example/terms');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  const images = await chooser;
  await images.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByRole('alert').getByText('must be a PNG, JPEG or WebP image').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(logo, 'base64'),
  });
  await page.getByText('The logo is changed.').waitFor();
  await expectGoodOnEachScreen(page);

  const customer = await people.arrive({ viewport: phone });
  await customer.goto(`${server.url}/pay/${await createCharge(server)}`);
  const shown = customer.locator('img.logo');
  await shown.waitFor();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await customer.getByRole('link', { name: 'Terms and conditions' }).waitFor();
  await customer.getByRole('link', { name: 'help@shop.example' }).waitFor();
  await expectGoodOnEachScreen(customer);

  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByText('The logo is gone.').waitFor();
  expect(people.faults).toEqual([]);
});

const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the keyboard alone makes a key', async () => {
  const page = await arriveAt('developers/keys');
  const tabTo = async (name: string): Promise<void> => {
    const target = page.getByRole('button', { name }).last();
    await target.waitFor();
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${name}`);
  };
  await tabTo('New key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('New key');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'The new key' }).getByText('psk_').waitFor();
});
