import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exponentOf } from '../../../base/money/currency.ts';
import { fromWritten, refusesAmount, toWritten } from './amounts.ts';
import { type SiteId, siteIds, sites } from './sites.ts';

test.each([
  ['ARS', 123_450n, '1234.50'],
  ['BRL', 1n, '0.01'],
  ['CLP', 1_500n, '1500.00'],
  ['COP', 1_500_000n, '15000.00'],
  ['MXN', 9_007_199_254_740_993n, '90071992547409.93'],
] as const)('%s %s is written %s', (currency, amountMinor, written) => {
  expect(toWritten({ amountMinor, currency })).toBe(written);
  expect(fromWritten(written, currency)).toBe(amountMinor);
});

test.each([
  ['12.345', 'ARS'],
  ['1500.50', 'CLP'],
  ['', 'ARS'],
  ['1,5', 'ARS'],
  ['NaN', 'ARS'],
  ['Infinity', 'BRL'],
])('%s is no amount of %s', (written, currency) => {
  expect(fromWritten(written, currency)).toBeNull();
});

test('a number is read as it prints', () => {
  expect(fromWritten(108.43, 'BRL')).toBe(10_843n);
  expect(fromWritten(0.1 + 0.2, 'BRL')).toBeNull();
  expect(fromWritten(1e21, 'BRL')).toBeNull();
});

describe('what an account takes', () => {
  test.each(siteIds)('in %s is its own currency alone', (id) => {
    for (const { currency } of Object.values(sites)) {
      const refusal = refusesAmount({ amountMinor: 100_000n, currency }, sites[id]);
      if (currency === sites[id].currency) expect(refusal).toBeNull();
      else expect(refusal).toContain(`takes ${sites[id].currency} alone`);
    }
    expect(refusesAmount({ amountMinor: 100n, currency: 'USD' }, sites[id])).toContain('not USD');
    expect(refusesAmount({ amountMinor: 100n, currency: 'KWD' }, sites[id])).toContain('not KWD');
  });

  test('in Colombia are whole pesos', () => {
    expect(refusesAmount({ amountMinor: 150_050n, currency: 'COP' }, sites.MCO)).toBe(
      'Mercado Pago takes COP without decimals',
    );
    expect(refusesAmount({ amountMinor: 150_000n, currency: 'COP' }, sites.MCO)).toBeNull();
  });

  test('is written and read without losing or gaining anything', () => {
    const anySite = fc.constantFrom<SiteId>(...siteIds);
    const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(anySite, anyAmount, (id, amount) => {
        const { currency, decimals } = sites[id];
        const amountMinor = amount * 10n ** BigInt(exponentOf(currency) - decimals);
        const written = toWritten({ amountMinor, currency });
        expect(written).toMatch(decimals === 0 ? /^\d+\.00$/ : /^\d+\.\d\d$/);
        expect(fromWritten(written, currency)).toBe(amountMinor);
        expect(refusesAmount({ amountMinor, currency }, sites[id])).toBeNull();
      }),
    );
  });
});
