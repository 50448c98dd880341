import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isAmbiguousAmount, readTypedAmount } from './typed-amount.ts';
import { formatMoney } from './written.ts';

test.each([
  ['10', 'es-CO', '10'],
  ['10,50', 'es-CO', '10.50'],
  ['10.50', 'es-CO', '10.50'],
  ['1.500', 'es-CO', '1500'],
  ['1,500', 'en-US', '1500'],
  ['1.234.567,8', 'pt-BR', '1234567.8'],
  ['1,234,567.8', 'pt-BR', '1234567.8'],
  ['1.234,56', 'es-MX', '1234.56'],
  [' $ 1 234,50 ', 'es-CO', '1234.50'],
  ['1 234,50', 'fr', '1234.50'],
])('%j typed in %s is %s', (typed, locale, amount) => {
  expect(readTypedAmount(typed, locale, 2)).toBe(amount);
});

test.each([
  ['50.000', 'en', 2, null],
  ['50.000', 'es', 2, '50000'],
  ['50.000', 'es', 0, '50000'],
  ['50,000', 'es', 2, null],
  ['50,000', 'en', 2, '50000'],
  ['10.125', 'es', 3, null],
  ['10,125', 'es', 3, '10.125'],
  ['10.125', 'en', 3, '10.125'],
  ['10,125', 'en', 3, null],
  ['0.125', 'es', 3, '0.125'],
  ['1.050.000', 'en', 2, '1050000'],
] as const)(
  '%j in %s, of a currency with %s decimals, is %s: never guessed',
  (typed, locale, decimals, amount) => {
    expect(readTypedAmount(typed, locale, decimals)).toBe(amount);
    expect(isAmbiguousAmount(typed, locale, decimals)).toBe(amount === null);
  },
);

test.each(['', 'x', '-5', '1e3', '1.2.3', '1,2,3', '5.', ',5', '=cmd()', '\u202e10', '1'.repeat(31)])(
  '%j is no amount',
  (typed) => {
    expect(readTypedAmount(typed, 'es-CO', 2)).toBeNull();
  },
);

test('what a language writes it also reads', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 11n }),
      fc.constantFrom('es-CO', 'es-MX', 'es-AR', 'pt-BR', 'en-US', 'es', 'pt', 'en', 'fr'),
      (amountMinor, locale) => {
        const written = formatMoney({ amountMinor, currency: 'USD' }, locale).replace(/[A-Z]/g, '');
        const read = readTypedAmount(written, locale, 2);
        expect(BigInt((read ?? '').replace('.', ''))).toBe(amountMinor);
      },
    ),
  );
});
