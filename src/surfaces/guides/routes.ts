import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PasarelaError } from '../../base/ground/errors.ts';
import { etagOf, type KeptFile, sendKept } from '../../base/http/kept-file.ts';
import type { App } from '../../base/http/server.ts';
import { type GuideLanguage, guideLanguages } from '../../base/texts/guides.ts';
import { browserLanguage } from '../checkout/locale.ts';
import { addressOf, type Guides, guidesPath } from './guide.ts';
import { joinGuides, listGuides } from './llms.ts';
import { renderGuide } from './page.ts';

/** What a guide says of this installation. Nothing in it is secret. */
export interface GuideFacts {
  origin: string;
  /** Where orders and payouts are made. */
  cryptoOrigin: string;
  merchantId: string;
  /** The file with a sandbox's credentials. */
  sandboxFile: string;
}

export interface GuideRoutesDeps {
  facts(): GuideFacts;
  /** Throws if one address asks too often. */
  takeRequest(request: FastifyRequest): Promise<void>;
}

const html = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/** The guides, each as a page and as Markdown, with the addresses and ids of this installation filled in. */
export function guideRoutes(app: App, { facts, takeRequest }: GuideRoutesDeps): void {
  const options = { config: { face: 'api' as const }, schema: { hide: true }, onRequest: takeRequest };
  let reading: Promise<Guides> | null = null;
  const guides = (): Promise<Guides> => {
    reading ??= readGuides().catch((error) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  /** By address: only those of guides that there are, so it is bounded. */
  const kept = new Map<string, Promise<KeptFile>>();
  const keep = (address: string, make: () => Promise<KeptFile>): Promise<KeptFile> => {
    const present = kept.get(address);
    if (present) return present;
    const making = make().catch((error) => {
      kept.delete(address);
      throw error;
    });
    kept.set(address, making);
    return making;
  };

  async function sendGuide(
    request: FastifyRequest,
    reply: FastifyReply,
    { language, slug, format }: Asked,
  ): Promise<FastifyReply> {
    const all = await guides();
    const own = all.books[language].guides.find((each) => each.slug === slug);
    const guide = own ?? all.books.en.guides.find((each) => each.slug === slug);
    if (!guide) throw new PasarelaError('not_found', 'There is no such page.');
    if (!own && format === 'md') return reply.redirect(`${addressOf('en', slug)}.md`, 302);
    const file = await keep(`${language}/${slug}.${format}`, () =>
      format === 'md'
        ? compress(markdown, fill(guide.markdown, facts(), asItIs))
        : compress(html, fill(renderGuide(all, language, guide), facts(), escapeHtml)),
    );
    return sendKept(request, withPolicy(reply), file);
  }

  app.get(guidesPath, options, async (request, reply) => await send(request, reply, ''));
  app.get(`${guidesPath}/*`, options, async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const asset = assets.get(path);
    if (asset) return sendKept(request, reply, await keep(path, () => readAsset(path, asset)));
    return await send(request, reply, path.replace(/\/$/, ''));
  });

  for (const [path, write] of [
    ['/llms.txt', listGuides],
    ['/llms-full.txt', joinGuides],
  ] as const) {
    app.get(path, options, async (request, reply) => {
      const file = await keep(path, async () =>
        compress(plain, fill(write(await guides()), facts(), asItIs)),
      );
      return sendKept(request, reply, file);
    });
  }

  async function send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const asked = readPath(path);
    if (!asked) throw new PasarelaError('not_found', 'There is no such page.');
    if (asked.language !== null)
      return await sendGuide(request, reply, { ...asked, language: asked.language });
    const wanted = asked.format === 'md' ? 'en' : languageOf(request);
    reply.header('vary', 'accept-language');
    if (wanted !== 'en') return reply.redirect(addressOf(wanted, asked.slug), 302);
    return await sendGuide(request, reply, { ...asked, language: 'en' });
  }
}

interface Asked {
  language: GuideLanguage;
  slug: string;
  format: 'html' | 'md';
}

/** `es/cards`, `cards`, `es`, each with or without `.md`; null: no guide has such an address. */
function readPath(path: string): (Omit<Asked, 'language'> & { language: GuideLanguage | null }) | null {
  const match = /^(?:(en|es|pt)(?=\/|\.|$)\/?)?([a-z][\w-]{0,60})?(\.md)?$/.exec(path);
  if (!match) return null;
  const [, folder, slug = '', md] = match;
  const language = guideLanguages.find((each) => each === folder) ?? null;
  return { language, slug, format: md ? 'md' : 'html' };
}

function languageOf({ headers }: FastifyRequest): GuideLanguage {
  const wanted = browserLanguage(headers['accept-language']);
  return guideLanguages.find((each) => each === wanted) ?? 'en';
}

function fill(text: string, facts: GuideFacts, write: (text: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in facts ? write(facts[name as keyof GuideFacts]) : whole,
  );
}

const asItIs = (text: string): string => text;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Styles and script are files of this server; a guide loads nothing else. */
function withPolicy(reply: FastifyReply): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

const json = 'application/json; charset=utf-8';
/** The files beside the guides, by the end of their address. */
const assets: ReadonlyMap<string, string> = new Map([
  ['guides.css', 'text/css; charset=utf-8'],
  ['guides.js', 'text/javascript; charset=utf-8'],
  ...guideLanguages.map((language) => [`search-${language}.json`, json] as const),
]);

const folder = new URL('../../../dist/guides/', import.meta.url);

async function readAsset(name: string, type: string): Promise<KeptFile> {
  return await compress(type, await readFile(new URL(name, folder), 'utf8'));
}

async function readGuides(): Promise<Guides> {
  const content = await readFile(new URL('guides.json', folder), 'utf8').catch((cause) => {
    throw new Error('The guides are not built: run "npm install" first.', { cause });
  });
  return JSON.parse(content);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compress(type: string, content: string): Promise<KeptFile> {
  const plain = Buffer.from(content);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)]);
  return { type, plain, br, gzip: gz, etag: etagOf(plain) };
}
