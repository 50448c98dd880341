import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { deadlines } from '../deadlines.ts';
import { findChromium } from '../programs.ts';

/** A customer with a real browser, and their actions on the card page. */

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

export const cards = {
  good: '4242424242424242',
  refused: '4000000000000002',
  poor: '4000000000009995',
  threeDSecure: '4000002760003184',
  timesOut: '4000000000000119',
  inOnePaymentOnly: '4000056655665556',
};

/** No test card contains it: a search for it in the logs finds nothing else. */
export const securityCode = '737';

export interface Customers {
  /** Opens a fresh browser profile, closed when the test ends. */
  arrive(options?: BrowserContextOptions): Promise<Page>;
  /** Faults of the pages: script errors and what the security policy blocked. */
  faults: string[];
  /** Every host that a page sent requests to. */
  hosts: Set<string>;
  leave(): Promise<void>;
}

export async function openBrowser(): Promise<Customers> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: run scripts/ensure-programs.ts.');
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const faults: string[] = [];
  const hosts = new Set<string>();
  return {
    faults,
    hosts,
    async arrive(options = {}) {
      const context = await browser.newContext({
        locale: 'en-US',
        viewport: desktop,
        // A click on what still moves may land beside it.
        reducedMotion: 'reduce',
        ...options,
      });
      // An unused page still animates and polls: half of all that the browser does.
      onTestFinished(() => context.close());
      context.setDefaultTimeout(deadlines.page);
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol !== 'data:') hosts.add(url.host);
      });
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        // Chromium also logs a 4xx that a test provokes as an error.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          faults.push(message.text());
        }
      });
      return context.newPage();
    },
    leave: () => browser.close(),
  };
}

/** Types a card, key by key, over what a refused try left; the caller submits it. */
export async function typeCard(page: Page, number: string): Promise<void> {
  for (const field of ['#number', '#expiry', '#code']) await page.locator(field).fill('');
  await page.locator('#number').pressSequentially(number);
  await page.locator('#expiry').pressSequentially('1239');
  await page.locator('#code').pressSequentially(securityCode);
  await page.locator('#name').fill('Ana Test');
}

export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.locator('#pay').click();
}

/** Waits until the page's heading has this text. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
}

/** A page's own clock, stopped until it is moved: for countdowns, however long the page takes to load. */
export interface StoppedClock {
  /** Advances until the shown time (`m:ss`) has this many seconds left. */
  leave(seconds: number): Promise<void>;
}

/** Must be called before the page is opened; `shown` locates the countdown. */
export async function stopClock(page: Page, shown: Locator): Promise<StoppedClock> {
  let nowMs = Date.now();
  await page.clock.setFixedTime(nowMs);
  return {
    async leave(seconds) {
      const [, minutes, rest] = /(\d+):(\d\d)/.exec((await shown.textContent()) ?? '') ?? [];
      if (rest === undefined) throw new Error('no time is shown');
      nowMs += (Number(minutes) * 60 + Number(rest) - seconds) * 1000;
      await page.clock.setFixedTime(nowMs);
    },
  };
}

/** Checks WCAG 2.2 AA and good practice, as far as a machine can. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(waitForMotion);
  // All rules run; only violations are written out.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))).toEqual([]);
}

/** Waits for fades, during which contrast is low. Runs in the page; endless animations are not awaited. */
async function waitForMotion(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

export interface MerchantSite {
  url: string;
  stop(): Promise<void>;
}

/** The merchant's own site, where customers come from and return to. */
export async function openMerchantSite(): Promise<MerchantSite> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
