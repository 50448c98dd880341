import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** One word, one thing: names of files and exports use no word that docs/develop/glossary.md retires. */

const root = fileURLToPath(new URL('../', import.meta.url));
const sources = ['src', 'web', 'test', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

const table = readFileSync(`${root}docs/develop/glossary.md`, 'utf8').split('## Retired words')[1] ?? '';
/** The first column without its explanation: `link, links (customers pay)` is `link` and `links`. */
const listed = [...table.matchAll(/^\| ([a-z][a-z ,]*?)(?: \([^|]*\))? \|/gm)]
  .flatMap(([, words = '']) => words.split(', '))
  .filter((word) => word !== 'retired');

/** Forms of the listed words, and the names in which they are the field's own term. */
const forms: Readonly<Record<string, { form: RegExp; allowed?: RegExp }>> = {
  line: { form: /^lines?$/, allowed: /command line|text lines?|contact lines|witness lines|home line/ },
  link: { form: /^links?$/, allowed: /payment links?|one time links?|claim link/ },
  links: { form: /^links$/, allowed: /payment links|one time links/ },
  'look for': { form: /^lookfor$/ },
  mend: { form: /^mend(?:s|ed|ing)?$/ },
  // An RPC node of a blockchain is a node, one of Citus is a worker.
  node: { form: /^nodes?$/, allowed: /^(?!.*citus)/ },
  outbid: { form: /^outbid(?:s|ding)?$/ },
  ring: { form: /^r[iau]ng(?:s|ing)?$/ },
  settle: { form: /^settle[ds]?$/ },
  shop: { form: /^shop(?:s|per|ping)?$/ },
  story: { form: /^stor(?:y|ies)$/ },
  tell: { form: /^(?:tells?|telling|told)$/ },
  try: { form: /^(?:try|tried)$/ },
  tries: { form: /^tries$/ },
};

const wordsOf = (name: string): string[] =>
  [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase());

const exported =
  /^export (?:async |declare |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

test('the list of retired words is the one that names are held to', () => {
  expect([...new Set(listed)].sort()).toEqual(Object.keys(forms).sort());
});

test('no file and no export has a retired word in its name', () => {
  const names = sources.flatMap((path) => [
    { path, name: basename(path).replace(/\.(?:test\.)?tsx?$/, '') },
    ...[...readFileSync(`${root}${path}`, 'utf8').matchAll(exported)].map(([, name = '']) => ({
      path,
      name,
    })),
  ]);
  expect(names.length).toBeGreaterThan(3_000);
  const refused = names.filter(({ name }) => {
    const words = wordsOf(name);
    return Object.values(forms).some(
      ({ form, allowed }) => words.some((word) => form.test(word)) && !allowed?.test(words.join(' ')),
    );
  });
  expect(refused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
