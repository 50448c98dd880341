import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customers, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectGoodOnEachScreen } from '../kit/pages/dashboard.ts';
import { addPerson, visitor } from '../kit/people.ts';
import { unusedPort } from '../kit/ports.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** A person's own account, in a real browser with a device that keeps passkeys. */

let server: TestServer;
let url: string;
let people: Customers;
beforeAll(async () => {
  const port = String(await unusedPort());
  // Passkeys are bound to a host name.
  url = `http://localhost:${port}`;
  server = await startTestServer({ PORT: port, BASE_URL: url });
  people = await openBrowser();
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('somebody signs out elsewhere, adds a passkey, and signs in by it', async () => {
  const person = await addPerson(server, { merchantId: server.merchant.merchantId, role: 'viewer' });
  await visitor({ url }).signIn(person.email, person.password);
  const page = await people.arrive({ viewport: phone });
  await withDevice(page);
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /^Today, / }).waitFor();
  await page.goto(`${url}/dashboard/account`);
  await page.getByRole('button', { name: 'Sign out there' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out there' }).click();
  await page.getByRole('status').getByText('Signed out.').waitFor();
  await expectGoodOnEachScreen(page);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const asking = page.getByRole('dialog');
  await asking.getByLabel('What is it called?').fill('My phone');
  await asking.getByLabel('Your password').fill(person.password);
  await expectGoodOnEachScreen(page);
  await asking.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('status').getByText('From now on you can sign in with it.').waitFor();
  await page.getByText('My phone').waitFor();

  await page.context().clearCookies();
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: /^Today, / }).waitFor();

  // Removing a passkey requires a proof with it for this very act: the browser and the server name the act alike.
  await page.goto(`${url}/dashboard/account`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const proving = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proving.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectGoodOnEachScreen(page);
  await proving.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('status').getByText('It is gone.').waitFor();
  expect(people.faults).toEqual([]);
});
