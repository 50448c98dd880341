import { expect, test } from 'vitest';
import { instalmentsAtStripe } from './instalments.ts';

test.each([
  ['MEX', 'MXN', 299_99n, []],
  ['MEX', 'MXN', 300_00n, [3]],
  ['MEX', 'MXN', 2_400_00n, [3, 6, 9, 12, 18, 24]],
  ['MEX', 'USD', 2_400_00n, []],
  ['BRA', 'BRL', 2_400_00n, []],
])('%s, %s %d: %j', (country, currency, amountMinor, counts) => {
  expect(instalmentsAtStripe({ amount: { amountMinor, currency }, country }, 24)).toEqual(counts);
});
