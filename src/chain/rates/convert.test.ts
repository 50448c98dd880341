import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usdToUnits, usdToUnitsAtMost } from './convert.ts';

const cents = fc.bigInt({ min: 0n, max: 10n ** 15n });
const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
/** The exact value of USDT units, in units of 10^-14 USD; a cent is 10^12 of them. */
const worth = (units: bigint, usdPerAssetScaled: bigint) => units * usdPerAssetScaled;
const cent = 10n ** 12n;

describe('usdToUnits', () => {
  test.each([
    [1_000n, 100_000_000n, 10_000_000n],
    [1n, 100_000_000n, 10_000n],
    [0n, 100_000_000n, 0n],
    [10_000n, 99_950_000n, 100_050_026n],
    [10_000n, 100_050_000n, 99_950_025n],
    [100n, 300_000_000n, 333_334n],
  ])('turns %i cents at %i into %i units', (amountMinor, usdPerAssetScaled, units) => {
    expect(usdToUnits(amountMinor, { usdPerAssetScaled })).toBe(units);
  });

  test('never asks for less than the amount is worth, and for no whole unit more', () => {
    fc.assert(
      fc.property(cents, price, (amountMinor, usdPerAssetScaled) => {
        const units = usdToUnits(amountMinor, { usdPerAssetScaled });
        expect(worth(units, usdPerAssetScaled)).toBeGreaterThanOrEqual(amountMinor * cent);
        if (units > 0n) expect(worth(units - 1n, usdPerAssetScaled)).toBeLessThan(amountMinor * cent);
      }),
    );
  });

  test('asks for no less when the amount is larger or USDT is worth less', () => {
    fc.assert(
      fc.property(cents, cents, price, price, (amountMinor, more, usdPerAssetScaled, dearer) => {
        const units = usdToUnits(amountMinor, { usdPerAssetScaled });
        expect(usdToUnits(amountMinor + more, { usdPerAssetScaled })).toBeGreaterThanOrEqual(units);
        const atDearer = usdToUnits(amountMinor, { usdPerAssetScaled: usdPerAssetScaled + dearer });
        expect(atDearer).toBeLessThanOrEqual(units);
      }),
    );
  });

  test('refuses a negative amount and a rate that is none', () => {
    expect(() => usdToUnits(-1n, { usdPerAssetScaled: 100_000_000n })).toThrow(RangeError);
    expect(() => usdToUnits(1n, { usdPerAssetScaled: 0n })).toThrow(RangeError);
    expect(() => usdToUnits(1n, { usdPerAssetScaled: -1n })).toThrow(RangeError);
  });
});

describe('usdToUnitsAtMost', () => {
  test.each([
    [1_000n, 100_000_000n, 10_000_000n],
    [10_000n, 99_950_000n, 100_050_025n],
    [100n, 300_000_000n, 333_333n],
  ])('turns %i cents at %i into %i units', (amountMinor, usdPerAssetScaled, units) => {
    expect(usdToUnitsAtMost(amountMinor, { usdPerAssetScaled })).toBe(units);
  });

  test('is never worth more than the amount, and no whole unit less', () => {
    fc.assert(
      fc.property(cents, price, (amountMinor, usdPerAssetScaled) => {
        const units = usdToUnitsAtMost(amountMinor, { usdPerAssetScaled });
        expect(worth(units, usdPerAssetScaled)).toBeLessThanOrEqual(amountMinor * cent);
        expect(worth(units + 1n, usdPerAssetScaled)).toBeGreaterThan(amountMinor * cent);
      }),
    );
  });
});
