import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { Marked, type Token, type Tokens } from 'marked';

/** Markdown of a guide as HTML, with its code highlighted. */

const highlighters = { sh: bash, ts: typescript, js: typescript, json, python, php, go };
for (const [name, language] of Object.entries(highlighters)) hljs.registerLanguage(name, language);

const names: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};

interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface Rendered {
  html: string;
  headings: Heading[];
  /** The plain text of each section; the first one, before any heading of its own, has the page's id ''. */
  sections: { id: string; heading: string; text: string }[];
}

export interface RenderTexts {
  toHeading: string;
  table: string;
  samples: string;
}

/** `addressOf` says where a link leads; null: nowhere that is served, so only its text stays. */
export function renderMarkdown(
  markdown: string,
  texts: RenderTexts,
  addressOf: (target: string) => string | null,
): Rendered {
  const headings: Heading[] = [];
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = freeId(headingId(text), headings);
        headings.push({ level: depth, id, text });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const label = escapeHtml(`${texts.toHeading}: ${text}`);
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      code({ text, lang }) {
        return codeBlock(text, lang);
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        // A table without a head of its own needs none for screen readers either.
        const hasHead = token.header.some(({ text }) => text.trim() !== '');
        const head = hasHead ? `<thead>${row(token.header, 'th')}</thead>` : '';
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" role="region" tabindex="0" aria-label="${texts.table} ${++tables}"><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(protect(markdown));
  const html = groupCode(tokens)
    .map((group) =>
      group.length === 1
        ? marked.parser(group)
        : `<div class="samples" role="group" aria-label="${texts.samples}">\n${marked.parser(group)}</div>\n`,
    )
    .join('');
  return {
    html: unprotect(html),
    headings: headings.map((heading) => ({ ...heading, text: unprotect(heading.text) })),
    sections: sectionsOf(tokens),
  };
}

/** The id that GitHub gives a heading. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function freeId(id: string, taken: readonly Heading[]): string {
  const isTaken = (tested: string) => taken.some((heading) => heading.id === tested);
  if (!isTaken(id)) return id;
  let count = 1;
  while (isTaken(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

function codeBlock(text: string, lang: string | undefined): string {
  const isKnown = lang !== undefined && lang in highlighters;
  const code = isKnown ? hljs.highlight(text, { language: lang }).value : escapeHtml(text);
  const name = names[lang ?? ''] ?? '';
  const label = name === '' ? '' : ` data-name="${name}"`;
  return `<div class="code"${label}><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}

/** Blocks of code in different languages that follow each other directly say the same thing, and stand together. */
function groupCode(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const last = groups.at(-1);
    const language = sampleLanguage(token);
    const before = last?.map(sampleLanguage) ?? [null];
    if (language !== null && !before.includes(null) && !before.includes(language)) last?.push(token);
    else groups.push([token]);
  }
  return groups;
}

function sampleLanguage(token: Token): string | null {
  return token.type === 'code' && token.lang in names ? token.lang : null;
}

function sectionsOf(tokens: readonly Token[]): Rendered['sections'] {
  const sections: Rendered['sections'] = [{ id: '', heading: '', text: '' }];
  const headings: Heading[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 1) continue;
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? []);
      const id = freeId(headingId(heading), headings);
      headings.push({ level: token.depth, id, text: heading });
      sections.push({ id, heading: unprotect(heading), text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${unprotect(plainText([token]))}`.trim();
  }
  return sections;
}

export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      if (token.type === 'space' || token.type === 'html') return ' ';
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Placeholders, as characters that nobody writes: highlighting and links leave those as they are. */
const protect = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, '\uE000$1\uE001');
const unprotect = (text: string): string => text.replaceAll(/\uE000(\w+)\uE001/g, '{{$1}}');

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
