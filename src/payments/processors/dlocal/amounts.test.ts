import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyCodes, exponentOf } from '../../../base/money/currency.ts';
import { fromDlocalAmount, toDlocalAmount, whyNotAtDlocal } from './amounts.ts';

test.each([
  ['BRL', 12_050n, '120.50'],
  ['BRL', 1n, '0.01'],
  ['BRL', 9_999_999_999n, '99999999.99'],
  ['CLP', 1_200n, '1200'],
  ['PYG', 99_999_999n, '99999999'],
  ['COP', 500_000n, '5000'],
  ['BHD', 1_230n, '1.23'],
  ['BHD', 99_999_999_990n, '99999999.99'],
])('%s %s is written %s', (currency, amountMinor, text) => {
  expect(toDlocalAmount({ amountMinor, currency })).toBe(text);
});

test.each([
  ['nothing', 'BRL', 0n],
  ['less than nothing', 'BRL', -100n],
  ['more digits than dLocal has', 'BRL', 10_000_000_000n],
  ['more digits than dLocal has, without decimals', 'CLP', 100_000_000n],
  ['a third decimal', 'BHD', 1_235n],
  ['a part of a Colombian peso', 'COP', 500_050n],
])('%s cannot be said', (_what, currency, amountMinor) => {
  expect(toDlocalAmount({ amountMinor, currency })).toBeNull();
});

test('whatever can be said is read back exactly, in every currency', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...currencyCodes),
      fc.bigInt({ min: 1n, max: 9_999_999_999n }),
      (currency, hundredths) => {
        const exponent = exponentOf(currency);
        const amountMinor =
          exponent < 2 ? hundredths / 10n ** BigInt(2 - exponent) : hundredths * 10n ** BigInt(exponent - 2);
        const text = amountMinor > 0n ? toDlocalAmount({ amountMinor, currency }) : null;
        fc.pre(text !== null);
        expect(fromDlocalAmount(JSON.parse(text ?? ''), currency)).toEqual({ amountMinor, currency });
      },
    ),
  );
});

test.each([
  ['a currency nobody knows', 1, 'QQQ'],
  ['more decimals than the currency has', 1.234, 'BRL'],
  ['decimals of a currency without', 1.5, 'CLP'],
  ['a number too large to be exact', 1e15, 'BRL'],
  ['no number', Number.NaN, 'BRL'],
])('%s is no amount', (_what, amount, currency) => {
  expect(fromDlocalAmount(amount, currency)).toBeNull();
});

test.each([
  ['BRA', 'BRL', 100n, null],
  ['BRA', 'USD', 100n, null],
  ['PAN', 'USD', 100n, null],
  ['BRA', 'ARS', 100n, /BRL and USD/],
  ['DEU', 'EUR', 100n, /no payments from DEU/],
  ['BHR', 'BHD', 1_235n, /2 decimals/],
  ['CHL', 'CLP', 100_000_000n, /99999999/],
  ['COL', 'COP', 500_050n, /without decimals/],
])('from %s in %s of %s: %s', (country, currency, amountMinor, why) => {
  const refusal = whyNotAtDlocal({ amount: { amountMinor, currency }, country });
  if (why === null) expect(refusal).toBeNull();
  else expect(refusal).toMatch(why);
});
