import { describe, expect, test } from 'vitest';
import type { Language } from '../src/base/money/language.ts';

/** No English reaches a reader of another language: every catalogue of texts is compared with the English one. */

const catalogues = ['checkout', 'documents', 'mail', 'notifications', 'sandbox']
  .map((name) => `../src/base/texts/${name}`)
  .concat('../web/texts/dashboard', '../web/texts/operator');

/** Words that are the same in both languages, whatever else stands around them. */
const shared: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  es: 'auditor color error logo subtotal total webhooks',
  pt: 'auditor e-mail item link logo menu status subtotal total webhooks',
  fr: 'actions code contact date description document e-mail finance logo machine menu net notifications secret stock total transaction webhooks',
};
/** Words that are only English. */
const english = new Set(
  'the and with this that was were your you from have been which are not when who'.split(' '),
);

type Leaves = Map<string, string>;

/** Each text by its place; what is filled in is `x`. */
async function leavesOf(catalogue: string, language: Language): Promise<Leaves> {
  const module = await import(`${catalogue}/${language}.ts`);
  const leaves: Leaves = new Map();
  collect(module.texts ?? module[language], '', leaves);
  return leaves;
}

function collect(value: unknown, place: string, leaves: Leaves): void {
  if (typeof value === 'string') leaves.set(place, value.replace(/\{\w+\}/g, 'x'));
  else if (typeof value === 'function') collect(value(...Array(value.length).fill('x')), place, leaves);
  else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${place}.${name}`, leaves);
  }
}

/** Not abbreviations such as UTC. */
const words = (text: string): string[] =>
  (text.match(/[\p{L}-]*\p{Ll}{2}[\p{L}-]*/gu) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2);

describe.each(catalogues)('%s', (catalogue) => {
  test.each(Object.keys(shared) as (keyof typeof shared)[])(
    'says nothing in English in %s',
    async (language) => {
      const [own, original] = await Promise.all([leavesOf(catalogue, language), leavesOf(catalogue, 'en')]);
      const known = new Set(shared[language].split(' '));
      const left = [...own].filter(([place, text]) => {
        const said = words(text);
        const isSame = original.get(place) === text && said.some((word) => !known.has(word));
        return isSame || said.some((word) => english.has(word));
      });
      expect(left).toEqual([]);
      expect(own.size).toBeGreaterThan(20);
    },
  );
});
