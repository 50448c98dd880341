import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lexer, type Token, type Tokens } from 'marked';
import type { ErrorCode } from '../src/base/ground/errors.ts';
import { statusOf } from '../src/base/http/status.ts';
import { guideErrors } from '../src/base/texts/guide-errors.ts';
import { type GuideLanguage, guideLanguages, guideTexts } from '../src/base/texts/guides.ts';
import {
  addressOf,
  type Book,
  type Guide,
  type Guides,
  type SearchEntry,
} from '../src/surfaces/guides/guide.ts';
import { errorAdvice } from '../src/surfaces/openapi/error-advice.ts';
import { plainText, renderMarkdown } from './guide-markdown.ts';

/**
 * Makes the guides at /docs of the Markdown in docs/integrate: the index of each language says which pages there are
 * and in what order. One file for the server, and one for the search of each language.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const folderOf = (language: GuideLanguage): string =>
  language === 'en' ? 'docs/integrate' : `docs/integrate/${language}`;

interface Place {
  language: GuideLanguage;
  slug: string;
}

/** Where a file of the checkout is served; null: it is not. */
function placeOf(path: string): Place | null {
  if (path === 'CHANGELOG.md') return { language: 'en', slug: 'changelog' };
  if (path === 'examples/shop/README.md') return { language: 'en', slug: 'example' };
  const client = /^(?:sdk|plugins)\/(\w+)\/README\.md$/.exec(path)?.[1];
  if (client) return { language: 'en', slug: client };
  const [, folder = 'en', name = ''] = /^docs\/integrate\/(?:(\w\w)\/)?([\w-]+)\.md$/.exec(path) ?? [];
  const language = guideLanguages.find((each) => each === folder);
  return language && name ? { language, slug: name === 'README' ? '' : name } : null;
}

const fileOf = (from: string, target: string): string => join(dirname(from), target);

export async function buildGuides(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const guides: Guides = { version, books: {} as Guides['books'] };
  const entries: Partial<Record<GuideLanguage, SearchEntry[]>> = {};
  for (const language of guideLanguages) {
    const { book, search } = await readBook(language);
    guides.books[language] = book;
    entries[language] = search;
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'guides.json'), JSON.stringify(guides));
  for (const language of guideLanguages) {
    const own = entries[language] ?? [];
    const pages = new Set(guides.books[language].guides.map(({ slug }) => addressOf('en', slug)));
    // What is not translated is found in English.
    const others = (entries.en ?? [])
      .filter(([address]) => !pages.has(address.split('#')[0] ?? ''))
      .map(
        ([address, ...rest]): SearchEntry => [
          address.replace(addressOf('en', ''), addressOf(language, '')),
          ...rest,
        ],
      );
    const all = language === 'en' ? own : [...own, ...others];
    await writeFile(join(folder, `search-${language}.json`), JSON.stringify(all));
  }
}

async function readBook(language: GuideLanguage): Promise<{ book: Book; search: SearchEntry[] }> {
  const index = `${folderOf(language)}/README.md`;
  const menu = menuOf(index, await readFile(join(root, index), 'utf8'));
  const files = [index, ...menu.flatMap(({ files }) => files)].filter(
    (path) => placeOf(path)?.language === language,
  );
  const search: SearchEntry[] = [];
  const guides = await Promise.all(files.map((path) => readGuide(path, search)));
  const sections = menu.map(({ title, links }) => ({
    title,
    entries: links.map(({ text, place }) => ({ ...place, title: text })),
  }));
  return { book: { menu: sections, guides }, search };
}

/** The lists of links under the headings of an index; a section without links is text of the page only. */
function menuOf(index: string, markdown: string) {
  const sections: { title: string; files: string[]; links: { text: string; place: Place }[] }[] = [];
  for (const token of Lexer.lex(markdown)) {
    if (token.type === 'heading' && token.depth === 2) {
      sections.push({ title: plainText(token.tokens ?? []), files: [], links: [] });
    }
    if (token.type !== 'list') continue;
    for (const item of (token as Tokens.List).items) {
      const link = linkIn(item.tokens);
      const path = link && fileOf(index, link.href);
      const place = path ? placeOf(path) : null;
      if (!path || !place || place.slug === '') continue;
      sections.at(-1)?.files.push(path);
      sections.at(-1)?.links.push({ text: link.text, place });
    }
  }
  return sections.filter(({ links }) => links.length > 0);
}

function linkIn(tokens: readonly Token[]): Tokens.Link | null {
  for (const token of tokens) {
    if (token.type === 'link') return token as Tokens.Link;
    const inner = 'tokens' in token && token.tokens ? linkIn(token.tokens) : null;
    if (inner) return inner;
  }
  return null;
}

async function readGuide(path: string, search: SearchEntry[]): Promise<Guide> {
  const { language, slug } = placeOf(path) as Place;
  const markdown = (await readFile(join(root, path), 'utf8')).replace(errorsMark, errorTable(language));
  const address = addressOf(language, slug);
  const resolve = (target: string): string | null => {
    if (/^(https?:|mailto:|#)/.test(target)) return target;
    const [file = '', anchor] = target.split('#');
    const place = placeOf(fileOf(path, file));
    // A page that is not translated is shown in English, at an address of the reader's language.
    if (!place) return null;
    const shown = place.language === 'en' ? language : place.language;
    return addressOf(shown, place.slug) + (anchor ? `#${anchor}` : '');
  };
  const { html, headings, sections } = renderMarkdown(markdown, guideTexts[language], resolve);
  const title = headings.find(({ level }) => level === 1)?.text ?? slug;
  for (const { id, heading, text } of sections) {
    search.push([id ? `${address}#${id}` : address, title, heading, text.replaceAll(/\s+/g, ' ')]);
  }
  return {
    slug,
    title,
    about: (sections[0]?.text ?? '').replaceAll(/\s+/g, ' ').slice(0, 200),
    html,
    markdown: rebase(markdown, resolve),
    headings: headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
  };
}

/** The Markdown with the addresses at which its links are served; links that are not served stay as text. */
function rebase(markdown: string, resolve: (target: string) => string | null): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_whole, text: string, target: string) => {
    const address = resolve(target);
    if (address === null) return text;
    if (!address.startsWith('/')) return `[${text}](${address})`;
    const [page = '', anchor] = address.split('#');
    return `[${text}]({{origin}}${page}.md${anchor ? `#${anchor}` : ''})`;
  });
}

/** Where the page about errors lists them all. */
const errorsMark = '<!-- every error -->';

function errorTable(language: GuideLanguage): string {
  const advice = (code: ErrorCode): string => {
    const text = language === 'en' ? errorAdvice[code] : guideErrors[language][code];
    if (text === undefined) throw new Error(`The guide in "${language}" says nothing of the error ${code}.`);
    return text.replaceAll('|', '\\|');
  };
  const rows = (Object.keys(errorAdvice) as ErrorCode[])
    .filter((code) => !/^(Of|On) the dashboard/.test(errorAdvice[code]))
    .sort((a, b) => statusOf[a] - statusOf[b])
    .map((code) => `| \`${code}\` | ${statusOf[code]} | ${advice(code)} |`);
  return [guideTexts[language].errorsHead, '|---|---|---|', ...rows].join('\n');
}
