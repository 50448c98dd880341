import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import {
  anchorsOf,
  documents,
  filesOf,
  isThere,
  pagesInOrder,
  referencesOf,
  shellBlocksOf,
  textOf,
} from '../kit/documents.ts';
import { wings } from '../kit/source.ts';

const pages = documents.filter((path) => path.startsWith('docs/'));
const decisions = pages.filter((path) => /\/decisions\/\d/.test(path));

test('every link in every document leads to a file, and to a heading in it', () => {
  const broken = documents.flatMap((document) =>
    referencesOf(document)
      .filter(({ path, anchor }) => !isThere(path) || (anchor && !anchorsOf(path).has(anchor)))
      .map(({ target }) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
  expect(documents.length).toBeGreaterThan(100);
});

/**
 * A decision may be named by its number alone. Migrations are not read: their text never changes once applied, and
 * docs/develop/decisions/README.md lists the new locations of the paths that they name.
 */
test('every page that the code, the operator’s files and the documents name is there', () => {
  const sources = filesOf(
    '{src,test,bench,scripts,web,ops,contracts,bin}/**/*.*',
    '{Dockerfile,package.json,*.config.ts,.ci/*}',
  );
  const former = 'docs/develop/decisions/README.md';
  const decision = /^docs\/develop\/decisions\/(\d{4})$/;
  const missing = [...sources, ...documents.filter((path) => path !== former)].flatMap((file) =>
    [...textOf(file).matchAll(/(?<![\w/.-])docs\/[\w./-]*\w(?:#[\w-]+)?/g)]
      .map(([name]) => name)
      .filter((name) => {
        const [path = '', anchor] = name.split('#');
        const number = decision.exec(path)?.[1];
        if (number) return !decisions.some((each) => basename(each).startsWith(`${number}-`));
        return !isThere(path) || (anchor !== undefined && !anchorsOf(path).has(anchor));
      })
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** A document names a file by its whole path, or by the end of it, such as `charges/charge.ts`. */
test('every file of the program that a document names is there', () => {
  const sources = filesOf('{src,test,web,scripts,bench,examples,plugins}/**/*.{ts,tsx}', '*.ts').map(
    (path) => `/${path}`,
  );
  const missing = documents.flatMap((document) =>
    [
      ...textOf(document).matchAll(
        /`([\w./@-]+\.tsx?|(?:src|test|web|scripts|ops|bench|migrations)\/[\w./@-]+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !isThere(path) && !sources.some((source) => source.endsWith(`/${path}`)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('every folder of the documents has an index that names all its pages', () => {
  const unlisted = pages.filter((page) => {
    const isIndex = basename(page) === 'README.md';
    const folder = isIndex ? dirname(dirname(page)) : dirname(page);
    const index = folder === 'docs' ? 'README.md' : join(folder, 'README.md');
    return !referencesOf(index).some(({ path }) => path === page);
  });
  expect(unlisted).toEqual([]);
});

test('the README is at most 120 lines long', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test('every shell block stands on a page that the test of the README runs', () => {
  // Translated guides have the blocks of the English ones (test/clients/guides.test.ts).
  const others = documents.filter(
    (path) => !pagesInOrder().includes(path) && !/^docs\/integrate\/\w\w\//.test(path),
  );
  expect(others.filter((path) => shellBlocksOf(path).length > 0)).toEqual([]);
});

test('every variable that the program reads is on the page about configuration', () => {
  const read = new Set<string>();
  const record = (environment: Record<string, string>) =>
    new Proxy(environment, {
      get(given, name: string) {
        read.add(name);
        return given[name];
      },
    });
  const processors = { CARD_PROCESSORS: 'stripe,mercadopago,dlocal' };
  for (const environment of [{}, processors, { MODE: 'live', SIGNER: 'remote' }, { SIGNER: 'key-file' }]) {
    try {
      readConfig(record(environment));
    } catch {
      // A required setting is missing, which does not matter here.
    }
  }
  const told = textOf('docs/operate/configuration.md');
  const networks = /^(?!ERC20|TRC20)[A-Z0-9_]+_(RPC_URLS|QUORUM|START_BLOCK|MAX_FEE_GWEI)$/;
  expect(read.size).toBeGreaterThan(80);
  expect([...read].filter((name) => !networks.test(name) && !told.includes(`\`${name}\``))).toEqual([]);
});

test('every decision has a title, a date and a status, and the index is made from them', async () => {
  const rows = decisions.map((path) => {
    const [title = '', , line = ''] = textOf(path).split('\n');
    const [, number, name] = /^# (\d+)\. (.+)$/.exec(title) ?? [];
    expect([path, Number(number)]).toEqual([path, Number(basename(path).slice(0, 4))]);
    const [, date, status] = /^Date: (\d{4}-\d\d-\d\d)\. Status: (.+)\.$/.exec(line) ?? [];
    expect([path, date, status]).toEqual([path, expect.any(String), expect.any(String)]);
    return `| [${basename(path).slice(0, 4)}](${basename(path)}) | ${name} | ${date} | ${status} |`;
  });
  const index = 'docs/develop/decisions/README.md';
  const [before = '', rest = ''] = textOf(index).split('<!-- decisions: begin -->\n');
  const after = rest.slice(rest.indexOf('<!-- decisions: end -->'));
  const table = ['| number | title | date | status |', '|---|---|---|---|', ...rows, ''].join('\n');
  await expect(`${before}<!-- decisions: begin -->\n${table}${after}`).toMatchFileSnapshot(`../../${index}`);
});

test('the page about the architecture shows the wings and their rooms in their order', () => {
  const page = textOf('docs/develop/architecture.md');
  const tree = /```\nsrc\/\n(.*?)```/s.exec(page)?.[1] ?? '';
  for (const [wing, rooms] of Object.entries(wings)) {
    expect(tree).toMatch(
      new RegExp(`^  ${wing}/? .*${rooms.length > 0 ? `\\n +${rooms.join(' ')}$` : ''}`, 'm'),
    );
  }
  const rows = [...page.matchAll(/^\| `([\w/-]+)` \| /gm)].map(([, room]) => room);
  const named = Object.entries(wings).flatMap(([wing, rooms]) =>
    rooms.length === 0 ? [wing] : rooms.map((room) => `${wing}/${room}`),
  );
  expect(rows).toEqual(named.filter((name) => name !== 'main.ts'));
});
