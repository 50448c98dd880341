import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPageServer } from '../../../../test/kit/pages/page-server.ts';
import {
  aClaim,
  aPayoutCheckout,
  confirmed,
  minutes,
  recipientAddress,
  testTime,
  token,
  transactionHash,
} from '../../../../test/kit/pages/payout-checkout.ts';
import { brandColors } from '../../../base/ground/brand-color.ts';
import type { CheckResult } from '../../../crypto/payouts/claim/check-code.ts';
import type { ConfirmWalletResult } from '../../../crypto/payouts/claim/confirm-wallet.ts';
import type { ProposeResult } from '../../../crypto/payouts/claim/propose-wallet.ts';
import type { ResendResult } from '../../../crypto/payouts/claim/resend-code.ts';
import type { PayoutCheckout } from './payout-checkout.ts';
import { payoutCheckoutRoutes } from './routes.ts';

const path = `/payout/${token}`;
const claimed = (change = {}) => aPayoutCheckout({}, { claim: aClaim(change) });
const proven = aPayoutCheckout({}, { claim: aClaim(), isProven: true });
const wallet = { network: 'ERC20', address: recipientAddress };

interface Answers {
  proposing?: ProposeResult;
  resending?: ResendResult;
  checking?: CheckResult;
  confirming?: ConfirmWalletResult;
  mode?: 'sandbox' | 'live';
}

/** The routes over a fixed payout, and their calls to the use-cases. */
async function serve(checkout: PayoutCheckout, answers: Answers = {}) {
  const asked: string[] = [];
  const mode = answers.mode ?? 'sandbox';
  const app = createPageServer(mode);
  await app.register(
    payoutCheckoutRoutes({
      async load(given, proof) {
        if (proof) asked.push(`load with ${proof}`);
        return given === token ? checkout : null;
      },
      takeMiss: async (from) => void asked.push(`miss from ${from}`),
      takeForm: async (id) => void asked.push(`form of ${id}`),
      async propose(_, { network, address }, language) {
        asked.push(`propose ${network} ${address} in ${language}`);
        return answers.proposing ?? { kind: 'proposed' };
      },
      async resend() {
        asked.push('resend');
        return answers.resending ?? { kind: 'sent' };
      },
      async checkCode(_, { network, address }, text) {
        asked.push(`code ${text} for ${network} ${address}`);
        return answers.checking ?? { kind: 'right', proof: 'proof-of-it' };
      },
      async confirm(_, { network, address }, proof, language) {
        asked.push(`confirm ${network} ${address} with ${proof} in ${language}`);
        return answers.confirming ?? { kind: 'confirmed' };
      },
      tokens: new Set(),
      now: () => testTime,
      mode,
      operatorName: null,
    }),
  );
  const post = (action: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `${path}/${action}`,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'en',
        ...headers,
      },
    });
  const open = async (language = 'en', query = '') =>
    (await app.inject({ url: path + query, headers: { 'accept-language': language } })).body;
  const acts = () => asked.filter((act) => !act.startsWith('form'));
  return { app, asked, acts, post, open };
}

describe('the page', () => {
  test('lets in nothing and nobody but itself, and tells nobody where it is', async () => {
    const { app } = await serve(aPayoutCheckout());
    const { headers, body } = await app.inject(path);
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(body).toContain(`<script nonce="${nonce}">`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test('says whose it is, whom to ask and in which other languages it speaks', async () => {
    const support = { supportEmail: 'help@shop.example', supportUrl: 'https://shop.example/help' };
    const { open } = await serve({ ...aPayoutCheckout(), ...support });
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
    const { app, open } = await serve({ ...aPayoutCheckout(), ...look });
    const body = await open('en');
    expect(body).toContain('<img class="logo" src="/brand/0" alt=""');
    expect(body).toContain(`:root{--accent:${brandColors('#ffee00').light.accent};`);
    expect(body).toContain('>Terms and conditions</a>');
    expect(body).not.toContain('"><script>');
    const { headers } = await app.inject({ url: path });
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;");
  });

  test('is at most 16 KB', async () => {
    for (const checkout of [aPayoutCheckout(), claimed(), proven]) {
      const { app, open } = await serve(checkout);
      const { rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } });
      expect(rawPayload.length).toBeLessThan(16 * 1024);
      const script = /<script nonce="[^"]+">([\s\S]+)<\/script>/.exec(await open())?.[1] ?? '';
      expect(script.length).toBeGreaterThan(1_000);
      expect(brotliCompressSync(script).length).toBeLessThan(15 * 1024);
    }
  });

  test('writes whatever a merchant chose as text', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const payout = { description: hostile, merchantIdCustom: hostile };
    for (const change of [{}, { claim: aClaim() }, { claim: aClaim(), isProven: true }]) {
      const { open } = await serve(aPayoutCheckout(payout, { merchantName: hostile, ...change }));
      const body = await open();
      expect(body).not.toContain('<script>alert');
      expect(body).not.toContain('<img');
    }
  });

  test.each([
    ['es-CO', 'COL', '¿Dónde quieres recibir tus USDT?', '184.88\u00a0USD'],
    ['pt-BR', 'BRA', 'Onde você quer receber os seus USDT?', '184.88\u00a0USD'],
    ['en-GB', 'GBR', 'Where do you want to receive your USDT?', '184.88'],
  ])('speaks %s', async (language, country, heading, amount) => {
    const { open } = await serve(aPayoutCheckout({ country }));
    const body = await open(language);
    expect(body).toContain(heading);
    expect(body).toContain(amount);
    expect(body).toContain('184.902118 USDT');
  });

  test.each([
    '/payout/nothing',
    `/payout/${token.replace('Q', 'R')}`,
    `/payout/${'x'.repeat(300)}`,
    '/payout/%00',
  ])('of an address nobody made (%s) says the same of each, and counts it', async (url) => {
    const { app, asked } = await serve(aPayoutCheckout());
    const answers = await Promise.all([app.inject(url), app.inject(path.replace('Q', 'Z'))]);
    const [one, other] = answers.map(({ body }) => body.replace(/nonce="[^"]+"/g, ''));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(one).toBe(other);
    expect(one).toContain('No encontramos este pago');
    expect(asked).toEqual(new Array(2).fill('miss from 127.0.0.1'));
  });

  test.each([
    ['es-CO', 'un contrato inteligente'],
    ['pt-BR', 'um contrato inteligente'],
    ['en-GB', 'a smart contract'],
  ])('warns in %s of a contract, which may be no wallet, and of nothing else', async (language, words) => {
    const open = async (isContract: boolean): Promise<string> =>
      (await serve(aPayoutCheckout({}, { claim: aClaim({ isContract }), isProven: true }))).open(language);
    expect(await open(true)).toContain(words);
    expect(await open(false)).not.toContain(words);
  });

  test('gives back no e-mail, no code and no proof', async () => {
    const { open } = await serve(claimed());
    const body = await open();
    expect(body).toContain('a***@mail.example');
    expect(body).not.toContain('ana@');
    expect(body).not.toContain(Buffer.alloc(32, 7).toString('hex'));
  });

  test('lets the wallet be entered anew while another stands', async () => {
    const { open } = await serve(claimed());
    expect(await open('en', '?change')).toContain('Where do you want to receive your USDT?');
    // Not after it is confirmed.
    const after = await serve(aPayoutCheckout(confirmed()));
    expect(await after.open('en', '?change')).toContain('Your payment goes out shortly');
  });
});

describe('a wallet', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

  test('that is one is proposed and leads on by a fresh page', async () => {
    const { post, acts } = await serve(aPayoutCheckout());
    const answer = await post('wallet', { network: 'ERC20', wallet: ` ${checksummed}\u200b` });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers).toMatchObject({ location: path, 'referrer-policy': 'no-referrer' });
    expect(acts()).toEqual([`propose ERC20 ${checksummed.toLowerCase()} in en`]);
  });

  test.each([
    ['', 'Paste the address of your wallet.'],
    ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'Choose Tron, or paste an address that begins with 0x.'],
    [checksummed.replace('5aA', '5AA'), 'one of its characters is not right'],
    [checksummed.slice(0, -1), 'it begins with 0x and has 42 characters; this has 41.'],
    ['ana.eth', 'The address itself is needed: the one that begins with 0x.'],
    [checksummed.replace('a', 'а'), 'The letter “а” is in no address'],
    [`0x${'0'.repeat(40)}`, 'That address is nobody’s'],
    ['"><script>alert(1)</script>', 'That is not an address of Ethereum (ERC-20)'],
  ])('%j is given back with what to mend', async (text, message) => {
    const { post, acts } = await serve(aPayoutCheckout());
    const page = await post('wallet', { network: 'ERC20', wallet: text });
    expect(page.statusCode).toBe(422);
    expect(page.body.replaceAll('&#39;', "'")).toContain(message);
    expect(page.body).not.toContain('<script>alert');
    expect(page.body).toMatch(/value="ERC20" required checked/);
    expect(acts()).toEqual([]);
    const json = await post('wallet', { network: 'ERC20', wallet: text }, { accept: 'application/json' });
    expect(json.json()).toMatchObject({
      error: expect.any(String),
      message: expect.stringContaining(message),
    });
  });

  test('without a network asks for one and keeps what was typed', async () => {
    const { post } = await serve(aPayoutCheckout());
    for (const network of ['', 'BEP20']) {
      const page = await post('wallet', { network, wallet: checksummed });
      expect(page.statusCode).toBe(422);
      expect(page.body).toContain('Choose one of these networks.');
      expect(page.body).toContain(`value="${checksummed}"`);
    }
  });

  test.each([
    [{ kind: 'refused', fault: 'ours' }, 422, 'That address is ours, not yours.'],
    [{ kind: 'refused', fault: 'frozen' }, 422, 'has frozen that address'],
    [{ kind: 'refused', fault: 'blocked' }, 422, 'We cannot send to that address.'],
    [{ kind: 'refused', fault: 'not_allowed' }, 422, 'Tienda Andina pays only to addresses it knows'],
    [{ kind: 'refused', fault: 'unavailable' }, 503, 'Nothing was saved: try again in a minute.'],
    [{ kind: 'locked', until: minutes(57) }, 422, 'asked for in 57 minutes.'],
    [{ kind: 'spent', until: minutes(90) }, 422, 'ask Tienda Andina for a new link'],
  ] as const)('refused by %j says so beside it', async (proposing, status, text) => {
    const { post } = await serve(aPayoutCheckout(), { proposing });
    const page = await post('wallet', { network: 'ERC20', wallet: checksummed });
    expect(page.statusCode).toBe(status);
    expect(page.body).toContain(text);
    expect(page.body).toContain(`value="${checksummed}"`);
    expect(page.headers['retry-after']).toBe(status === 503 ? '15' : undefined);
  });

  test('cannot be entered once one is confirmed', async () => {
    const { post, acts } = await serve(aPayoutCheckout(confirmed()));
    for (const [action, form] of [
      ['wallet', { network: 'ERC20', wallet: checksummed }],
      ['code', { ...wallet, code: '123456' }],
      ['resend', wallet],
      ['confirm', wallet],
    ] as const) {
      expect((await post(action, form)).statusCode).toBe(303);
    }
    expect(acts()).toEqual([]);
  });
});

describe('a code', () => {
  test('that is right leaves its proof with the browser alone', async () => {
    const { post, acts } = await serve(claimed());
    const answer = await post('code', { ...wallet, code: '123 456' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['set-cookie']).toBe(
      `payout_proof=proof-of-it; Path=${path}; Max-Age=1800; HttpOnly; SameSite=Lax`,
    );
    expect(answer.body).toBe('');
    expect(acts()).toEqual([`code 123 456 for ERC20 ${recipientAddress}`]);
    const live = await serve(claimed(), { mode: 'live' });
    expect((await live.post('code', { ...wallet, code: '123456' })).headers['set-cookie']).toMatch(
      /^__Secure-payout_proof=proof-of-it; .*; Secure$/,
    );
    await live.post('confirm', wallet, { cookie: 'a=b; __Secure-payout_proof=proof-of-it; c=d' });
    expect(live.acts().at(-1)).toContain('proof-of-it');
  });

  test.each([
    [{ kind: 'wrong', triesLeft: 3 }, 422, 'That is not the code. You have 3 tries left.'],
    [{ kind: 'wrong', triesLeft: 1 }, 422, 'You have one try left.'],
    [{ kind: 'malformed' }, 422, 'The code has six digits.'],
    [{ kind: 'expired' }, 422, 'The code has expired.'],
    [{ kind: 'used_up' }, 422, 'There were too many tries'],
    [{ kind: 'changed' }, 409, 'Meanwhile the wallet was changed on another page.'],
  ] as const)('that is %j is answered with what to do', async (checking, status, text) => {
    const { post } = await serve(claimed(), { checking });
    const page = await post('code', { ...wallet, code: '000000' });
    expect(page.statusCode).toBe(status);
    expect(page.body).toContain(text);
    expect(page.headers['set-cookie']).toBeUndefined();
    // The typed code is not returned: the next attempt needs another one.
    expect(page.body).not.toContain('000000');
  });

  test('that no longer serves leaves only the way to another', async () => {
    for (const gone of [{ wrongCodes: 5 }, { codeUntil: testTime }]) {
      const { open } = await serve(claimed(gone));
      const body = await open();
      expect(body).not.toContain('one-time-code');
      expect(body).toContain('Send me another code');
    }
  });

  test('entered elsewhere is said to be', async () => {
    const { open } = await serve(claimed({ verifiedAt: testTime }));
    expect(await open()).toContain('This code was entered in another browser');
  });

  test.each([
    [{ kind: 'too_soon', until: minutes(0.5) }, 422, 'You can ask for another one in 0:30.'],
    [{ kind: 'locked', until: minutes(42) }, 422, 'asked for in 42 minutes.'],
    [{ kind: 'spent', until: minutes(90) }, 422, 'ask Tienda Andina for a new link'],
    [{ kind: 'changed' }, 409, 'Meanwhile the wallet was changed'],
  ] as const)('asked for again in vain: %j', async (resending, status, text) => {
    const { post } = await serve(claimed(), { resending });
    const page = await post('resend', wallet);
    expect(page.statusCode).toBe(status);
    expect(page.body).toContain(text);
  });
});

describe('a code whose mail was refused', () => {
  const refused = claimed({
    refusedAt: testTime,
    refusal: 'The mail server said <b>550 ana@mail.example</b>',
  });

  test.each([
    ['es-CO', 'El servidor de correo de a***@mail.example rechazó', 'Escribe a Tienda Andina'],
    ['pt-BR', 'O servidor de e-mail de a***@mail.example recusou', 'Escreva para Tienda Andina'],
    ['en-GB', 'The mail server of a***@mail.example refused', 'Write to Tienda Andina'],
  ])('is told in %s, with who can correct the address', async (language, told, advice) => {
    const { open } = await serve(refused);
    const body = await open(language);
    expect(body).toContain(told);
    expect(body).toContain(advice);
    // The page shows neither the address nor the mail server's message, and has no field for another address.
    expect(body).not.toContain('ana@');
    expect(body).not.toContain('The mail server said');
    expect(body).not.toContain('one-time-code');
    expect(body).not.toMatch(/type="email"|name="email"/);
  });

  test('can be asked for once more, and the wallet changed', async () => {
    const { open, post, acts } = await serve(refused);
    expect(await open('en', '?sent')).not.toContain('We sent you another code.');
    expect(await open('en', '?change')).toContain('Where do you want to receive your USDT?');
    expect((await post('resend', wallet)).statusCode).toBe(303);
    expect(acts()).toEqual(['resend']);
    const soon = await serve(refused, { resending: { kind: 'too_soon', until: minutes(0.5) } });
    expect((await soon.post('resend', wallet)).body).toContain('You can ask for another one in 0:30.');
  });

  test('is looked for by the page itself, but not while another wallet or a code is entered', async () => {
    const { open } = await serve(refused);
    expect(await open()).toContain('http-equiv="refresh"');
    expect(await open('en', '?change')).not.toContain('http-equiv="refresh"');
    expect(await (await serve(claimed())).open()).not.toContain('http-equiv="refresh"');
  });
});

test('another code that was sent is said to be, by a fresh page', async () => {
  const { post, open } = await serve(claimed());
  expect((await post('resend', wallet)).headers.location).toBe(`${path}?sent`);
  expect(await open('en', '?sent')).toContain('We sent you another code. Only the newest one works.');
});

describe('confirming', () => {
  test('takes the wallet that was shown and the proof that the browser kept', async () => {
    const { post, acts } = await serve(proven);
    const answer = await post('confirm', wallet, { cookie: 'a=b; payout_proof=proof-of-it; c=d' });
    expect(answer.statusCode).toBe(303);
    expect(acts()).toContain(`confirm ERC20 ${recipientAddress} with proof-of-it in en`);
  });

  test.each([
    [{ kind: 'changed' }, 409, 'Meanwhile the wallet was changed'],
    [{ kind: 'unproven' }, 422, 'For your safety, ask for another code'],
    [{ kind: 'refused', fault: 'frozen' }, 422, 'has frozen that address'],
    [{ kind: 'refused', fault: 'unavailable' }, 503, 'try again in a minute'],
  ] as const)('refused by %j says so', async (confirming, status, text) => {
    const { post } = await serve(proven, { confirming });
    const page = await post('confirm', wallet);
    expect(page.statusCode).toBe(status);
    expect(page.body).toContain(text);
  });

  test.each([{}, { network: 'BEP20', address: recipientAddress }, { network: 'ERC20' }])(
    'a form without a wallet that was shown (%j) confirms nothing',
    async (form) => {
      const { post } = await serve(proven, { confirming: { kind: 'changed' } });
      expect((await post('confirm', form as Record<string, string>)).statusCode).toBe(409);
    },
  );
});

describe('what became of it', () => {
  test.each([
    ['Your payment is being checked', confirmed({ status: 'review' })],
    ['Sending is paused at the moment.', confirmed({ waitReason: 'paused' })],
    ['The network is very busy and expensive', confirmed({ waitReason: 'fee_above_cap' })],
    ['The connection to the network is interrupted.', confirmed({ waitReason: 'node_unavailable' })],
    ['We are preparing the wallet', confirmed({ waitReason: 'low_usdt' })],
    ['We are sending your payment', confirmed({ status: 'sending' })],
    ['Your payment is on its way', confirmed({ status: 'pending' })],
    ['Your USDT have arrived', confirmed({ status: 'success', decidedAt: testTime })],
    ['Nobody confirmed a wallet in time', { status: 'failed', failure: 'expired' }],
    ['This payment was canceled', { status: 'failed', failure: 'canceled' }],
    ['It was checked and not sent', confirmed({ status: 'failed', failure: 'rejected' })],
    ['The network refused the transfer to this wallet', confirmed({ status: 'failed', failure: 'reverted' })],
    ['did not carry the transfer out', confirmed({ status: 'failed', failure: 'out_of_energy' })],
  ] as const)('"%s"', async (text, payout) => {
    const { open } = await serve(aPayoutCheckout(payout));
    expect(await open()).toContain(text);
  });

  test('leads to the transaction in the explorer, without telling it where from', async () => {
    const { open } = await serve(aPayoutCheckout(confirmed({ status: 'success' }), { transactionHash }));
    expect(await open()).toContain(
      `<a href="https://etherscan.io/tx/${transactionHash}" target="_blank" rel="noopener noreferrer">`,
    );
  });

  test('is looked for again where there is no script', async () => {
    const { open } = await serve(aPayoutCheckout(confirmed()));
    expect(await open()).toContain(`<meta http-equiv="refresh" content="10;url=${path}">`);
    const { open: openForm } = await serve(proven);
    expect(await openForm()).not.toContain('http-equiv');
  });
});
