import { expect, test } from 'vitest';
import { instalmentsAtDlocal } from './instalments.ts';

const from2To12 = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each([
  ['BRA', 'BRL', 60_00n, from2To12],
  ['BRA', 'BRL', 9_99n, []],
  ['ARG', 'ARS', 350_00n, [2, 3]],
  ['MEX', 'MXN', 1_200_00n, [3, 6, 9, 12]],
  ['MEX', 'MXN', 899_99n, [3, 6]],
  ['CHL', 'CLP', 2_999n, [2]],
  ['COL', 'COP', 200_000_00n, [...from2To12, 18, 24, 36]],
  // No instalments in dollars, and none for countries without rules.
  ['BRA', 'USD', 600_00n, []],
  ['URY', 'UYU', 600_00n, []],
])('%s, %s %d: %j', (country, currency, amountMinor, counts) => {
  expect(instalmentsAtDlocal({ amount: { amountMinor, currency }, country }, 36)).toEqual(counts);
});
