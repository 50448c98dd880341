import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../../src/accounts/people/roles.ts';
import { signedIn, type TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';
import { desktop, expectAccessible, phone } from './customer.ts';

/** Signs a browser in as a new person with these roles. */
export async function signInAs(
  page: Page,
  server: Pick<TestServer, 'sql' | 'url'>,
  ...roles: { merchantId: string | null; role: Role }[]
): Promise<TestPerson> {
  const { cookies, person } = await signedIn(server, ...roles);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url })));
  return person;
}

/**
 * Expects that all fits and is accessible, on a desktop in the dark and on a phone in the light; the page stays on the
 * phone.
 */
export async function expectGoodOnEachScreen(page: Page): Promise<void> {
  for (const [viewport, colorScheme] of [
    [desktop, 'dark'],
    [phone, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
}

/** Expects that nothing is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
