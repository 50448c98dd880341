import { expect, test } from 'vitest';
import { localeOf, regions } from '../../base/money/region.ts';
import { formatMoney } from '../../base/money/written.ts';
import { chooseLanguage } from './locale.ts';
import { amountWithCode } from './views/summary.ts';

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['de-DE,de;q=0.9', 'es'],
  ['fr-CA,fr;q=0.9,en;q=0.5', 'fr'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['de,en;q=0.5,pt;q=0.7', 'pt'],
  ['en-US', 'en'],
  ['en;q=0,pt;q=0.1', 'pt'],
  ['EN', 'en'],
  [';;q=,,*', 'es'],
])('a browser that asks for %s gets %s', (header, language) => {
  expect(chooseLanguage(null, header)).toBe(language);
});

test('the language chosen for the charge goes before the browser’s', () => {
  expect(chooseLanguage('en', 'pt-BR')).toBe('en');
});

test('amounts are written as in the country', () => {
  const spaced = (text: string) => text.replace(/\u00a0/g, ' ');
  const amount = { amountMinor: 123450n, currency: 'BRL' };
  expect(spaced(formatMoney(amount, localeOf('pt', regions.BRA)))).toBe('R$ 1.234,50');
  expect(spaced(formatMoney({ ...amount, currency: 'USD' }, localeOf('en', regions.USA)))).toBe('$1,234.50');
  expect(localeOf('es', regions.JPN)).toBe('es');
});

test.each([
  ['es-CO', 'COP', /^\$\s35\sCOP$/],
  ['es-CO', 'USD', /^US\$\s35,00$/],
  ['fr', 'USD', /^35,00\s\$US$/],
  ['fr-CA', 'USD', /^35,00\s\$\sUS$/],
])('in %s an amount in %s says which dollar or peso it is, once', (locale, currency, text) => {
  expect(amountWithCode({ amountMinor: 3500n, currency }, locale)).toMatch(text);
});
