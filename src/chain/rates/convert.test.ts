import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exponentOf } from '../../base/money/currency.ts';
import { priceCurrencies } from '../../base/money/local-currency.ts';
import { convertPrice, priceToUnits, priceToUsdMinor, unitsToPrice, usdToUnitsAtMost } from './convert.ts';

const cents = fc.bigInt({ min: 0n, max: 10n ** 15n });
const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
/** The exact value of USDT units, in units of 10^-14 USD; a cent is 10^12 of them. */
const worth = (units: bigint, priceScaled: bigint) => units * priceScaled;
const cent = 10n ** 12n;
const usd = (amountMinor: bigint) => ({ currency: 'USD', amountMinor });
const usdToUnits = (amountMinor: bigint, rate: { priceScaled: bigint }) =>
  priceToUnits(usd(amountMinor), { ...rate, localScaled: null });

describe('a price in USD', () => {
  test.each([
    [1_000n, 100_000_000n, 10_000_000n],
    [1n, 100_000_000n, 10_000n],
    [0n, 100_000_000n, 0n],
    [10_000n, 99_950_000n, 100_050_026n],
    [10_000n, 100_050_000n, 99_950_025n],
    [100n, 300_000_000n, 333_334n],
  ])('turns %i cents at %i into %i units', (amountMinor, priceScaled, units) => {
    expect(usdToUnits(amountMinor, { priceScaled })).toBe(units);
  });

  test('never asks for less than the amount is worth, and for no whole unit more', () => {
    fc.assert(
      fc.property(cents, price, (amountMinor, priceScaled) => {
        const units = usdToUnits(amountMinor, { priceScaled });
        expect(worth(units, priceScaled)).toBeGreaterThanOrEqual(amountMinor * cent);
        if (units > 0n) expect(worth(units - 1n, priceScaled)).toBeLessThan(amountMinor * cent);
      }),
    );
  });

  test('asks for no less when the amount is larger or USDT is worth less', () => {
    fc.assert(
      fc.property(cents, cents, price, price, (amountMinor, more, priceScaled, dearer) => {
        const units = usdToUnits(amountMinor, { priceScaled });
        expect(usdToUnits(amountMinor + more, { priceScaled })).toBeGreaterThanOrEqual(units);
        const atDearer = usdToUnits(amountMinor, { priceScaled: priceScaled + dearer });
        expect(atDearer).toBeLessThanOrEqual(units);
      }),
    );
  });

  test('refuses a negative amount and a rate that is none', () => {
    // By the text: a division by zero is a RangeError, too.
    expect(() => usdToUnits(-1n, { priceScaled: 100_000_000n })).toThrow('cannot be paid');
    expect(() => usdToUnits(1n, { priceScaled: 0n })).toThrow('0 is not a rate');
    expect(() => usdToUnits(1n, { priceScaled: -1n })).toThrow('-1 is not a rate');
  });
});

describe('usdToUnitsAtMost', () => {
  test.each([
    [1_000n, 100_000_000n, 10_000_000n],
    [10_000n, 99_950_000n, 100_050_025n],
    [100n, 300_000_000n, 333_333n],
  ])('turns %i cents at %i into %i units', (amountMinor, priceScaled, units) => {
    expect(usdToUnitsAtMost(amountMinor, { priceScaled })).toBe(units);
  });

  test('is never worth more than the amount, and no whole unit less', () => {
    fc.assert(
      fc.property(cents, price, (amountMinor, priceScaled) => {
        const units = usdToUnitsAtMost(amountMinor, { priceScaled });
        expect(worth(units, priceScaled)).toBeLessThanOrEqual(amountMinor * cent);
        expect(worth(units + 1n, priceScaled)).toBeGreaterThan(amountMinor * cent);
      }),
    );
  });
});

describe('a price in a local currency', () => {
  const asset = { priceScaled: 100_000_000n };
  test.each([
    // 100000.00 COP at 4000 are 25 USD.
    ['COP', 10_000_000n, 400_000_000_000n, 25_000_000n, 2_500n],
    // 9990 CLP, which has no cents, at 950.
    ['CLP', 9_990n, 95_000_000_000n, 10_515_790n, 1_052n],
    ['BRL', 1n, 550_000_000n, 1_819n, 1n],
    ['PEN', 35_000n, 350_000_000n, 100_000_000n, 10_000n],
  ])(
    'of %s turns %i minor units at %i into %i units and %i cents',
    (currency, amountMinor, local, units, usdMinor) => {
      const local8 = { priceScaled: local };
      expect(convertPrice({ currency, amountMinor }, { asset, local: local8 })).toEqual({ units, usdMinor });
    },
  );

  test('is rounded once: cents between two rates would ask for more', () => {
    // 1.00 COP is 0.025 cents: rounded up to a cent first, it would cost forty times as much.
    const rates = { priceScaled: 100_000_000n, localScaled: 400_000_000_000n };
    expect(priceToUnits({ currency: 'COP', amountMinor: 100n }, rates)).toBe(250n);
  });

  test('is rounded up by the least remainder that there is', () => {
    // 10^22 / 3 leaves 1.
    const rates = { priceScaled: 3n, localScaled: 1n };
    expect(priceToUnits({ currency: 'CLP', amountMinor: 1n }, rates)).toBe(3_333_333_333_333_333_333_334n);
  });

  const local = fc.record({
    currency: fc.constantFrom(...priceCurrencies.filter((currency) => currency !== 'USD')),
    amountMinor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    localScaled: fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n }),
    priceScaled: fc.bigInt({ min: 90_000_000n, max: 110_000_000n }),
  });
  /** Both sides of price = units × rate × rate, as whole numbers. */
  const asked = (amountMinor: bigint) => amountMinor * 10n ** 22n;
  const given = (
    units: bigint,
    { currency, priceScaled, localScaled }: { currency: string; priceScaled: bigint; localScaled: bigint },
  ) => units * priceScaled * localScaled * 10n ** BigInt(exponentOf(currency));

  test('gives the merchant never less than the price, and costs the customer less than a unit more', () => {
    fc.assert(
      fc.property(local, (one) => {
        const units = priceToUnits(one, one);
        expect(given(units, one)).toBeGreaterThanOrEqual(asked(one.amountMinor));
        expect(given(units - 1n, one)).toBeLessThan(asked(one.amountMinor));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is worth at least a cent, and in dollars never less nor a whole cent more', () => {
    fc.assert(
      fc.property(local, (one) => {
        const usdMinor = priceToUsdMinor(one, one.localScaled);
        const exact = one.amountMinor * 10n ** 10n;
        const worthOf = (minor: bigint) => minor * one.localScaled * 10n ** BigInt(exponentOf(one.currency));
        expect(usdMinor).toBeGreaterThanOrEqual(1n);
        expect(worthOf(usdMinor)).toBeGreaterThanOrEqual(exact);
        expect(worthOf(usdMinor - 1n)).toBeLessThan(exact);
      }),
    );
  });

  test('is covered by its own units when they are told in the currency, and never by fewer', () => {
    fc.assert(
      fc.property(local, fc.bigInt({ min: 1n, max: 10n ** 9n }), (one, less) => {
        const units = priceToUnits(one, one);
        expect(unitsToPrice(units, one.currency, one).amountMinor).toBeGreaterThanOrEqual(one.amountMinor);
        if (less > units) return;
        expect(unitsToPrice(units - less, one.currency, one).amountMinor).toBeLessThan(one.amountMinor);
      }),
    );
  });

  test('needs the rate of its currency, and USD needs none', () => {
    const amount = { currency: 'COP', amountMinor: 1n };
    expect(() => priceToUnits(amount, { priceScaled: 1n, localScaled: null })).toThrow('COP is needed');
    expect(() => priceToUnits(amount, { priceScaled: 1n, localScaled: 0n })).toThrow('0 is not a rate');
    expect(() => priceToUnits(amount, { priceScaled: 1n, localScaled: -1n })).toThrow('-1 is not a rate');
    expect(priceToUnits(amount, { priceScaled: 1n, localScaled: 1n })).toBe(10n ** 20n);
    expect(() => priceToUnits(usd(1n), { priceScaled: 1n, localScaled: 1n })).toThrow('USD is needed');
  });

  test('in USD is the same in US cents', () => {
    expect(priceToUsdMinor(usd(1_234n), null)).toBe(1_234n);
  });
});
