import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { expectFits, signInAs } from '../kit/pages/dashboard.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** The dashboard as an installed application: its service worker, and notifications on the device. */

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

test('has a manifest with icons that a browser can install', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard/sign-in`);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await fetch(`${server.url}${href}`)).json();
  expect(manifest).toMatchObject({ start_url: '/dashboard', scope: '/dashboard', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const icon = Buffer.from(await (await fetch(`${server.url}${src}`)).arrayBuffer());
    // A PNG names its width and height after its head.
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('says so without a connection, in the language of the browser, and stores nothing', async () => {
  const page = await people.arrive({ locale: 'es-CO' });
  await page.goto(`${server.url}/dashboard/sign-in`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.locator('input').first().waitFor();
  await page.context().setOffline(true);
  await page.goto(`${server.url}/dashboard/payments`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Sin conexión' }).waitFor();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.context().setOffline(false);
  await page.reload();
  await page.locator('input').first().waitFor();
});

test('shows a push that arrives, and another page than ours is never opened', async () => {
  const page = await people.arrive();
  await page.goto(`${server.url}/dashboard/sign-in`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker runs');
  const message = { title: 'Payment of $10.50', body: 'Demo Store', path: '/dashboard/payments/x', tag: 't' };
  // This browser shows no notifications: what would be shown is recorded.
  const { shown, opened } = (await worker.evaluate(async (data) => {
    // biome-ignore lint/suspicious/noExplicitAny: the worker's own globals
    const self = globalThis as any;
    const seen: unknown[] = [];
    const urls: string[] = [];
    self.registration.showNotification = async (title: string, options: object) =>
      void seen.push({ title, ...options });
    self.clients.matchAll = async () => [];
    self.clients.openWindow = async (url: string) => void urls.push(new URL(url).pathname);
    self.dispatchEvent(new self.PushEvent('push', { data: JSON.stringify(data) }));
    for (const path of [data.path, 'https://elsewhere.example/dashboard', '/pay/x']) {
      const event = new self.ExtendableEvent('notificationclick');
      Object.defineProperty(event, 'notification', { value: { data: path, close: () => {} } });
      self.dispatchEvent(event);
    }
    await new Promise((done) => setTimeout(done, 0));
    return { shown: seen, opened: urls };
  }, message)) as { shown: unknown[]; opened: string[] };
  const { title, body, tag, path } = message;
  expect(shown).toEqual([{ title, body, tag, data: path, icon: '/dashboard/icons/icon-192.png' }]);
  expect(opened).toEqual([path, '/dashboard', '/dashboard']);
});

test.each([
  ['phone', phone, 'dark', 'es-CO', /^Este (dispositivo|navegador) .*avisos/, 'En mis dispositivos'],
  [
    'desktop',
    desktop,
    'light',
    'pt-BR',
    /^Este (aparelho|navegador) .*(aviso|notifica)/,
    'Nos meus aparelhos',
  ],
] as const)(
  'each kind can be switched for devices on the account page of a %s',
  async (name, viewport, colorScheme, locale, state, label) => {
    const page = await people.arrive({ viewport, colorScheme, locale });
    await signInAs(page, server, { merchantId: server.merchant.merchantId, role: 'owner' });
    await page.goto(`${server.url}/dashboard/account`);
    await page.getByText(state).waitFor();
    const sales = page.getByRole('switch', { name: new RegExp(label) }).first();
    expect(await sales.isChecked()).toBe(true);
    await sales.click({ force: true });
    await expect.poll(() => sales.isChecked()).toBe(false);
    await expectFits(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/push-${name}.png`, fullPage: true });
  },
);
