import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAttempts } from '../../src/payments/charges/attempts/attempt-store.ts';
import { newAttempt } from '../kit/charges.ts';
import { call, createCharge, keyHeaders, pay, readTransaction, until } from '../kit/client.ts';
import {
  type Customers,
  cards,
  desktop,
  expectAccessible,
  heading,
  openBrowser,
  payWith,
  phone,
  typeCard,
} from '../kit/pages/customer.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;
let customers: Customers;

beforeAll(async () => {
  [server, customers] = await Promise.all([startTestServer(), openBrowser()]);
});

afterAll(async () => {
  await customers.leave();
  await server.stop();
  expect(customers.faults).toEqual([]);
});

async function open(reference: string, options = {}): Promise<Page> {
  const page = await customers.arrive(options);
  await page.goto(`${server.url}/pay/${reference}`);
  return page;
}

test('all of the page comes in one answer of at most 12 KB', async () => {
  const page = await customers.arrive();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const received: number[] = [];
  session.on('Network.loadingFinished', (event) => received.push(event.encodedDataLength));
  await page.goto(`${server.url}/pay/${await createCharge(server, { country: 'BRA', email: undefined })}`);
  await page.waitForLoadState('networkidle');
  expect(received).toHaveLength(1);
  expect(received[0]).toBeLessThan(12 * 1024);
});

describe('in the customer’s language', () => {
  test.each([
    ['es-CO', 'es', { form: 'Datos de la tarjeta', wrong: 'Revisa estos datos', done: 'Pago aprobado' }],
    ['pt-BR', 'pt', { form: 'Dados do cartão', wrong: 'Revise estes dados', done: 'Pagamento aprovado' }],
    ['en-GB', 'en', { form: 'Card details', wrong: 'Please check these fields', done: 'Payment approved' }],
  ])('%s', async (locale, language, texts) => {
    const page = await open(await createCharge(server), { locale });
    await heading(page, texts.form);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await page.locator('#pay').click();
    await page.getByText(texts.wrong).waitFor();
    await payWith(page, cards.good);
    await heading(page, texts.done);
  });

  test.each([true, false])('or in the one chosen on the page, which stays (script: %s)', async (script) => {
    const page = await open(await createCharge(server), { javaScriptEnabled: script });
    await page.getByRole('link', { name: 'Português' }).click();
    await heading(page, 'Dados do cartão');
    await payWith(page, cards.good);
    await heading(page, 'Pagamento aprovado');
  });

  test('or in the one the merchant chose, with the money of the country', async () => {
    const reference = await createCharge(server, {
      language: 'pt',
      country: 'BRA',
      currency: 'BRL',
      amount: 1234.5,
    });
    const page = await open(reference, { locale: 'en-US' });
    await heading(page, 'Dados do cartão');
    expect(await page.locator('#pay').textContent()).toBe('Pagar R$\u00a01.234,50');
  });
});

describe('the time on a receipt names its zone', () => {
  test.each([
    ['the customer’s own', { javaScriptEnabled: true }, /GMT-3$/],
    ['UTC where no script can tell it', { javaScriptEnabled: false }, /UTC$/],
  ])('%s', async (_, browser, zone) => {
    const reference = await createCharge(server);
    await pay(server, reference, cards.good);
    const page = await open(reference, { ...browser, timezoneId: 'America/Montevideo' });
    expect(await page.locator('time').textContent()).toMatch(zone);
  });
});

describe('on a phone', () => {
  const description = 'Una descripción muy larga de lo que se compra. '.repeat(10).trim();

  test.each([true, false])(
    'a long description leaves the card’s number in sight (script: %s)',
    async (script) => {
      const reference = await createCharge(server, { description });
      const page = await open(reference, { viewport: phone, javaScriptEnabled: script });
      const box = await page.locator('#number').boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(phone.height);
      const folded = page.locator('summary', { hasText: description });
      const before = await folded.boundingBox();
      await folded.click();
      const after = await folded.boundingBox();
      expect(after?.height).toBeGreaterThan(3 * (before?.height ?? Number.NaN));
    },
  );

  test('a fault of two lines has its bullet beside the first', async () => {
    const page = await open(await createCharge(server), { viewport: { width: 200, height: 844 } });
    await page.locator('#pay').click();
    const link = page.locator('#notice li a').first();
    await link.waitFor();
    // The bullet aligns with the first line of the item; for an inline box of several lines that is its last line.
    expect(await link.evaluate((element) => getComputedStyle(element).display)).toBe('block');
  });
});

describe('while typing', () => {
  test('a slip is shown beside its field, and goes away when mended', async () => {
    const page = await open(await createCharge(server));
    const error = page.locator('#number-error');
    await page.locator('#number').pressSequentially('4242424242424241');
    expect(await error.textContent()).toBe('The number is not valid. Compare it with the card.');
    await page.locator('#number').press('Backspace');
    await page.locator('#number').press('2');
    expect(await error.textContent()).toBe('');
    await page.locator('#expiry').fill('01/20');
    await page.locator('#code').focus();
    expect(await page.locator('#expiry-error').textContent()).toBe('This card has expired. Check the date.');
    expect(await page.locator('#expiry').getAttribute('aria-invalid')).toBe('true');
  });

  test('a digit put into the middle leaves the caret behind it', async () => {
    const page = await open(await createCharge(server));
    const number = page.locator('#number');
    await number.pressSequentially('42424242');
    for (let i = 0; i < 5; i++) await number.press('ArrowLeft');
    await number.pressSequentially('17');
    expect(await number.inputValue()).toBe('4242 1742 42');
  });

  test('the code of an American Express card has four digits', async () => {
    const page = await open(await createCharge(server));
    await typeCard(page, '378282246310005');
    expect(await page.locator('#number').inputValue()).toBe('3782 822463 10005');
    expect(await page.locator('#code-hint').textContent()).toBe('4 digits on the front');
    await page.locator('#pay').click();
    expect(await page.locator('#code-error').textContent()).toBe('The code has 4 digits.');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('code');
  });

  test('the document and the e-mail are asked for where they are needed', async () => {
    const page = await open(await createCharge(server, { country: 'BRA', email: undefined }));
    await typeCard(page, cards.good);
    await page.locator('#pay').click();
    expect(await page.locator('#document-error').textContent()).not.toBe('');
    await page.locator('#document').fill('529.982.247-25');
    await page.locator('#email').fill('ana@example.com');
    await page.locator('#pay').click();
    await heading(page, 'Payment approved');
  });
});

describe('in instalments', () => {
  test.each([
    ['a phone', { viewport: phone, javaScriptEnabled: true }],
    ['a desktop without script', { viewport: desktop, javaScriptEnabled: false }],
  ])('on %s, chosen with the keyboard, and refused where the card has none', async (_, browser) => {
    const reference = await createCharge(server, { country: 'MEX', currency: 'MXN', amount: 900 });
    const page = await open(reference, browser);
    const choice = page.locator('#instalments');
    await choice.locator('option').first().waitFor({ state: 'attached' });
    expect(await choice.locator('option').allTextContents()).toEqual([
      '1 payment of MX$900.00',
      '3 payments of MX$300.00',
      '6 payments of MX$150.00',
      '9 payments of MX$100.00',
      '12 payments of MX$75.00',
    ]);
    expect(await choice.inputValue()).toBe('1');
    await page.getByText('Your bank may add interest if you pay in instalments.').waitFor();
    for (const viewport of browser.javaScriptEnabled ? [desktop, phone] : []) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }

    await typeCard(page, cards.inOnePaymentOnly);
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    expect(await choice.inputValue()).toBe('3');
    await page.locator('#pay').click();
    await page.getByText('Your card cannot be paid in that many instalments.').waitFor();

    await typeCard(page, cards.good);
    await choice.selectOption('6');
    await page.locator('#pay').click();
    await heading(page, 'Payment approved');
    expect(await page.locator('main').textContent()).toContain('6 payments of MX$150.00');
    const { body } = await readTransaction(server, reference);
    expect(
      body.data.attempts.map((each: Record<string, unknown>) => [
        each.status,
        each.refusal,
        each.instalments,
      ]),
    ).toEqual([
      ['refused', 'instalments_refused', 3],
      ['approved', null, 6],
    ]);
  });
});

describe('without script', () => {
  const plain = { javaScriptEnabled: false };

  test('wrong fields come back marked, with all but number and code kept', async () => {
    const page = await open(await createCharge(server), plain);
    await page.locator('#number').fill('4242 4242 4242 4241');
    await page.locator('#expiry').fill('12/39');
    await page.locator('#code').fill('737');
    await page.locator('#name').fill('Ana Test');
    await page.locator('#pay').click();
    await page.locator('#number-error').getByText('The number is not valid.').waitFor();
    expect(await page.locator('#name').inputValue()).toBe('Ana Test');
    expect(await page.locator('#number').inputValue()).toBe('');
    expect(await page.locator('#code').inputValue()).toBe('');
    expect(await page.content()).not.toContain('4242 4242 4242 4241');
  });

  test('a refused card, then a good one; going back shows the receipt, not the form', async () => {
    const page = await open(await createCharge(server), plain);
    await payWith(page, cards.refused);
    await page.getByText('Your bank refused the card.').waitFor();
    await payWith(page, cards.good);
    await heading(page, 'Payment approved');
    await page.goBack();
    await heading(page, 'Payment approved');
  });

  test('the bank’s check and the bank that does not answer', async () => {
    const confirmed = await open(await createCharge(server), plain);
    await payWith(confirmed, cards.threeDSecure);
    await confirmed.waitForURL('**/sandbox/3ds/**');
    await confirmed.locator('button[value=approve]').click();
    await heading(confirmed, 'Payment approved');
    const silent = await open(await createCharge(server), plain);
    await payWith(silent, cards.timesOut);
    await heading(silent, 'Payment approved');
  });
});

describe('axe finds nothing', () => {
  /** Brings a charge to a state without the browser, and names the heading of its page. */
  const states: Record<string, { prepare(reference: string): Promise<unknown>; heading: string }> = {
    form: { prepare: async () => {}, heading: 'Card details' },
    refused: { prepare: (reference) => pay(server, reference, cards.refused), heading: 'Card details' },
    challenge: {
      prepare: (reference) => pay(server, reference, cards.threeDSecure),
      heading: 'Your bank wants to confirm it is you',
    },
    processing: { prepare: leaveOpen, heading: 'Confirming your payment' },
    pending: {
      async prepare(reference) {
        await leaveOpen(reference);
        await server.sql`UPDATE attempts SET status = 'pending' WHERE charge_id = ${reference}`;
      },
      heading: 'Your bank has not decided yet',
    },
    declined: {
      async prepare(reference) {
        for (let tries = 0; tries < 5; tries++) await pay(server, reference, cards.refused);
      },
      heading: 'Payment declined',
    },
    refunded: {
      async prepare(reference) {
        await pay(server, reference, cards.good);
        await call(server, 'POST', `/api/transactions/${reference}/refunds`, keyHeaders(server.merchant), {
          amount: 4,
        });
      },
      heading: 'Payment partly refunded',
    },
    approved: { prepare: (reference) => pay(server, reference, cards.good), heading: 'Payment approved' },
    canceled: {
      prepare: (reference) =>
        call(server, 'POST', `/api/transactions/${reference}/cancel`, keyHeaders(server.merchant)),
      heading: 'Payment canceled',
    },
    expired: {
      async prepare(reference) {
        await server.sql`UPDATE charges SET expires_at = now() WHERE id = ${reference}`;
        // The page reloads at this moment and cannot be checked meanwhile.
        await until(
          () => readTransaction(server, reference),
          ({ body }) => body.data.status === 'expired',
        );
      },
      heading: 'The time to pay has run out',
    },
  };

  /** An attempt without an answer from the bank. No inquiry is due before the page was checked. */
  async function leaveOpen(reference: string): Promise<void> {
    const charge = { merchantId: server.merchant.merchantId, id: reference };
    const attempt = newAttempt(charge, { dueAt: new Date(Date.now() + 3_600_000) });
    await server.sql.begin((tx) => insertAttempts(tx, [attempt]));
  }

  test.each(Object.entries(states))('%s', async (name, state) => {
    const reference = await createCharge(server);
    await state.prepare(reference);
    const colorScheme = name === 'form' ? 'dark' : 'light';
    const page = await customers.arrive({ viewport: phone, colorScheme });
    // Pretends that the page has already forwarded to the bank once, so that it stays and can be checked.
    await page.addInitScript(() => {
      Storage.prototype.getItem = () => '1';
    });
    await page.goto(`${server.url}/pay/${reference}`);
    await heading(page, state.heading);
    await expectAccessible(page);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    // On a wide screen the same elements are only arranged differently: two of the pages are enough.
    if (name === 'form' || name === 'approved') await expectAccessible(page);
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('a form full of faults on a %s', async (_, viewport) => {
    const page = await open(await createCharge(server, { country: 'BRA', email: undefined }), { viewport });
    await page.locator('#pay').click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
  });

  test('an address of no charge', async () => {
    const page = await open('nothing', { viewport: phone });
    await heading(page, 'We cannot find this payment');
    await expectAccessible(page);
  });
});
