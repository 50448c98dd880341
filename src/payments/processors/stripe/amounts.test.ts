import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyCodes } from '../../../base/money/currency.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';

test.each([
  [1_050n, 'USD', 1_050n],
  [500n, 'JPY', 500n],
  [990n, 'CLP', 990n],
  [12_000n, 'PYG', 12_000n],
  [1_000_000n, 'COP', 1_000_000n],
  // Two decimals that must be 00, although the currency has none.
  [5n, 'ISK', 500n],
  [7n, 'UGX', 700n],
  // None, although the currency has two.
  [500n, 'MGA', 5n],
  // Three, of which the last is 0.
  [5_120n, 'KWD', 5_120n],
  [10n, 'TND', 10n],
  [999_999_999_999n, 'IDR', 999_999_999_999n],
])('%i minor units of %s are %i to Stripe, and back', (amountMinor, currency, amount) => {
  expect(toStripeAmount({ amountMinor, currency })).toEqual({ amount });
  expect(fromStripeAmount(Number(amount), currency.toLowerCase())).toEqual({ amountMinor, currency });
});

test.each([
  [5_124n, 'KWD', /two decimals/],
  [1n, 'BHD', /two decimals/],
  [150n, 'MGA', /whole MGA/],
  [0n, 'USD', /more than 0/],
  [-100n, 'USD', /more than 0/],
  [1_000_000_000_000n, 'USD', /at most 9999999999\.99 USD/],
  [10_000_000_000n, 'ISK', /at most/],
])('%i minor units of %s cannot be told to Stripe', (amountMinor, currency, fault) => {
  expect(toStripeAmount({ amountMinor, currency })).toEqual({ fault: expect.stringMatching(fault) });
});

test.each([
  [150, 'isk'],
  [1.5, 'usd'],
  [2 ** 53, 'usd'],
  [100, 'xyz'],
])('%d %s of Stripe is no amount of ours', (amount, currency) => {
  expect(fromStripeAmount(amount, currency)).toBeNull();
});

test('whatever can be told comes back the same, in every currency', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencyCodes), fc.bigInt(1n, 10n ** 12n), (currency, amountMinor) => {
      const told = toStripeAmount({ amountMinor, currency });
      if ('fault' in told) return;
      expect(fromStripeAmount(Number(told.amount), currency.toLowerCase())).toEqual({
        amountMinor,
        currency,
      });
    }),
  );
});
