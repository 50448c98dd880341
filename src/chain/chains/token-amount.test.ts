import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatParts, partsOf, unitsOf } from './token-amount.ts';

const six = { tokenDecimals: 6 };
const eighteen = { tokenDecimals: 18 };

test('a contract of six decimals counts as we do', () => {
  expect(unitsOf(six, 1_500_000n)).toBe(1_500_000n);
  expect(partsOf(six, 1_500_000n)).toBe(1_500_000n);
});

test('a contract of eighteen decimals counts a million million parts to a unit', () => {
  expect(unitsOf(eighteen, 1_500_000_000_000_000_000n)).toBe(1_500_000n);
  expect(partsOf(eighteen, 1_500_000n)).toBe(1_500_000_000_000_000_000n);
});

test('what is less than a unit is nothing, and what is written is read again', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (amount) => {
      expect(unitsOf(eighteen, partsOf(eighteen, amount))).toBe(amount);
      const units = unitsOf(eighteen, amount);
      expect(partsOf(eighteen, units)).toBeLessThanOrEqual(amount);
      expect(partsOf(eighteen, units + 1n)).toBeGreaterThan(amount);
    }),
  );
  expect(unitsOf(eighteen, 999_999_999_999n)).toBe(0n);
});

test('merchants read as many decimals as the contract has', () => {
  expect(formatParts(six, 25_500_000n)).toBe('25.500000');
  expect(formatParts(eighteen, 25_500_000n)).toBe('25.500000000000000000');
});
