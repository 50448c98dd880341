import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  aCryptoCheckout,
  aHold,
  amountUnits,
  aTransfer,
  orderId,
  testTime,
  transactionHash,
} from '../../../../test/kit/pages/crypto-checkout.ts';
import { createPageServer } from '../../../../test/kit/pages/page-server.ts';
import { brandColors } from '../../../base/ground/brand-color.ts';
import type { ChooseResult } from '../../../crypto/orders/choose-network.ts';
import type { CryptoCheckout, SearchResult } from './crypto-checkout.ts';
import { cryptoCheckoutRoutes } from './routes.ts';

const path = `/crypto/${orderId}`;
const paying = { status: 'awaiting', hold: aHold() } as const;

/** The routes over a fixed order, and their calls to the use-cases. */
async function serve(
  checkout: CryptoCheckout,
  { choosing = 'chosen', searching = 'found' }: { choosing?: ChooseResult; searching?: SearchResult } = {},
) {
  const asked: string[] = [];
  const app = createPageServer();
  await app.register(
    cryptoCheckoutRoutes({
      load: async (id) => (id === checkout.order.id ? checkout : null),
      choose: async (id, network) => {
        asked.push(`choose ${network} for ${id}`);
        return choosing;
      },
      change: async (id, from, network) => {
        asked.push(`change ${from} to ${network} for ${id}`);
        return choosing;
      },
      findTransaction: async (id, hash) => {
        asked.push(`find ${hash} for ${id}`);
        return searching;
      },
      now: () => testTime,
      mode: 'sandbox',
      operatorName: null,
    }),
  );
  const postForm = (action: string, form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `${path}/${action}`,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    });
  const postJson = (action: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `${path}/${action}`,
      payload,
      headers: { 'accept-language': 'en' },
    });
  const open = async (language = 'en') =>
    (await app.inject({ url: path, headers: { 'accept-language': language } })).body;
  return { app, asked, postForm, postJson, open };
}

describe('the page', () => {
  test('lets in nothing and nobody but itself', async () => {
    const { app } = await serve(aCryptoCheckout(paying));
    const { headers, body } = await app.inject(path);
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(body).toContain(`<script nonce="${nonce}">`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test('says whose it is, whom to ask and in which other languages it speaks', async () => {
    const support = { supportEmail: 'help@shop.example', supportUrl: 'https://shop.example/help' };
    const { open } = await serve({ ...aCryptoCheckout(paying), ...support });
    const body = await open('en');
    expect(body).toMatch(/<footer class="foot"><p>[^<]*Tienda Andina/);
    expect(body).toContain('<a href="mailto:help@shop.example">help@shop.example</a>');
    expect(body).toContain('<a href="https://shop.example/help">shop.example</a>');
    expect(body).toContain(`<a href="${path}?lang=pt" lang="pt"`);
  });

  test('wears the look of its merchant, and shows its terms', async () => {
    const look = {
      brandColor: '#ffee00',
      logoUrl: '/brand/0',
      termsUrl: 'https://shop.example/t?a=1"><script>',
    };
    const { app, open } = await serve({ ...aCryptoCheckout(paying), ...look });
    const body = await open('en');
    expect(body).toContain('<img class="logo" src="/brand/0" alt=""');
    expect(body).toContain(`:root{--accent:${brandColors('#ffee00').light.accent};`);
    expect(body).toContain('>Terms and conditions</a>');
    expect(body).not.toContain('"><script>');
    const { headers } = await app.inject({ url: path });
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;");
  });

  test('is at most 16 KB, with both codes in it', async () => {
    const { app, open } = await serve(aCryptoCheckout(paying));
    const { rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
    expect(rawPayload.length).toBeLessThan(16 * 1024);
    const script = /<script nonce="[^"]+">([\s\S]+)<\/script>/.exec(await open())?.[1] ?? '';
    expect(script.length).toBeGreaterThan(1_000);
    expect(brotliCompressSync(script).length).toBeLessThan(15 * 1024);
  });

  test('writes whatever a merchant chose as text', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const order = { description: hostile, merchantIdCustom: hostile };
    for (const state of [{}, paying, { ...paying, status: 'success' as const }]) {
      const { open } = await serve(aCryptoCheckout({ ...order, ...state }, { merchantName: hostile }));
      const body = await open();
      expect(body).not.toContain('<script>alert');
      expect(body).not.toContain('<img');
    }
  });

  test.each([
    ['es-CO', 'COL', '¿En qué red tienes tus USDT?', '184.88\u00a0USD'],
    ['pt-BR', 'BRA', 'Em que rede estão os seus USDT?', '184.88\u00a0USD'],
    ['en-GB', 'GBR', 'On which network are your USDT?', '184.88'],
  ])('speaks %s', async (language, country, heading, amount) => {
    const { open } = await serve(aCryptoCheckout({ country }));
    const body = await open(language);
    expect(body).toContain(heading);
    expect(body).toContain(amount);
    expect(body).toContain('184.902118 USDT');
  });

  test.each(['/crypto/nothing', '/crypto/0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5f', '/crypto/%00'])(
    'of an address nobody made (%s) says so kindly',
    async (url) => {
      const { app } = await serve(aCryptoCheckout());
      const answer = await app.inject({ url, headers: { 'accept-language': 'en' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('We cannot find this payment');
    },
  );
});

test('looks again by itself where there is no script, except over a form to mend', async () => {
  const { open, postForm } = await serve(aCryptoCheckout(paying));
  expect(await open()).toContain(`<meta http-equiv="refresh" content="30;url=${path}">`);
  expect((await postForm('transaction', { transaction: 'x' })).body).not.toContain('http-equiv');
});

test('the state is for the script that waits', async () => {
  const { app } = await serve(
    aCryptoCheckout({ ...paying, status: 'pending', seenUnits: amountUnits }, { transfers: [aTransfer()] }),
  );
  const answer = await app.inject(`${path}/state`);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({ view: 'confirming', confirmations: { seen: 12, needed: 72 } });
  const unknown = await app.inject('/crypto/unknown/state');
  expect(unknown.json()).toMatchObject({ code: 404, data: { error: 'not_found' } });
});

describe('choosing a network', () => {
  test('by the form leads back to the page', async () => {
    const { postForm, asked } = await serve(aCryptoCheckout());
    const answer = await postForm('network', { network: 'TRC20' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(path);
    expect(asked).toEqual([`choose TRC20 for ${orderId}`]);
  });

  test('who says which one it is instead of changes it, and nobody else', async () => {
    const { postForm, asked } = await serve(aCryptoCheckout(paying));
    const answer = await postForm('network', { from: 'ERC20', network: 'TRC20' });
    expect(answer.headers.location).toBe(path);
    await postForm('network', { network: 'TRC20' });
    expect(asked).toEqual([`change ERC20 to TRC20 for ${orderId}`, `choose TRC20 for ${orderId}`]);
  });

  test.each(['chosen', 'already_chosen'] as const)(
    'by JSON answers the state, also when it is %s',
    async (choosing) => {
      const { postJson } = await serve(aCryptoCheckout(paying), { choosing });
      const answer = await postJson('network', { network: 'ERC20' });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ status: 'awaiting', network: 'ERC20', amount: '184.902118' });
    },
  );

  test('that there is not is refused, with the choice again', async () => {
    const { postForm, postJson } = await serve(aCryptoCheckout(), { choosing: 'unknown_network' });
    const page = await postForm('network', {});
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain('Choose one of these networks.');
    for (const body of [{ network: 'BEP20' }, { network: 7 }, []]) {
      const answer = await postJson('network', body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({ error: 'unknown_network', message: 'Choose one of these networks.' });
    }
  });

  test('without a rate asks to wait, in page and JSON', async () => {
    const { postForm, postJson } = await serve(aCryptoCheckout(), { choosing: 'no_rate' });
    const page = await postForm('network', { network: 'ERC20' });
    expect(page.statusCode).toBe(503);
    expect(page.headers['retry-after']).toBe('15');
    expect(page.body).toContain('We have no exchange rate yet');
    const answer = await postJson('network', { network: 'ERC20' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ error: 'no_rate' });
  });

  test('without a wallet to pay to asks to wait, in page and JSON', async () => {
    const { postForm, postJson } = await serve(aCryptoCheckout(), { choosing: 'no_wallet' });
    const page = await postForm('network', { network: 'ERC20' });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain(`href="${path}"`);
    expect((await postJson('network', { network: 'ERC20' })).json()).toMatchObject({ error: 'no_wallet' });
  });

  test('too late shows that it is', async () => {
    const { postForm, postJson } = await serve(aCryptoCheckout(), { choosing: 'not_open' });
    expect((await postForm('network', { network: 'ERC20' })).statusCode).toBe(303);
    const answer = await postJson('network', { network: 'ERC20' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ error: 'not_open' });
  });
});

describe('naming one’s own transaction', () => {
  const explorerUrl = `https://etherscan.io/tx/${transactionHash.toUpperCase().replace('0X', '0x')}`;

  test('that is found leads back to the page, which shows it', async () => {
    const { postForm, postJson, asked } = await serve(aCryptoCheckout(paying));
    expect((await postForm('transaction', { transaction: explorerUrl })).statusCode).toBe(303);
    expect((await postJson('transaction', { transaction: transactionHash })).json()).toMatchObject({
      view: 'pay',
    });
    expect(asked).toEqual(new Array(2).fill(`find ${transactionHash} for ${orderId}`));
  });

  test.each([
    ['wrong_recipient', 422, 'did not go to the address of this payment'],
    ['wrong_token_or_network', 422, 'moved no USDT on Ethereum (ERC-20)'],
    ['unknown_token', 422, 'it moved no coin that we accept'],
    ['not_in_a_block', 422, 'does not have that transaction in a block yet'],
    ['malformed', 422, 'That is not a transaction hash'],
    ['unavailable', 503, 'We cannot ask the network right now'],
  ] as const)('that is %s says so beside what was typed', async (searching, status, text) => {
    const { postForm, postJson } = await serve(aCryptoCheckout(paying), { searching });
    const page = await postForm('transaction', { transaction: ` ${transactionHash} ` });
    expect(page.statusCode).toBe(status);
    expect(page.body).toContain(text);
    expect(page.body).toContain(`value="${transactionHash}"`);
    const answer = await postJson('transaction', { transaction: transactionHash });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: searching, message: expect.stringContaining(text) });
  });

  test('in words that hold no hash asks no network', async () => {
    const { postForm, asked } = await serve(aCryptoCheckout(paying));
    const page = await postForm('transaction', { transaction: '"><script>alert(1)</script>' });
    expect(page.statusCode).toBe(422);
    expect(page.body).not.toContain('<script>alert');
    expect(asked).toEqual([]);
  });

  test('before a network is chosen is nothing to look for', async () => {
    const { postForm, asked } = await serve(aCryptoCheckout());
    expect((await postForm('transaction', { transaction: transactionHash })).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });
});
