import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { aCheckout, chargeId, testTime } from '../../../test/kit/pages/card-checkout.ts';
import { createPageServer } from '../../../test/kit/pages/page-server.ts';
import { driverError } from '../../base/db/errors.ts';
import type { Payment, PayResult } from '../../payments/charges/attempts/pay-charge.ts';
import type { Checkout, CheckoutDeps } from './checkout.ts';
import { languageCookie } from './kept-language.ts';
import { checkoutRoutes } from './routes.ts';

const path = `/pay/${chargeId}`;
const number = '4242424242424242';
const goodForm = { number, expiry: '12/30', code: '737', name: 'Ana Pérez', document: '1032456789' };

/** The routes over a fixed charge, and their calls to the use-cases. */
async function serve(
  checkout: Checkout | null,
  paying: PayResult | Error = { kind: 'attempted', goesTo: null, settled: null },
  operatorName: string | null = null,
) {
  const payments: (Payment & { chargeId: string })[] = [];
  const acts: string[] = [];
  const deps: CheckoutDeps = {
    loadCheckout: async (id) => (id === checkout?.charge.id ? checkout : null),
    openCryptoOrder: async ({ id }) => {
      acts.push(`open order ${id}`);
      return true;
    },
    async chooseMethod() {},
    payCharge: async ({ id: chargeId }, payment) => {
      payments.push({ chargeId, ...payment });
      if (paying instanceof Error) throw paying;
      return paying;
    },
    finishChallenge: async (id) => void acts.push(`finish ${id}`),
    abandonChallenge: async (id) => void acts.push(`abandon ${id}`),
    cancelByCustomer: async (id) => {
      acts.push(`cancel ${id}`);
      return 'canceled';
    },
    now: () => testTime,
    mode: 'sandbox',
    operatorName,
  };
  const app = createPageServer();
  await app.register(checkoutRoutes(deps));
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  return { app, post, payments, acts };
}

describe('the page', () => {
  test('lets in nothing and nobody but itself', async () => {
    const { app } = await serve(aCheckout());
    const { headers, body } = await app.inject(path);
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(body.match(/(?:src|href)="(?!data:|#|\/pay\/)/g)).toBeNull();
  });

  test('has a new nonce every time', async () => {
    const { app } = await serve(aCheckout());
    const nonceOf = async () => /nonce="([^"]+)"/.exec((await app.inject(path)).body)?.[1];
    expect(await nonceOf()).not.toBe(await nonceOf());
  });

  test('is small, whichever way it is compressed', async () => {
    const { app } = await serve(aCheckout({ country: 'BRA', email: null }));
    const plain = await app.inject(path);
    const brotli = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    const gzip = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br;q=0' } });
    const withoutNonce = (body: string) => body.replace(/nonce="[^"]+"/g, '');
    expect(withoutNonce(brotliDecompressSync(brotli.rawPayload).toString())).toBe(withoutNonce(plain.body));
    expect(withoutNonce(gunzipSync(gzip.rawPayload).toString())).toBe(withoutNonce(plain.body));
    expect(brotli.rawPayload.length).toBeLessThan(12 * 1024);
    expect(gzip.rawPayload.length).toBeLessThan(12 * 1024);
  });

  test('believes the stored charge, not its address', async () => {
    const { app } = await serve(aCheckout({ returnUrl: 'https://shop.example/' }));
    const { body } = await app.inject(`${path}?amount=1&currency=USD&return_url=https://evil.example`);
    expect(body).toContain('184.900');
    expect(body).not.toContain('evil.example');
  });

  test('writes whatever a merchant or customer chose as text', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const { app } = await serve(
      aCheckout({ description: hostile, orderNumber: hostile, country: 'MEX' }, null, {
        merchantName: hostile,
      }),
    );
    const { body } = await app.inject(path);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('<img');
  });

  test.each([
    ['es-CO', 'es', 'Datos de la tarjeta'],
    ['pt-BR', 'pt', 'Dados do cartão'],
    ['en-GB', 'en', 'Card details'],
    ['fr-FR', 'fr', 'Informations de la carte'],
  ])('speaks %s', async (header, language, heading) => {
    const { app } = await serve(aCheckout());
    const { body } = await app.inject({ url: path, headers: { 'accept-language': header } });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(heading);
  });

  test('speaks the language chosen at its foot, before the merchant’s, and keeps it', async () => {
    const { app } = await serve(aCheckout({ language: 'es' }));
    const asked = await app.inject(`${path}?lang=pt`);
    expect(asked.body).toContain('<html lang="pt">');
    const cookie = String(asked.headers['set-cookie']);
    expect(cookie).toMatch(/^lang=pt; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const later = await app.inject({ url: path, headers: { cookie: `a=b; ${cookie.split(';')[0]}` } });
    expect(later.body).toContain('<html lang="pt">');
    expect(later.headers['set-cookie']).toBeUndefined();
    expect(later.body).toContain(`<a href="${path}?lang=en" lang="en"`);
    const overTls = { query: { lang: 'es' }, protocol: 'https' } as unknown as FastifyRequest;
    expect(languageCookie(overTls)).toMatch(/^__Host-lang=es; Path=\/; .*; Secure$/);
    const kept = await app.inject({ url: path, headers: { cookie: '__Host-lang=pt' } });
    expect(kept.body).toContain('<html lang="pt">');
    const odd = await app.inject({ url: `${path}?lang=xx`, headers: { cookie: 'lang=zz' } });
    expect(odd.body).toContain('<html lang="es">');
    expect(odd.headers['set-cookie']).toBeUndefined();
  });

  test('of an address nobody made can be read in another language, too', async () => {
    const { app } = await serve(aCheckout());
    const { body } = await app.inject('/pay/nothing?lang=en');
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('href="?lang=es"');
  });

  test('says whose it is, who runs it and whom to ask', async () => {
    const support = { supportEmail: 'ayuda@tienda.example', supportUrl: 'https://tienda.example/ayuda' };
    const { app } = await serve(aCheckout({}, null, support), undefined, 'Pagos del Sur');
    const { body } = await app.inject(path);
    expect(body).toContain('<p>Página de Tienda Andina · Operada por Pagos del Sur</p>');
    expect(body).toContain('<a href="mailto:ayuda@tienda.example">ayuda@tienda.example</a>');
    expect(body).toContain('<a href="https://tienda.example/ayuda">tienda.example</a>');
  });

  test('says nothing of help where none is set, nor of an operator who is the merchant', async () => {
    const { app } = await serve(aCheckout(), undefined, 'Tienda Andina');
    const { body } = await app.inject(path);
    expect(body).toContain('<p>Página de Tienda Andina</p>');
    expect(body).not.toContain('mailto:');
    expect(body).not.toContain('ayuda');
  });

  test.each([
    ['COL', ['Visa', 'Mastercard', 'Amex']],
    ['BRA', ['Visa', 'Mastercard', 'Amex', 'Elo']],
    ['ARG', ['Visa', 'Mastercard', 'Amex', 'Naranja']],
  ])('shows the cards that are taken in %s', async (country, expected) => {
    const { app } = await serve(aCheckout({ country }));
    const { body } = await app.inject(path);
    const names = [...body.matchAll(/<svg viewBox="0 0 38 24" role="img" aria-label="([^"]+)"/g)];
    expect(names.map(([, name]) => name)).toEqual(expected);
  });

  test.each(['/pay/nothing', '/pay/0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5f', '/pay/%00'])(
    'of an address nobody made (%s) says so kindly',
    async (url) => {
      const { app } = await serve(aCheckout());
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('No encontramos este pago');
    },
  );

  test('asks to wait while the database is away', async () => {
    const { app, post } = await serve(aCheckout(), driverError(new Error('gone')));
    const answer = await post(goodForm);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.body).toContain('no pagues de nuevo');
    expect((await app.inject(path)).statusCode).toBe(200);
  });
});

describe('paying', () => {
  const asked = { accept: 'application/json' };
  const settledAs = (status: 'approved' | 'open'): PayResult => {
    const { charge, attempt } = aCheckout({ status }, { status: status === 'open' ? 'refused' : 'approved' });
    return { kind: 'attempted', goesTo: null, settled: attempt && { charge, attempt } };
  };

  test('a charge that is over by it is not read again', async () => {
    const { post } = await serve(aCheckout(), settledAs('approved'));
    expect((await post(goodForm, asked)).json()).toMatchObject({ status: 'approved', view: 'approved' });
  });

  test('one that stays open is: others may have gone on with it', async () => {
    const { post } = await serve(aCheckout({}, { status: 'pending' }), settledAs('open'));
    expect((await post(goodForm, asked)).json()).toMatchObject({ status: 'open', view: 'pending' });
  });

  test('hands the card on and answers with a redirect, so that a reload cannot pay again', async () => {
    const { post, payments } = await serve(aCheckout());
    const answer = await post(goodForm);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(path);
    expect(payments).toEqual([
      {
        chargeId,
        card: { number, expiryMonth: 12, expiryYear: 2030, securityCode: '737', holderName: 'Ana Pérez' },
        payerName: null,
        email: null,
        document: '1032456789',
        phone: null,
        bank: null,
        address: null,
        instalments: 1,
        language: null,
        clientAddress: '127.0.0.1',
      },
    ]);
  });

  test('tells the script the state at once', async () => {
    const { post } = await serve(
      aCheckout({}, { status: 'authenticating', challengeUrl: 'https://bank.example/1' }),
    );
    const answer = await post(goodForm, { accept: 'application/json' });
    expect(answer.json()).toMatchObject({ view: 'challenge', forwardTo: 'https://bank.example/1' });
  });

  test('with faults gives back all that was typed except number and code', async () => {
    const { post, payments } = await serve(aCheckout());
    const answer = await post({ ...goodForm, expiry: '10/20', document: '12' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('value="Ana Pérez"');
    expect(answer.body).toContain('value="10/20"');
    expect(answer.body).toContain('Esta tarjeta ya venció');
    expect(answer.body).toContain('El documento no es válido');
    expect(answer.body).not.toContain(number);
    expect(answer.body).not.toContain('737');
    expect(payments).toEqual([]);
  });

  test.each(['expiry', 'name', 'document', 'email'])(
    'never gives back a card number typed as %s',
    async (field) => {
      const { post } = await serve(aCheckout({ email: null }));
      const answer = await post({ ...goodForm, email: 'ana@example.com', [field]: '5555-5555-5555-4444' });
      expect(answer.statusCode).toBe(422);
      expect(answer.body).not.toContain('5555');
    },
  );

  test('with faults tells the script which', async () => {
    const { post } = await serve(aCheckout());
    const answer = await post({ ...goodForm, number: '4242' }, { accept: 'application/json' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ faults: { number: 'number_incomplete' } });
  });

  test('too often is answered with when to come back', async () => {
    const { post } = await serve(aCheckout(), { kind: 'limited', retryAfterSeconds: 3600, isByCard: false });
    const answer = await post(goodForm);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('3600');
    expect(answer.body).toContain('espera 60 minutos');
    expect(answer.body).not.toContain(number);
    const toScript = await post(goodForm, { accept: 'application/json' });
    expect(toScript.json()).toEqual({ retryAfterSeconds: 3600, isByCard: false });
  });

  test('a card that was tried too often may be replaced by another at once', async () => {
    const { post } = await serve(aCheckout(), { kind: 'limited', retryAfterSeconds: 3600, isByCard: true });
    expect((await post(goodForm)).body).toContain('Usa otra tarjeta o espera 60 minutos');
  });

  test('names the wallets of the processor’s page', async () => {
    const hosted = aCheckout({}, null, { processorKind: 'hosted', wallets: ['Apple Pay', 'Google Pay'] });
    const { app } = await serve(hosted);
    expect((await app.inject(path)).body).toContain('también puedes pagar con Apple Pay o Google Pay');
  });

  describe('in instalments', () => {
    const offering = () => aCheckout({ country: 'BRA', amount: reais }, null, { instalments: [3, 6] });
    const reais = { amountMinor: 100_00n, currency: 'BRL' };
    const form = { ...goodForm, document: '529.982.247-25' };

    test.each([
      ['es', ['1 pago de R$', '3 cuotas de R$', 'Tu banco puede sumar intereses']],
      ['pt', ['1 pagamento de R$', '3 parcelas de R$', 'Seu banco pode cobrar juros']],
      ['en', ['1 payment of R$', '3 payments of R$', 'Your bank may add interest']],
    ])('offers them in %s, with what each comes to', async (language, texts) => {
      const { app } = await serve(offering());
      const { body } = await app.inject({ url: path, headers: { 'accept-language': language } });
      for (const text of texts) expect(body).toContain(text);
      expect(body).toMatch(/33[.,]34/);
    });

    test('hands the chosen number on', async () => {
      const { post, payments } = await serve(offering());
      expect((await post({ ...form, instalments: '6' })).statusCode).toBe(303);
      expect(payments[0]?.instalments).toBe(6);
    });

    test('refuses a number that is not offered, and keeps one that is', async () => {
      const { post, payments } = await serve(offering());
      const wrong = await post({ ...form, instalments: '4' });
      expect(wrong.statusCode).toBe(422);
      expect(wrong.body).toContain('id="instalments-error">Elige una de las cantidades');
      const kept = await post({ ...form, name: '', instalments: '6' });
      expect(kept.body).toContain('<option value="6" selected>');
      expect(payments).toEqual([]);
    });

    test('says so where nobody takes the card in so many', async () => {
      const { post } = await serve(offering(), { kind: 'not_in_instalments' });
      const answer = await post({ ...form, instalments: '3' }, { accept: 'application/json' });
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { faults: { instalments: 'instalments_wrong' } },
      ]);
    });

    test('is not asked where there is nothing to choose', async () => {
      const { app } = await serve(aCheckout());
      expect((await app.inject(path)).body).not.toContain('<select');
    });
  });

  test('a charge that ended elsewhere shows how, whatever was typed', async () => {
    const { post, payments } = await serve(aCheckout({ status: 'approved' }, {}));
    expect((await post({ ...goodForm, number: '1' })).statusCode).toBe(303);
    expect(payments).toEqual([]);
  });

  test('at a hosted processor sends no card', async () => {
    const { post, payments } = await serve(aCheckout({}, null, { processorKind: 'hosted' }));
    expect((await post({ number })).statusCode).toBe(303);
    expect(payments[0]?.card).toBeNull();
  });

  test.each([
    [
      'a body too large',
      { payload: `name=${'x'.repeat(9_000)}`, type: 'application/x-www-form-urlencoded' },
      413,
    ],
    ['a body of another kind', { payload: 'x', type: 'text/xml' }, 415],
  ])('refuses %s with a page', async (_, { payload, type }, status) => {
    const { app } = await serve(aCheckout());
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('No pudimos leer lo enviado');
  });
});

test.each([
  ['GET', 'return', 'finish'],
  ['POST', 'other-card', 'abandon'],
  ['POST', 'cancel', 'cancel'],
] as const)('%s %s acts and leads back to the page', async (method, action, act) => {
  const { app, acts } = await serve(aCheckout());
  const answer = await app.inject({ method, url: `${path}/${action}` });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe(path);
  expect(acts).toEqual([`${act} ${chargeId}`]);
});

test('who waits for a bank can go back to the shop, and is not sent there', async () => {
  const { app } = await serve(aCheckout({ returnUrl: 'https://shop.example/' }, { status: 'pending' }));
  for (const [language, text] of [
    ['es', 'Volver a Tienda Andina'],
    ['pt', 'Voltar para Tienda Andina'],
    ['en', 'Back to Tienda Andina'],
  ] as const) {
    const { body } = await app.inject(`${path}?lang=${language}`);
    const [, href, shown] = /<a class="pay" href="([^"]*)">([^<]*)</.exec(body) ?? [];
    expect(href?.replaceAll('&#61;', '=').replaceAll('&#38;', '&')).toBe(
      `https://shop.example/?reference=${chargeId}&status=pending`,
    );
    expect(shown).toBe(text);
  }
  expect((await app.inject(`${path}/state`)).json()).toMatchObject({ view: 'pending', forwardTo: null });
  const nowhere = await serve(aCheckout({}, { status: 'pending' }));
  expect((await nowhere.app.inject(path)).body).not.toContain('class="pay"');
});

test('the state is for the script that waits', async () => {
  const { app } = await serve(
    aCheckout(
      { status: 'declined', returnUrl: 'https://shop.example/' },
      { status: 'refused', refusal: 'card_refused' },
    ),
  );
  const answer = await app.inject(`${path}/state`);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({
    status: 'declined',
    view: 'declined',
    forwardTo: `https://shop.example/?reference=${chargeId}&status=declined`,
  });
  const unknown = await app.inject('/pay/unknown/state');
  expect(unknown.json()).toMatchObject({ code: 404, data: { error: 'not_found' } });
});
