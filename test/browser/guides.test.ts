import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Guides } from '../../src/surfaces/guides/guide.ts';
import { type Customers, desktop, expectAccessible, openBrowser, phone } from '../kit/pages/customer.ts';
import { cleanUp, type RunningServer, startServer } from '../kit/processes/child.ts';

/** The guides at /docs, as a sandbox serves them. */

let server: RunningServer;
let readers: Customers;

beforeAll(async () => {
  [server, readers] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await readers.leave();
  await cleanUp();
  expect(readers.faults).toEqual([]);
});

const { books }: Guides = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/guides/guides.json'), 'utf8'),
);
/** The address of every guide in each language it is written in, without the server's. */
const addresses = Object.entries(books).flatMap(([language, { guides }]) =>
  guides.map(({ slug }) => (slug === '' ? `/docs/${language}` : `/docs/${language}/${slug}`)),
);

/** The guide at an address, in English if it is not translated. */
const pageOf = (language: string, slug: string) =>
  [books[language as keyof typeof books], books.en]
    .flatMap(({ guides }) => guides)
    .find((guide) => guide.slug === slug);

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { headers, redirect: 'manual' });
const read = async (path: string): Promise<string> => await (await ask(path)).text();

async function expectFits(page: Page): Promise<void> {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect([page.url(), wide]).toEqual([page.url(), screen]);
}

describe('each guide', () => {
  test('is a page and Markdown, with the addresses of this installation and nothing secret', async () => {
    expect(addresses.length).toBeGreaterThan(12);
    const { merchant } = server;
    for (const address of addresses) {
      const [page, markdown] = await Promise.all([ask(address), ask(`${address}.md`)]);
      expect([address, page.status, markdown.status]).toEqual([address, 200, 200]);
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self';/,
      );
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      for (const text of [await page.text(), await markdown.text()]) {
        expect(text).not.toMatch(/\{\{\w+\}\}/);
        for (const secret of [merchant.apiKey, merchant.webhookSecret]) expect(text).not.toContain(secret);
      }
    }
    expect(await read('/docs/en')).toContain(`href="${server.url}/docs/en"`);
  });

  test('is in the language that the browser asks for, or that the address names', async () => {
    const titleFor = async (language: string) =>
      /<html lang="(\w+)"/.exec(await read(`/docs/${language}`))?.[1];
    expect(await Promise.all(['', 'en', 'es', 'pt'].map(titleFor))).toEqual(['en', 'en', 'es', 'pt']);
    const asked = await ask('/docs', { 'accept-language': 'fr, es-CO;q=0.8' });
    expect([asked.status, asked.headers.get('vary')]).toEqual([200, 'accept-language, accept-encoding']);
    const spanish = await ask('/docs/webhooks', { 'accept-language': 'es-CO,es;q=0.9' });
    expect([spanish.status, spanish.headers.get('location')]).toEqual([302, '/docs/es/webhooks']);
    // Programs that read Markdown send what they send.
    const markdown = await ask('/docs/webhooks.md', { 'accept-language': 'es' });
    expect([markdown.status, (await markdown.text()).slice(0, 10)]).toEqual([200, '# Webhooks']);
  });

  test('that is not translated says so, and is shown in English, with the menu of the language', async () => {
    const page = await read('/docs/es/changelog');
    expect(page).toContain('<html lang="es">');
    expect(page).toMatch(/Esta página todavía no está en español[^<]*<\/p>\n<article lang="en">/);
    expect(page).toContain(`rel="canonical" href="${server.url}/docs/en/changelog"`);
    const markdown = await ask('/docs/es/changelog.md');
    expect([markdown.status, markdown.headers.get('location')]).toEqual([302, '/docs/en/changelog.md']);
    expect(await read('/docs/en/changelog')).not.toContain('untranslated');
  });

  test('is listed for programs that read, and given to them whole', async () => {
    const [list, whole] = await Promise.all([ask('/llms.txt'), ask('/llms-full.txt')]);
    expect([list.status, whole.status]).toEqual([200, 200]);
    expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [listed, text] = [await list.text(), await whole.text()];
    expect(listed).toMatch(/^# Pasarela\n\n> .+\n\n## Start\n\n- \[Quick start\]/);
    const linked = [...listed.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => address);
    const pages = books.en.guides.filter(({ slug }) => slug !== '');
    expect(linked).toHaveLength(pages.length + 1);
    for (const address of linked) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    for (const { title } of pages) expect(text).toContain(`# ${title}\n`);
    for (const each of [listed, text]) expect(each).not.toMatch(/\{\{\w+\}\}/);
  });

  test('leads nowhere else than to a guide and a heading that are there', () => {
    const broken = Object.values(books).flatMap(({ guides, menu }) => {
      expect(menu.filter(({ entries }) => entries.length === 0)).toEqual([]);
      return guides.flatMap(({ title, html }) =>
        [...html.matchAll(/href="(?:\/docs\/(\w\w)(?:\/([\w-]+))?)?(?:#([^"]+))?"/g)]
          .filter(([, language = '', slug = '', id]) => {
            const aimed = language === '' ? html : pageOf(language, slug)?.html;
            return aimed === undefined || (id !== undefined && !aimed.includes(` id="${id}"`));
          })
          .map(([link]) => `${title}: ${link}`),
      );
    });
    expect(broken).toEqual([]);
  });

  test('is refused where there is none', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/es/nothing',
      '/docs/fr',
      '/docs/en/',
      '/docs/guides.json',
      '/docs/..%2fguides.json',
    ]) {
      const { status } = await ask(path);
      expect([path, status]).toEqual([path, path === '/docs/en/' ? 200 : 404]);
    }
  });

  test('is sent once: a browser that has it is told so', async () => {
    const etag = (await ask('/docs/en/webhooks')).headers.get('etag') ?? '';
    expect((await ask('/docs/en/webhooks', { 'if-none-match': etag })).status).toBe(304);
  });
});

test('where the reference was leads to where it is', async () => {
  for (const path of ['/docs/openapi.json', '/docs/openapi.yaml', '/docs/api/openapi.json']) {
    const { status, headers } = await ask(path);
    expect([path, status, headers.get('location')]).toEqual([path, 301, path.replace(/\/docs(\/api)?/, '')]);
  }
});

test('the reference’s script is at most a megabyte on its way', () => {
  const { size } = statSync(join(import.meta.dirname, '../../dist/docs/scalar.js.br'));
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThanOrEqual(1_000_000);
});

describe('on a page', () => {
  test('everything fits and is accessible, on a phone in the light and on a desktop in the dark', async () => {
    const page = await readers.arrive({ viewport: phone, colorScheme: 'light' });
    const translated = new Set<string>();
    for (const address of addresses) {
      const [, language = ''] = /^\/docs\/(\w+)/.exec(address) ?? [];
      await page.goto(server.url + address);
      await expectFits(page);
      // A translation has the parts of the English page: one of each language is enough.
      if (language !== 'en' && translated.has(language)) continue;
      translated.add(language);
      await expectAccessible(page);
      await page.setViewportSize(desktop);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectFits(page);
      await expectAccessible(page);
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });

  test('the menu, the languages and the next page work without script', async () => {
    const page = await readers.arrive({ viewport: phone, javaScriptEnabled: false });
    await page.goto(`${server.url}/docs`);
    const menu = page.getByRole('navigation', { name: 'Guides', exact: true });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.locator('[rel=next]').click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { level: 1, name: 'Claves de API' }).waitFor();
    await page.getByRole('link', { name: 'Pasarela Guías' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guías' }).waitFor();
    expect([...readers.hosts]).toEqual([new URL(server.url).host]);
  });

  test('a search begins with a slash, asks nobody else, and leads to the section', async () => {
    const page = await readers.arrive({ viewport: phone });
    await page.goto(`${server.url}/docs/en/charges`);
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('signature bytes');
    const first = page.getByRole('dialog').getByRole('link').first();
    await first.getByText('Webhooks: Verifying and answering').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/en/webhooks#verifying-and-answering');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText('Nothing found.').waitFor();
    expect([...readers.hosts]).toEqual([new URL(server.url).host]);
  });

  test('code is copied as it stands there', async () => {
    const page = await readers.arrive({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.url}/docs/en/webhooks`);
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await block.locator('code').textContent());
  });
});
