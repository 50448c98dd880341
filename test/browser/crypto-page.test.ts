import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CryptoCheckout } from '../../src/surfaces/checkout/crypto/crypto-checkout.ts';
import { transferCallData } from '../../src/surfaces/checkout/crypto/payment-uri.ts';
import {
  aCryptoCheckout,
  aHold,
  amountUnits,
  aTransfer,
  depositAddress,
  ethereum,
  orderId,
  transactionHash,
  tron,
  tronAddress,
} from '../kit/pages/crypto-checkout.ts';
import {
  type Customers,
  desktop,
  expectAccessible,
  heading,
  openBrowser,
  phone,
  stopClock,
} from '../kit/pages/customer.ts';
import { type CryptoPageWorld, held, openCryptoPageWorld, seen } from './crypto-page-world.ts';

let world: CryptoPageWorld;
let customers: Customers;

beforeAll(async () => {
  [world, customers] = await Promise.all([openCryptoPageWorld(), openBrowser()]);
});

beforeEach(() => {
  world.checkout = aCryptoCheckout({ opensUntil: inAnHour() });
  world.found = 'not_in_a_block';
});

afterAll(async () => {
  await customers.leave();
  await world.stop();
  expect(customers.faults).toEqual([]);
  expect([...customers.hosts]).toEqual([new URL(world.url).host]);
});

async function open(options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(world.url);
  return page;
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
const payHeading = 'Pay with USDT on Ethereum (ERC-20)';
const onTron = () => {
  const order = held();
  return aCryptoCheckout({ ...order, hold: { ...order.hold, network: 'TRC20' } });
};

test('every number is written as wallets write it, whatever the customer’s country', async () => {
  world.checkout = aCryptoCheckout({ ...held(), country: 'COL' });
  const page = await open({ locale: 'es-CO' });
  const text = await page.locator('main').textContent();
  expect(text?.match(/\d[\d.,]*(?=\sUSD)/g)).toEqual(['184.88', '184.902118', '1', '0.99989']);
});

test('all of the page comes in one answer of at most 16 KB', async () => {
  world.checkout = aCryptoCheckout(held());
  const page = await customers.arrive();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const received: number[] = [];
  session.on('Network.loadingFinished', (event) => received.push(event.encodedDataLength));
  await page.goto(world.url);
  await heading(page, payHeading);
  expect(received).toHaveLength(1);
  expect(received[0]).toBeLessThan(16 * 1024);
});

describe.each([
  ['with script', true],
  ['without script', false],
])('%s', (_, javaScriptEnabled) => {
  test('a network is chosen in two steps, and nothing goes without a choice', async () => {
    const page = await open({ javaScriptEnabled });
    await heading(page, 'On which network are your USDT?');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'On which network are your USDT?');
    await page.getByRole('radio', { name: 'Tron (TRC-20)' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Pay with USDT on Tron (TRC-20)');
    expect(await page.locator('#address').textContent()).toBe(tronAddress);
  });

  test('until a payment is seen the network can be changed, and no longer once one is', async () => {
    world.checkout = aCryptoCheckout(held());
    const page = await open({ javaScriptEnabled });
    const wish = page.getByText('I want to pay on another network');
    await wish.click();
    await page.getByRole('button', { name: 'Change to Tron (TRC-20)' }).click();
    await heading(page, 'Pay with USDT on Tron (TRC-20)');
    expect(await page.locator('#address').textContent()).toBe(tronAddress);
    expect(await page.locator('#amount').textContent()).toBe('184.902118');
    world.checkout = aCryptoCheckout(
      { ...held(), status: 'pending', seenUnits: 100_000_000n },
      { transfers: [aTransfer({ amountUnits: 100_000_000n })] },
    );
    await page.reload();
    await heading(page, 'Part of your payment has arrived');
    expect(await wish.count()).toBe(0);
  });

  test('a transaction named by its hash is looked for, and the answer stands beside it', async () => {
    world.checkout = aCryptoCheckout(held());
    const page = await open({ javaScriptEnabled });
    await page.getByText('I have paid and it does not show here').click();
    await page.getByLabel('Transaction hash (TXID)').fill(transactionHash);
    await page.getByRole('button', { name: 'Find my payment' }).click();
    await page.getByText('does not have that transaction in a block yet').waitFor();
    expect(await page.getByLabel('Transaction hash (TXID)').inputValue()).toBe(transactionHash);
    world.found = 'found';
    world.checkout = seen();
    await page.getByRole('button', { name: 'Find my payment' }).click();
    await heading(page, 'We have seen your payment');
  });
});

test('without script the page looks again by itself', async () => {
  world.checkout = seen();
  const page = await open({ javaScriptEnabled: false });
  await heading(page, 'We have seen your payment');
  world.checkout = aCryptoCheckout(
    { ...world.checkout.order, status: 'success' },
    { transfers: [aTransfer()] },
  );
  await heading(page, 'Payment complete');
});

test('copying gives exactly what a wallet takes', async () => {
  world.checkout = aCryptoCheckout(held());
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const [name, text] of [
    ['Copy the amount', '184.902118'],
    ['Copy the address', ethereum.formatAddress(depositAddress)],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Copied' }).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await page.getByRole('button', { name: 'Copy the address' }).waitFor();
});

test('a phone is offered its own wallet by link', async () => {
  world.checkout = aCryptoCheckout(held());
  const link = { name: 'Open in a wallet on this phone' };
  const onPhone = await open({ viewport: phone, hasTouch: true, isMobile: true });
  expect(await onPhone.getByRole('link', link).getAttribute('href')).toBe(
    `ethereum:${ethereum.token}@1/transfer?address=${ethereum.formatAddress(depositAddress)}&uint256=${amountUnits}`,
  );
  const onDesktop = await open();
  expect(await onDesktop.getByRole('link', link).count()).toBe(0);
});

test('time that runs out is counted down, and the address goes away by itself', async () => {
  world.checkout = aCryptoCheckout(held());
  const page = await customers.arrive();
  const clock = await stopClock(page, page.getByText(/^Rate and address held for \d+:\d\d$/));
  await page.goto(world.url);
  await clock.leave(4);
  await page.getByText(/^Rate and address held for 0:0\d$/).waitFor();
  world.checkout = aCryptoCheckout(held(-1));
  await clock.leave(0);
  await heading(page, 'The time is up: send nothing more');
  expect(await page.locator('#address').count()).toBe(0);
});

test('a payment is followed live from part to rest to receipt, and the customer taken back', async () => {
  const returnUrl = `${world.url}?back`;
  const order = { ...held(), returnUrl };
  world.checkout = aCryptoCheckout(order);
  const page = await open();
  await heading(page, payHeading);
  const part = aTransfer({ amountUnits: 100_000_000n });
  world.checkout = aCryptoCheckout(
    { ...order, status: 'pending', seenUnits: 100_000_000n },
    { transfers: [part] },
  );
  await heading(page, 'Part of your payment has arrived');
  expect(await page.locator('#amount').textContent()).toBe('84.902118');
  const paid = { ...order, status: 'pending', seenUnits: amountUnits } as const;
  const transfers = [part, aTransfer({ amountUnits: 84_902_118n, logIndex: 4 })];
  world.checkout = aCryptoCheckout(paid, { transfers });
  await heading(page, 'We have seen your payment');
  await page.getByText('12 of 72 confirmations · about 12 minutes to go').waitFor();
  // The count goes up without a reload: the mark in the page stays.
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-mark', ''));
  world.checkout = aCryptoCheckout(paid, { transfers, chain: { readNumber: 1_061n, finalizedNumber: 990n } });
  await page.getByText('62 of 72 confirmations · about 2 minutes to go').waitFor();
  expect(await page.locator('h1[data-mark]').count()).toBe(1);
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('62');
  world.checkout = aCryptoCheckout({ ...paid, status: 'success', decidedAt: new Date() }, { transfers });
  await heading(page, 'Payment complete');
  await page.waitForURL(`${returnUrl}&reference=${orderId}&status=success`);
});

test('a page that is looked at again shows what has happened since', async () => {
  const page = await open();
  await page.getByRole('radio', { name: 'Tron (TRC-20)' }).check();
  world.checkout = aCryptoCheckout(held());
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading(page, payHeading);
});

describe('a wallet in the browser', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Pay with the browser’s wallet' });

  /** Injects an Ethereum wallet into the page; it gives the prepared answers and records the requests. */
  async function openWithEthereum(answers: Record<string, unknown>): Promise<Page> {
    const page = await customers.arrive();
    await page.addInitScript((given) => {
      const asked: unknown[] = [];
      Object.assign(window, {
        asked,
        ethereum: {
          async request(call: { method: string }) {
            asked.push(call);
            const answer = given[call.method];
            if (answer && typeof answer === 'object' && 'code' in answer) throw answer;
            return answer;
          },
        },
      });
    }, answers);
    await page.goto(world.url);
    return page;
  }
  const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
  const willing = { eth_requestAccounts: ['0xfrom'], eth_chainId: '0x1', eth_sendTransaction: '0xhash' };

  test('is asked for the very transfer, on the right network, once', async () => {
    world.checkout = aCryptoCheckout(held());
    const page = await openWithEthereum(willing);
    await button(page).click();
    await page.getByText('Sent from your wallet. Do not pay again').waitFor();
    expect(await asked(page)).toEqual([
      { method: 'eth_requestAccounts', params: [] },
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] },
      { method: 'eth_chainId', params: [] },
      {
        method: 'eth_sendTransaction',
        params: [
          {
            from: '0xfrom',
            to: ethereum.token,
            data: transferCallData(ethereum, depositAddress, amountUnits),
            value: '0x0',
          },
        ],
      },
    ]);
    await page.reload();
    await page.getByText('Sent from your wallet. Do not pay again').waitFor();
    expect(await button(page).count()).toBe(0);
  });

  test.each([
    ['declines', { ...willing, eth_sendTransaction: { code: 4001 } }, 'You declined it in your wallet.'],
    [
      'is on another network and cannot switch',
      { ...willing, wallet_switchEthereumChain: { code: 4902 }, eth_chainId: '0x89' },
      'Switch it to Ethereum (ERC-20) and try again.',
    ],
    ['fails', { ...willing, eth_sendTransaction: { code: -32_000 } }, 'did not answer as expected'],
  ])('that %s leaves the page as it was, with a word', async (_, answers, text) => {
    world.checkout = aCryptoCheckout(held());
    const page = await openWithEthereum(answers);
    await button(page).click();
    await page.getByText(text).waitFor();
    expect(await button(page).isEnabled()).toBe(true);
  });

  test('of Tron builds, signs and sends the transfer', async () => {
    world.checkout = onTron();
    const page = await customers.arrive();
    await page.addInitScript(() => {
      const sent: unknown[] = [];
      const tronWeb = {
        defaultAddress: { base58: 'TFrom' },
        transactionBuilder: {
          triggerSmartContract: async (...call: unknown[]) => ({ transaction: { call } }),
        },
        trx: {
          sign: async (transaction: object) => ({ ...transaction, signed: true }),
          sendRawTransaction: async (signed: object) => {
            sent.push(signed);
            return { result: true };
          },
        },
      };
      Object.assign(window, { sent, tronLink: { request: async () => ({ code: 200 }), tronWeb } });
    });
    await page.goto(world.url);
    await button(page).click();
    await page.getByText('Sent from your wallet. Do not pay again').waitFor();
    expect(await page.evaluate(() => (window as unknown as { sent: unknown[] }).sent)).toEqual([
      {
        call: [
          tron.token,
          'transfer(address,uint256)',
          { feeLimit: 60_000_000, callValue: 0 },
          [
            { type: 'address', value: tronAddress },
            { type: 'uint256', value: String(amountUnits) },
          ],
          'TFrom',
        ],
        signed: true,
      },
    ]);
  });

  test('for another network is not offered', async () => {
    world.checkout = onTron();
    const page = await openWithEthereum(willing);
    // The first poll for state comes after the last check for a wallet.
    await page.waitForResponse((response) => response.url().endsWith('/state'));
    expect(await button(page).count()).toBe(0);
  });
});

describe('axe finds nothing', () => {
  const timeUp = aHold({ heldUntil: new Date(Date.now() - 60_000) });
  const failed = { ...held(), status: 'failed', hold: timeUp } as const;
  const transfers = [aTransfer()];
  const states: [heading: string, checkout: CryptoCheckout][] = [
    ['On which network are your USDT?', aCryptoCheckout({ opensUntil: inAnHour() })],
    ['We have no exchange rate yet', aCryptoCheckout({ opensUntil: inAnHour() }, { preview: null })],
    ['Wait: do not send it again', aCryptoCheckout({ ...held(), anomalies: ['orphaned'] })],
    ['Pay with USDT on Tron (TRC-20)', onTron()],
    [
      'Part of your payment has arrived',
      aCryptoCheckout({ ...held(), status: 'pending', seenUnits: 100_000_000n }, { transfers }),
    ],
    ['The time is up: send nothing more', aCryptoCheckout({ ...held(), hold: timeUp })],
    ['We have seen your payment', seen()],
    ['Payment complete', aCryptoCheckout({ ...held(), status: 'success' }, { transfers })],
    ['The time to pay has run out', aCryptoCheckout({ ...failed, anomalies: ['expired'] })],
    [
      'Not all of it arrived in time',
      aCryptoCheckout({ ...failed, anomalies: ['underpaid'] }, { transfers }),
    ],
    ['Your payment arrived late', aCryptoCheckout({ ...failed, anomalies: ['late'] }, { transfers })],
    [
      'Payment returned',
      aCryptoCheckout({ ...failed, anomalies: ['late'], resolution: 'refunded' }, { transfers }),
    ],
  ];

  test.each([
    ['phone', phone, 'dark'],
    ['desktop', desktop, 'light'],
  ] as const)('on a %s', async (_, viewport, colorScheme) => {
    const page = await customers.arrive({ viewport, colorScheme });
    for (const [at, [title, checkout]] of states.entries()) {
      // An open page follows the order by itself, which would interfere.
      await page.goto('about:blank');
      world.checkout = checkout;
      await page.goto(world.url);
      await heading(page, title);
      for (const fold of await page.locator('summary').all()) await fold.click();
      // The same elements in the other colors: checking some of them is enough.
      if (viewport === phone || at % 3 === 0) await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });
});
