import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instalmentOf, instalmentsWithin } from './instalments.ts';

const rule = { currency: 'BRL', counts: [2, 3, 6, 12], leastMinor: 5_00n };
const reais = (amountMinor: bigint) => ({ amountMinor, currency: 'BRL' });

test.each([
  [9_99n, []],
  [10_00n, [2]],
  [15_00n, [2, 3]],
  [59_99n, [2, 3, 6]],
  [60_00n, [2, 3, 6, 12]],
])('%d cents may be paid in %j', (amountMinor, counts) => {
  expect(instalmentsWithin(rule, reais(amountMinor), 36)).toEqual(counts);
});

test('no more are offered than the operator wants, and none where there is no rule or another currency', () => {
  expect(instalmentsWithin(rule, reais(60_00n), 6)).toEqual([2, 3, 6]);
  expect(instalmentsWithin(rule, reais(60_00n), 1)).toEqual([]);
  expect(instalmentsWithin(undefined, reais(60_00n), 36)).toEqual([]);
  expect(instalmentsWithin(rule, { amountMinor: 60_00n, currency: 'USD' }, 36)).toEqual([]);
});

test('an instalment is at least its share, and less than a unit above it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 17n }), fc.integer({ min: 1, max: 36 }), (minor, count) => {
      const total = instalmentOf(reais(minor), count).amountMinor * BigInt(count);
      expect(total >= minor && total < minor + BigInt(count)).toBe(true);
    }),
  );
});
