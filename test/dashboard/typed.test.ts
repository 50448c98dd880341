import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages } from '../../src/base/money/language.ts';
import { formatDecimal } from '../../src/base/money/money.ts';
import { readRule, typedRule } from '../../web/operator/routing-rule-text.ts';
import { amountPattern, asTyped, readDecimal, readPercent, typedPercent } from '../../web/parts/amounts.ts';
import { loadDashboardTexts, loadOperatorTexts } from '../../web/texts/load.ts';

test.each(languages)('both surfaces have their texts in %s', async (language) => {
  expect((await loadDashboardTexts(language)).common.save).not.toBe('');
  expect((await loadOperatorTexts(language)).merchants.title).not.toBe('');
});

/** A value that a form shows and nobody edits is sent back unchanged. */

test('a fee in percent, in every language', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(...languages), (points, language) => {
      expect(readPercent(typedPercent(points, language))).toBe(points);
    }),
  );
});

test('an amount, in every language', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 14n), fc.constantFrom(...languages), (minor, language) => {
      const decimal = formatDecimal(minor, 2);
      expect(readDecimal(asTyped(decimal, language))).toBe(decimal);
    }),
  );
});

test('an amount that can be read in two ways is asked back', () => {
  const takes = (typed: string, left: string, language: string): boolean =>
    new RegExp(`^(?:${amountPattern(left, language)})$`, 'v').test(typed);
  expect(takes('50.000', '99.00', 'en')).toBe(false);
  expect(takes('10.125', '20.000', 'en')).toBe(true);
  expect(takes('10.125', '20.000', 'es')).toBe(false);
  expect(takes('10,125', '20.000', 'es')).toBe(true);
  expect(takes('1.000', '2000.000000', 'pt')).toBe(false);
  for (const language of languages) {
    expect(takes(asTyped('1234.567890', language), '2000.000000', language)).toBe(true);
    expect(takes(asTyped('10.125', language), '20.000', language)).toBe(true);
  }
});

test('a rule of who takes which payment', () => {
  const codes = (letters: number, unit: string) =>
    fc.array(fc.stringMatching(new RegExp(`^[${unit}]{${letters}}$`)), { minLength: 1, maxLength: 4 });
  const rule = fc.record(
    {
      countries: codes(3, 'A-Z'),
      currencies: codes(3, 'A-Z'),
      brands: codes(5, 'a-z'),
      min: fc.stringMatching(/^[1-9]\d{0,5}(\.\d\d)?$/),
      max: fc.stringMatching(/^[1-9]\d{0,5}(\.\d\d)?$/),
      use: fc.array(
        fc.record(
          { processor: fc.stringMatching(/^[a-z]{3,12}$/), share: fc.integer({ min: 1, max: 100 }) },
          { requiredKeys: ['processor'] },
        ),
        { maxLength: 4 },
      ),
    },
    { requiredKeys: ['use'] },
  );
  fc.assert(
    fc.property(rule, (given) => {
      expect(readRule(typedRule(given))).toEqual(given);
    }),
  );
  expect(
    readRule({
      countries: ' mex;col ',
      currencies: '',
      brands: 'VISA',
      min: '1,5',
      max: ' ',
      use: 'Stripe 70 %, dlocal',
    }),
  ).toEqual({
    countries: ['MEX', 'COL'],
    brands: ['visa'],
    min: '1.5',
    use: [{ processor: 'stripe', share: 70 }, { processor: 'dlocal' }],
  });
  // Text without a valid share is sent unchanged to the server, which reports the fault.
  expect(readRule({ countries: '', currencies: '', brands: '', min: '', max: '', use: 'a b c' }).use).toEqual(
    [{ processor: 'a b c' }],
  );
});
