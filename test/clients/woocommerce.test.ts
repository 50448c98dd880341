import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Pasarela } from '../../sdk/typescript/src/index.ts';
import { call, until } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The WooCommerce gateway: its own parts by PHP alone, and the whole path in a WordPress of WORDPRESS_DIR. */

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../plugins/woocommerce/tests');
const wordpress = process.env.WORDPRESS_DIR;

function isInstalled(): boolean {
  try {
    const version = execFileSync('php', ['-r', 'echo PHP_VERSION_ID;'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(version) >= 80_100;
  } catch {
    return false;
  }
}
const hasPhp = isInstalled();
if (!hasPhp) console.log('PHP 8.1 is not here: the WooCommerce gateway is not tried.');
else if (!wordpress) console.log('WORDPRESS_DIR is not set: the gateway is not tried in a WordPress.');

test.skipIf(!hasPhp)('its client, its webhook check and its texts hold', async () => {
  const { stdout } = await run('php', [join(folder, 'unit.php')]).catch((error) => error);
  expect(stdout).toMatch(/^\d+ passed, 0 failed\n$/);
});

describe.skipIf(!hasPhp || !wordpress)('in a real shop', () => {
  let server: TestServer;
  let client: Pasarela;
  let site: string;
  let url: string;
  let product: number;
  let stop: () => void;
  const settings: Record<string, string> = {};

  // biome-ignore lint/suspicious/noExplicitAny: looks at whatever the site answers
  const act = async (what: string, given: object = {}, more: object = {}): Promise<any> => {
    const env = { ...process.env, ...more, WORDPRESS_DIR: wordpress, SITE_DIR: site, SITE_URL: url };
    const { stdout } = await run('php', [join(folder, 'act.php'), what, JSON.stringify(given)], { env });
    return JSON.parse(stdout);
  };

  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'shop-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = await startTestServer();
    const { apiKey, merchantId, webhookSecret } = server.merchant;
    client = new Pasarela({ baseUrl: server.url, apiKey, merchantId });
    await act('install');
    ({ product } = await act('prepare'));
    Object.assign(settings, {
      enabled: 'yes',
      title: 'Pasarela',
      base_url: server.url,
      merchant_id: merchantId,
      api_key: apiKey,
      webhook_secret: webhookSecret,
      method: 'ALL',
    });
    const env = {
      ...process.env,
      WORDPRESS_DIR: wordpress,
      SITE_DIR: site,
      SITE_URL: url,
      PHP_CLI_SERVER_WORKERS: '4',
    };
    const web = spawn('php', ['-S', `127.0.0.1:${port}`, join(folder, 'router.php')], {
      env,
      stdio: 'ignore',
      detached: true,
    });
    // Its workers are processes of their own.
    stop = () => process.kill(-(web.pid as number));
    await until(
      () =>
        fetch(url).then(
          async (page) => {
            await page.text();
            return page.status;
          },
          () => 0,
        ),
      (status) => status === 200,
    );
  }, 120_000);
  afterAll(async () => {
    stop?.();
    await server?.stop();
    const log = await readFile(join(site, 'debug.log'), 'utf8').catch(() => '');
    await rm(site, { recursive: true, force: true });
    expect(
      log.split('\n').filter((line) => /pasarela/i.test(line) && /Fatal|Warning|Notice/.test(line)),
    ).toEqual([]);
  });

  const orderIs = async (id: number, isSo: (order: { status: string; notes: string[] }) => boolean) =>
    await until(() => act('order', { id }), isSo);

  /** As the checkout of blocks does it. */
  async function buyByBlocks(): Promise<{ id: number; page: string }> {
    const api = `${url}/wp-json/wc/store/v1`;
    const cart = await fetch(`${api}/cart`);
    const headers = {
      'content-type': 'application/json',
      nonce: cart.headers.get('nonce') as string,
      'cart-token': cart.headers.get('cart-token') as string,
    };
    const post = async (path: string, body: object) =>
      (await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    await post('cart/add-item', { id: product, quantity: 2 });
    const address = {
      first_name: 'Ana',
      last_name: 'Test',
      address_1: 'Calle 1',
      city: 'Bogotá',
      state: 'CO-DC',
      postcode: '110111',
      country: 'CO',
      email: 'ana@customer.example',
      phone: '',
      company: '',
      address_2: '',
    };
    const made = await post('checkout', { billing_address: address, payment_method: 'pasarela' });
    expect(made.payment_result?.redirect_url, JSON.stringify(made)).toContain('/pay/');
    return { id: made.order_id, page: made.payment_result.redirect_url };
  }

  /** As the classic page does it. */
  async function buyByForm(): Promise<{ id: number; page: string }> {
    const added = await fetch(`${url}/?wc-ajax=add_to_cart`, {
      method: 'POST',
      body: new URLSearchParams({ product_id: String(product), quantity: '1' }),
    });
    const cookie = added.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const html = await (await fetch(`${url}/classic/`, { headers: { cookie } })).text();
    const nonce = /name="woocommerce-process-checkout-nonce" value="(\w+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain('payment_method_pasarela');
    const body = new URLSearchParams({
      billing_first_name: 'Ana',
      billing_last_name: 'Test',
      billing_country: 'CO',
      billing_address_1: 'Calle 1',
      billing_city: 'Bogotá',
      billing_state: 'CO-DC',
      billing_postcode: '110111',
      billing_email: 'ana@customer.example',
      billing_phone: '3000000000',
      payment_method: 'pasarela',
      'woocommerce-process-checkout-nonce': nonce,
    });
    const made = (await (
      await fetch(`${url}/?wc-ajax=checkout`, { method: 'POST', headers: { cookie }, body })
    ).json()) as { result: string; redirect: string; order_id: number };
    expect(made, JSON.stringify(made)).toMatchObject({ result: 'success' });
    return { id: made.order_id, page: made.redirect };
  }

  test('saying what is wrong with its settings, and then that they work', async () => {
    expect(await act('settings', {})).toMatchObject({ available: false, needsSetup: true });
    const faultOf = async (change: object) => (await act('settings', { ...settings, ...change })).fault;
    expect(await faultOf({ base_url: 'pay.example' })).toContain('https://');
    expect(await faultOf({ base_url: 'http://127.0.0.1:9' })).toContain('does not answer');
    expect(await faultOf({ api_key: 'wrong' })).toContain('API key');
    expect(await faultOf({ webhook_secret: 'secret' })).toContain('whsec_');
    expect(await faultOf({ method: 'PIX' })).toContain('CARDS');
    expect(await act('settings', settings)).toEqual({ fault: null, available: true, needsSetup: false });
  });

  test('an order of the blocks is paid by card, refunded in part and in full, once each', async () => {
    const { id, page } = await buyByBlocks();
    const reference = new URL(page).pathname.split('/').pop() as string;
    expect(await act('order', { id })).toMatchObject({
      status: 'pending',
      total: '25.00',
      reference,
      table: true,
    });
    const charge = await client.charges.retrieve(reference);
    expect(charge).toMatchObject({
      amount_exact: '25.00',
      currency: 'USD',
      country: 'COL',
      email: 'ana@customer.example',
    });

    await client.sandbox.charge(reference, 'approve', 'CARDS');
    const paid = await orderIs(id, ({ status }) => status === 'completed' || status === 'processing');
    expect(paid).toMatchObject({ paid: true });
    expect(paid.notes.join('\n')).toContain('Paid through Pasarela');

    expect(await act('refund', { id, amount: '5.00', reason: 'One was cold' })).toHaveProperty('refund');
    expect(await act('refund', { id, amount: '5.00', reason: 'Another one, too' })).toHaveProperty('refund');
    expect(await act('refund', { id, amount: '15.00' })).toHaveProperty('refund');
    const { refunds } = await client.charges.retrieve(reference);
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([15, 5, 5]);
    const refunded = await orderIs(id, ({ status }) => status === 'refunded');
    expect(refunded).toMatchObject({ refunds: 3, refunded: '25.00' });
    expect(await act('refund', { id, amount: '1.00' })).toHaveProperty('error');
  });

  test('a refund whose answer is lost is asked for again and made once', async () => {
    const { id, page } = await buyByBlocks();
    const reference = new URL(page).pathname.split('/').pop() as string;
    await client.sandbox.charge(reference, 'approve', 'CARDS');
    await orderIs(id, ({ status }) => status === 'completed' || status === 'processing');
    const cutting = await startCuttingProxy(server.url, '/refunds');
    await act('settings', { ...settings, base_url: cutting.url });
    expect((await act('refund', { id, amount: '4.00' })).error).toContain('did not answer in time');
    expect((await act('refund', { id, amount: '3.00' })).error).toContain('4.00 USD');
    cutting.close();
    await act('settings', settings);
    // By its webhook it stands on the order already, or the second try finds it.
    await act('refund', { id, amount: '4.00' });
    await orderIs(id, (order) => (order as { refunds?: number }).refunds === 1);
    expect((await client.charges.retrieve(reference)).refunds).toHaveLength(1);
    expect(await act('refund', { id, amount: '3.00' })).toHaveProperty('refund');
    expect((await client.charges.retrieve(reference)).refunded).toBe('7.00');
  });

  test.each([
    ['es_CO', 'Medio de pago'],
    ['pt_PT', 'Meio de pagamento'],
    ['de_DE', 'Payment method'],
  ])('in %s it says "%s"', async (locale, text) => {
    expect(await act('text', {}, { SITE_LOCALE: locale })).toBe(text);
  });

  test('a refund that was made elsewhere appears on the order of the classic page', async () => {
    const { id, page } = await buyByForm();
    const reference = new URL(page).pathname.split('/').pop() as string;
    await client.sandbox.charge(reference, 'approve', 'CARDS');
    await orderIs(id, ({ status }) => status === 'completed' || status === 'processing');
    await client.charges.refund(reference, { amount: '2.50', reason: 'On the dashboard' });
    const seen = await orderIs(id, ({ notes }) => notes.some((note) => note.includes('outside WooCommerce')));
    expect(seen).toMatchObject({ refunds: 1, refunded: '2.50' });
  });

  test('a changed order gets another charge, and the old one can no longer be paid', async () => {
    const { id, page } = await buyByBlocks();
    const first = new URL(page).pathname.split('/').pop() as string;
    const again = await act('change', { id, total: '25.00' });
    expect(again.redirect).toBe(page);
    const { redirect } = await act('change', { id, total: '30.00' });
    const second = new URL(redirect).pathname.split('/').pop() as string;
    expect(second).not.toBe(first);
    expect((await client.charges.retrieve(first)).status).toBe('canceled');
    await client.sandbox.charge(second, 'approve', 'CARDS');
    await orderIs(id, ({ status }) => status === 'completed' || status === 'processing');
  });

  test('a charge that expires leaves the order to be paid again; a chargeback holds it', async () => {
    const { id, page } = await buyByBlocks();
    const reference = new URL(page).pathname.split('/').pop() as string;
    await client.sandbox.charge(reference, 'expire');
    await orderIs(id, ({ status }) => status === 'failed');
    const { redirect } = await act('change', { id, total: '25.00' });
    const other = new URL(redirect).pathname.split('/').pop() as string;
    await client.sandbox.charge(other, 'chargeback', 'CARDS');
    const held = await orderIs(id, ({ notes }) => notes.some((note) => note.startsWith('Chargeback')));
    expect(held, JSON.stringify(held.notes)).toMatchObject({ status: 'on-hold' });
  });

  test('a forged, an old and a foreign webhook change nothing', async () => {
    const send = async (headers: Record<string, string>, body: string) =>
      await fetch(`${url}/wc-api/pasarela/`, { method: 'POST', headers, body });
    const body = JSON.stringify({ transactionId: 'x', metadata: { woocommerce_order: '1' } });
    expect((await send({}, body)).status).toBe(400);
    const forged = {
      'webhook-id': 'e',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    };
    expect((await send(forged, body)).status).toBe(400);
    const { signWebhook } = await import('../../sdk/typescript/src/index.ts');
    const secret = server.merchant.webhookSecret;
    const old = await signWebhook(body, secret, { now: new Date(Date.now() - 3_600_000) });
    expect((await send(old, body)).status).toBe(400);
    const foreign = await send(await signWebhook(body, secret), body);
    expect([foreign.status, await foreign.text()]).toEqual([200, 'Not of this shop.']);
    expect((await call({ url }, 'GET', '/wc-api/pasarela/')).httpStatus).toBe(400);
  });
});

/** Hands every request on, and breaks the connection instead of answering those of one path. */
async function startCuttingProxy(target: string, path: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, 'content-length': __, connection: ___, expect: ____, ...headers } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method as string,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    if (request.url?.includes(path)) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  proxy.listen(0, '127.0.0.1');
  await new Promise((listening) => proxy.once('listening', listening));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.close().closeAllConnections(),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => probe.once('listening', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
