import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offer, readTerms, replacementFees, usualTip, writeTerms } from './payout-fees.ts';

const gwei = 1_000_000_000n;
const bounds = { least: gwei / 10n, usual: gwei, most: 3n * gwei };

test('the tip is what half of the others gave, within reason', () => {
  expect(
    usualTip(
      [3n, 1n, 2n].map((n) => n * gwei),
      bounds,
    ),
  ).toBe(2n * gwei);
  expect(usualTip([], bounds)).toBe(gwei);
  expect(usualTip([0n, 0n], bounds)).toBe(gwei);
  expect(usualTip([1n], bounds)).toBe(gwei / 10n);
  expect(usualTip([500n * gwei], bounds)).toBe(3n * gwei);
});

test('an offer bears a base fee that doubles, within the cap', () => {
  expect(offer(10n * gwei, gwei, 65_000n, 100n * gwei)).toEqual({
    maxFeeWei: 21n * gwei,
    tipWei: gwei,
    gas: 65_000n,
  });
  expect(offer(60n * gwei, gwei, 65_000n, 100n * gwei)?.maxFeeWei).toBe(100n * gwei);
  expect(offer(100n * gwei, gwei, 65_000n, 100n * gwei)).toBeNull();
});

test('an outbid is at least a tenth above on both prices, never above the cap, and never less than the market', () => {
  const amount = fc.bigInt({ min: 1n, max: 500n * gwei });
  const fees = fc
    .record({ maxFeeWei: amount, tipWei: amount, gas: fc.bigInt({ min: 21_000n, max: 200_000n }) })
    .filter(({ maxFeeWei, tipWei }) => tipWei <= maxFeeWei);
  fc.assert(
    fc.property(fees, fees, amount, (before, now, cap) => {
      const higher = replacementFees(before, now, cap);
      if (higher === null) {
        expect(
          (before.maxFeeWei * 9n) / 8n >= cap || (before.tipWei * 9n) / 8n >= cap || now.tipWei > cap,
        ).toBe(true);
        return;
      }
      expect(higher.maxFeeWei * 10n >= before.maxFeeWei * 11n).toBe(true);
      expect(higher.tipWei * 10n >= before.tipWei * 11n).toBe(true);
      expect(higher.maxFeeWei <= cap && higher.tipWei <= higher.maxFeeWei).toBe(true);
      expect(higher.maxFeeWei >= now.maxFeeWei || higher.maxFeeWei === cap).toBe(true);
      expect(higher.gas >= before.gas && higher.gas >= now.gas).toBe(true);
    }),
  );
});

test('terms are read as they were written', () => {
  const fees = { maxFeeWei: 12n * gwei, tipWei: gwei, gas: 65_000n };
  expect(readTerms(writeTerms(fees))).toEqual(fees);
});
