import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PayoutCheckout } from '../../src/surfaces/checkout/payout/payout-checkout.ts';
import { ethereum, tron } from '../kit/pages/crypto-checkout.ts';
import {
  type Customers,
  desktop,
  expectAccessible,
  heading,
  openBrowser,
  phone,
  stopClock,
} from '../kit/pages/customer.ts';
import { aClaim, aPayoutCheckout, confirmed, token, transactionHash } from '../kit/pages/payout-checkout.ts';
import { openPayoutPageWorld, type PayoutPageWorld } from './payout-page-world.ts';

let world: PayoutPageWorld;
let customers: Customers;

beforeAll(async () => {
  [world, customers] = await Promise.all([openPayoutPageWorld(), openBrowser()]);
});
beforeEach(() => {
  world.checkout = opened();
});
afterAll(async () => {
  await customers.leave();
  await world.stop();
  expect(customers.faults).toEqual([]);
});

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
const claim = () => aClaim({ codeUntil: inMinutes(9), lastCodeAt: inMinutes(-0.5) });
const opened = (change: Partial<PayoutCheckout> = {}) =>
  aPayoutCheckout({ opensUntil: inMinutes(60) }, change);

async function show(page: Page, checkout: PayoutCheckout): Promise<void> {
  // An open page follows the payout by itself, which would interfere.
  await page.goto('about:blank');
  world.checkout = checkout;
  await page.goto(world.url);
}

async function open(options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(world.url);
  return page;
}

test('all of the page comes in one answer of at most 16 KB', async () => {
  const page = await customers.arrive();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const received: number[] = [];
  session.on('Network.loadingFinished', (event) => received.push(event.encodedDataLength));
  await page.goto(world.url);
  await heading(page, 'Where do you want to receive your USDT?');
  expect(received).toHaveLength(1);
  expect(received[0]).toBeLessThan(16 * 1024);
});

test.each([
  ['es-MX', '¿Dónde quieres recibir tus USDT?', 'Recibes exactamente 184.902118 USDT'],
  ['pt-BR', 'Onde você quer receber os seus USDT?', 'Você recebe exatamente 184.902118 USDT'],
  ['en-GB', 'Where do you want to receive your USDT?', 'You receive exactly 184.902118 USDT'],
])('speaks %s', async (locale, title, amount) => {
  const page = await open({ locale });
  await heading(page, title);
  await page.getByText(amount).waitFor();
});

describe.each([
  ['with script', true],
  ['without script', false],
])('%s', (_, javaScriptEnabled) => {
  test('nothing goes without a network and a wallet, and what is wrong stands beside it', async () => {
    const page = await open({ javaScriptEnabled });
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Where do you want to receive your USDT?');
    await page.getByRole('radio', { name: 'Ethereum (ERC-20)' }).check();
    const wallet = page.getByLabel('Address of your wallet');
    await wallet.fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('That address is of Tron and you chose Ethereum (ERC-20).').waitFor();
    expect(await wallet.inputValue()).toBe('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
    expect(await page.getByRole('radio', { name: 'Ethereum (ERC-20)' }).isChecked()).toBe(true);
    expect(await wallet.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('the code’s field is one that phones fill by themselves', async () => {
    world.checkout = opened({ claim: claim() });
    const page = await open({ javaScriptEnabled, viewport: phone });
    const field = page.getByLabel('Six-digit code');
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    await page.getByText('a***@mail.example').waitFor();
    await field.fill('123456');
    await field.press('Enter');
    await page.getByText('That is not the code. You have 4 tries left.').waitFor();
  });
});

test('another code is counted down to', async () => {
  world.checkout = opened({
    claim: claim(),
    mailing: { kind: 'too_soon', until: inMinutes(1) },
  });
  const page = await customers.arrive();
  const clock = await stopClock(page, page.getByText(/another code in \d:\d\d\.$/));
  await page.goto(world.url);
  const button = page.getByRole('button', { name: 'Send me another code' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await clock.leave(2);
  await page.getByText(/another code in 0:0[12]\.$/).waitFor();
  await clock.leave(0);
  await page.locator('button.plain:not([aria-disabled])').waitFor();
  expect(await page.getByText('another code in').isVisible()).toBe(false);
});

test('a code that is refused while somebody waits for it is told, and the page goes on once the address is corrected', async () => {
  world.checkout = opened({ claim: claim() });
  const page = await open();
  await heading(page, 'Enter the code we mailed you');
  world.checkout = opened({ claim: aClaim({ refusedAt: new Date() }) });
  await heading(page, 'The code could not be delivered');
  await page.getByText('Write to Tienda Andina and ask them to correct your e-mail address.').waitFor();
  world.checkout = opened({ claim: claim() });
  await heading(page, 'Enter the code we mailed you');
});

test('a payout is followed live from the check to the receipt', async () => {
  world.checkout = aPayoutCheckout(confirmed({ status: 'review' }));
  const page = await open();
  await heading(page, 'Your payment is being checked');
  world.checkout = aPayoutCheckout(confirmed({ waitReason: 'paused' }));
  await heading(page, 'Your payment is waiting');
  world.checkout = aPayoutCheckout(confirmed({ status: 'pending' }), {
    transactionHash,
    confirmations: { seen: 12, needed: 72 },
  });
  await heading(page, 'Your payment is on its way');
  await page.getByText('12 of 72 confirmations · about 12 minutes to go').waitFor();
  // The count goes up without a reload: the mark in the page stays.
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-mark', ''));
  world.checkout = { ...world.checkout, confirmations: { seen: 62, needed: 72 } };
  await page.getByText('62 of 72 confirmations · about 2 minutes to go').waitFor();
  expect(await page.locator('h1[data-mark]').count()).toBe(1);
  world.checkout = aPayoutCheckout(confirmed({ status: 'success', decidedAt: new Date() }), {
    transactionHash,
  });
  await heading(page, 'Your USDT have arrived');
});

test('a form that is looked at again stays, unless it was confirmed elsewhere', async () => {
  const page = await open();
  await page.getByLabel('Address of your wallet').fill('0x');
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const answered = page.waitForResponse((response) => response.url().endsWith('/state'));
  await look();
  await answered;
  expect(await page.getByLabel('Address of your wallet').inputValue()).toBe('0x');
  world.checkout = aPayoutCheckout(confirmed());
  await look();
  await heading(page, 'Your payment goes out shortly');
});

test('neither the explorer nor anybody else learns where the recipient came from', async () => {
  const asked: { url: string; referer: string | undefined }[] = [];
  const explorer = createServer((request, response) => {
    asked.push({ url: request.url ?? '', referer: request.headers.referer });
    response.setHeader('content-type', 'text/html').end('<h1>Explorer</h1>');
  });
  await new Promise<void>((ready) => explorer.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${(explorer.address() as AddressInfo).port}`;
  try {
    world.checkout = aPayoutCheckout(confirmed({ status: 'success' }), {
      transactionHash,
      networks: [{ ...ethereum, explorerTransaction: (hash) => `${address}/tx/${hash}` }, tron],
    });
    const page = await open();
    const referers = new Set<string | undefined>();
    page.context().on('request', (request) => referers.add(request.headers().referer));
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: transactionHash }).click();
    const explored = await opening;
    await heading(explored, 'Explorer');
    expect(await explored.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
    const tx = asked.filter(({ url }) => url.startsWith('/tx/'));
    expect(tx).toEqual([{ url: `/tx/${transactionHash}`, referer: undefined }]);
    // The page's own forms send no referrer either.
    await show(page, opened());
    await page.getByRole('radio', { name: 'Ethereum (ERC-20)' }).check();
    await page.getByLabel('Address of your wallet').fill('nonsense');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[role=alert]').waitFor();
    expect(referers).toEqual(new Set([undefined]));
    expect(JSON.stringify(asked)).not.toContain(token);
  } finally {
    explorer.close();
    explorer.closeAllConnections();
  }
});

describe('axe finds nothing', () => {
  const states: [heading: string, checkout: () => PayoutCheckout][] = [
    ['Where do you want to receive your USDT?', opened],
    ['Enter the code we mailed you', () => opened({ claim: claim() })],
    [
      'Enter the code we mailed you',
      () =>
        opened({
          claim: aClaim({ wrongCodes: 5, verifiedAt: new Date() }),
          mailing: { kind: 'locked', until: inMinutes(50) },
        }),
    ],
    [
      'Enter the code we mailed you',
      () => opened({ claim: claim(), mailing: { kind: 'spent', until: new Date(Date.now() + 3_600_000) } }),
    ],
    ['The code could not be delivered', () => opened({ claim: aClaim({ refusedAt: inMinutes(-1) }) })],
    ['Check before you confirm', () => opened({ claim: claim(), isProven: true })],
    ['One moment, please', () => opened({ networks: [] })],
    ['Your payment is being checked', () => aPayoutCheckout(confirmed({ status: 'review' }))],
    ['Your payment goes out shortly', () => aPayoutCheckout(confirmed())],
    ['Your payment is waiting', () => aPayoutCheckout(confirmed({ waitReason: 'low_usdt' }))],
    ['We are sending your payment', () => aPayoutCheckout(confirmed({ status: 'sending' }))],
    [
      'Your payment is on its way',
      () =>
        aPayoutCheckout(confirmed({ status: 'pending', network: 'TRC20' }), {
          transactionHash,
          confirmations: { seen: 3, needed: 19 },
        }),
    ],
    [
      'Your USDT have arrived',
      () => aPayoutCheckout(confirmed({ status: 'success', decidedAt: new Date() }), { transactionHash }),
    ],
    ['The time to collect has run out', () => aPayoutCheckout({ status: 'failed', failure: 'expired' })],
    ['This payment was canceled', () => aPayoutCheckout({ status: 'failed', failure: 'canceled' })],
    [
      'This payment was not approved',
      () => aPayoutCheckout(confirmed({ status: 'failed', failure: 'rejected' })),
    ],
    [
      'Your payment could not be sent',
      () => aPayoutCheckout(confirmed({ status: 'failed', failure: 'out_of_energy' }), { transactionHash }),
    ],
  ];

  test.each([
    ['phone', phone, 'dark'],
    ['desktop', desktop, 'light'],
  ] as const)('on a %s', async (_, viewport, colorScheme) => {
    const page = await customers.arrive({ viewport, colorScheme });
    for (const [at, [title, checkout]] of states.entries()) {
      await show(page, checkout());
      await heading(page, title);
      for (const fold of await page.locator('summary').all()) await fold.click();
      // The same elements in the other colors: checking some of them is enough.
      if (viewport === phone || at % 3 === 0) await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await show(page, opened());
    await page.getByRole('radio', { name: 'Tron (TRC-20)' }).check();
    await page.getByLabel('Address of your wallet').fill('x'.repeat(150));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('That is too long to be an address.').waitFor();
    await expectAccessible(page);
  });
});
