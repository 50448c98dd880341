import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../../src/accounts/people/roles.ts';
import { signedIn, type TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';

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

/** Expects that nothing is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
