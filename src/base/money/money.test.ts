import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyCodes, exponentOf } from './currency.ts';
import { formatDecimal, moneyToDecimal, moneyToNumber, parseDecimal, trimZeros } from './money.ts';
import { formatMoney } from './written.ts';

const currency = fc.constantFrom(...currencyCodes);
/** Up to 15 digits, which a JSON number carries without loss. */
const minorUnits = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });

describe('parseDecimal', () => {
  test('reads back exactly what formatDecimal wrote, for every exponent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 8 }),
        (units, exponent) => {
          expect(parseDecimal(formatDecimal(units, exponent), exponent)).toBe(units);
        },
      ),
    );
  });

  test.each([
    ['0.1', 2, 10n],
    ['0.3', 2, 30n],
    ['10', 2, 1000n],
    ['10.10', 2, 1010n],
    ['10.1000', 2, 1010n],
    ['1e3', 0, 1000n],
    ['1.5E2', 0, 150n],
    ['5e-1', 2, 50n],
    ['1e-7', 6, 'too_many_decimals'],
    ['100', 0, 100n],
    ['0', 2, 0n],
    ['-0.01', 2, -1n],
    ['0.005', 2, 'too_many_decimals'],
    ['0.30000000000000004', 2, 'too_many_decimals'],
    ['1.5', 0, 'too_many_decimals'],
    ['99999999999999999999', 2, 'too_large'],
    ['1e30', 2, 'too_large'],
    ['1e999', 2, 'too_large'],
    ['', 2, 'not_a_number'],
    ['.5', 2, 'not_a_number'],
    ['5.', 2, 'not_a_number'],
    ['+5', 2, 'not_a_number'],
    ['1,50', 2, 'not_a_number'],
    ['0x10', 2, 'not_a_number'],
    ['NaN', 2, 'not_a_number'],
    ['Infinity', 2, 'not_a_number'],
    [' 1', 2, 'not_a_number'],
    ['١', 2, 'not_a_number'],
  ] as const)('reads %s with %i decimals as %s', (text, exponent, expected) => {
    expect(parseDecimal(text, exponent)).toBe(expected);
  });
});

describe('money', () => {
  test('survives the way through a JSON number for every ISO 4217 currency', () => {
    fc.assert(
      fc.property(currency, minorUnits, (code, amountMinor) => {
        const wire = JSON.stringify(moneyToNumber({ amountMinor, currency: code }));
        expect(parseDecimal(String(JSON.parse(wire)), exponentOf(code))).toBe(amountMinor);
      }),
    );
  });

  // Intl is no reference here: it follows everyday use (COP, HUF without decimals), not ISO 4217.
  test.each([
    ['CLP', 0],
    ['PYG', 0],
    ['JPY', 0],
    ['COP', 2],
    ['HUF', 2],
    ['USD', 2],
    ['KWD', 3],
    ['TND', 3],
  ])('%s has %i decimals', (code, decimals) => {
    expect(exponentOf(code)).toBe(decimals);
  });

  test('adds without a float: 0.1 + 0.2 is 0.30', () => {
    const sum = (parseDecimal('0.1', 2) as bigint) + (parseDecimal('0.2', 2) as bigint);
    expect(moneyToDecimal({ amountMinor: sum, currency: 'USD' })).toBe('0.30');
  });

  test('prints every digit of an amount for a person', () => {
    expect(formatMoney({ amountMinor: 123_456_789_012_345_678n, currency: 'USD' }, 'en-US')).toBe(
      '$1,234,567,890,123,456.78',
    );
    expect(formatMoney({ amountMinor: 1500n, currency: 'CLP' }, 'es-CL')).toBe('$1.500');
  });
});

test('nothing has no sign', () => {
  expect(formatDecimal(0n, 2)).toBe('0.00');
});

test.each([
  ['10.500000', '10.50'],
  ['10.500001', '10.500001'],
  ['10.510', '10.51'],
  ['7.000000', '7.00'],
  ['7.00', '7.00'],
  ['10.5', '10.5'],
  ['100', '100'],
])('%s is written as %s, with two decimals if it has them', (decimal, written) => {
  expect(trimZeros(decimal)).toBe(written);
});
