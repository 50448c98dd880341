import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultKindOf } from '../../web/texts/errors/words.ts';
import { loadDashboardTexts } from '../../web/texts/load.ts';
import { createCharge, pay } from '../kit/client.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Chargebacks and refusals, as a merchant's people read them in their language. */

let server: TestServer;
let people: Customers;
beforeAll(async () => {
  server = await startTestServer();
  people = await openBrowser();
});
afterAll(async () => {
  await people.leave();
  await server.stop();
});

test.each([
  ['phone', phone, 'dark', 'es-CO', /^Contracargo de/, 'Perdido', 'Necesita tu respuesta'],
  ['desktop', desktop, 'light', 'pt-BR', /^Contestação de/, 'Perdida', 'Precisa da sua resposta'],
] as const)(
  'on a %s, a chargeback appears in the list while one looks, and its page says what to do',
  async (name, viewport, colorScheme, locale, title, state, answer) => {
    const page = await people.arrive({ viewport, colorScheme, locale });
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/disputes`);
    const before = await page.getByRole('link').filter({ hasText: state }).count();
    await pay(server, await createCharge(server), '4000000000000259');
    const rows = page.locator('a[href*="/disputes/"]');
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
    await expectFits(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/disputes-${name}.png` });
    // The sandbox's acquirer decides at once; other processors leave time for an answer.
    await server.sql`
      UPDATE disputes SET status = 'open', reason = 'fraudulent', evidence_due_at = now() + interval '7 days', closed_at = NULL`;
    await rows.first().click();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(answer).waitFor();
    await expectFits(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/dispute-${name}.png`, fullPage: true });
  },
);

describe('a refusal', () => {
  test.each([
    [
      'es-CO',
      'No encontramos lo que buscas. Quizás se borró o pertenece a otro comercio.',
      'Para desarrolladores',
    ],
    [
      'pt-BR',
      'Não encontramos o que você procura. Talvez tenha sido apagado ou seja de outro comércio.',
      'Para desenvolvedores',
    ],
  ])(
    "is in the reader's language, %s, with the server's English folded",
    async (locale, sentence, folded) => {
      const page = await people.arrive({ viewport: desktop, colorScheme: 'light', locale });
      await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
      await page.goto(`${server.url}/dashboard/disputes/01890000-0000-7000-8000-000000000000`);
      const alert = page.getByRole('alert');
      await alert.getByText(sentence).waitFor();
      expect(await alert.getByText('There is nothing at this address.').isVisible()).toBe(false);
      await alert.getByText(folded).click();
      await alert.getByText('There is nothing at this address.').waitFor();
      await expectAccessible(page);
    },
  );

  test('has words for every code in each language but English, and a kind for what is wrong with a field', async () => {
    for (const language of ['es', 'pt', 'fr'] as const) {
      const { errors } = (await loadDashboardTexts(language)).common;
      expect(Object.values(errors?.codes ?? {}).length).toBeGreaterThan(50);
    }
    expect((await loadDashboardTexts('en')).common.errors).toBeNull();
    expect(
      [
        'is required',
        'must be an e-mail address',
        'must be at most 60 characters',
        'must be a decimal number',
        'must be a month such as 2026-01',
        'is the number of another invoice',
        'was used already: this code works once',
        'must be equal to constant',
      ].map(faultKindOf),
    ).toEqual(['missing', 'email', 'length', 'amount', 'time', 'taken', 'code', 'value']);
  });
});
