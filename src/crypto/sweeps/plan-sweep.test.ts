import { describe, expect, test } from 'vitest';
import { costOf, type PlanRules, planSweep } from './plan-sweep.ts';

const rules: PlanRules = { minUnits: 10_000_000n, limit: 500, maxCost: null };
const free = { likelyFee: 0n, likelyTopUp: 0n, gasToSend: 0n };

function candidate(bookedUnits: bigint, some: object = {}) {
  const address = `0x${bookedUnits}`;
  const owner = { merchantId: 'm', orderId: 'o', address, addressIndex: 0n, suspenseUnits: 0n };
  return { ...owner, bookedUnits, heldUnits: bookedUnits, ...free, ...some };
}
const amounts = ({ items }: ReturnType<typeof planSweep>): bigint[] =>
  items.map(({ bookedUnits }) => bookedUnits);

describe('a plan', () => {
  test('takes the largest first and leaves what is too small, with its sum', () => {
    const plan = planSweep([candidate(9_999_999n), candidate(10_000_000n), candidate(50_000_000n)], rules);
    expect(amounts(plan)).toEqual([50_000_000n, 10_000_000n]);
    expect(plan.tooSmall).toEqual({ count: 1, units: 9_999_999n });
  });

  test('stops at its limit and says what lies beyond', () => {
    const plan = planSweep(
      [10n, 30n, 20n].map((usdt) => candidate(usdt * 1_000_000n)),
      { ...rules, limit: 2 },
    );
    expect(amounts(plan)).toEqual([30_000_000n, 20_000_000n]);
    expect(plan.beyond).toEqual({ count: 1, units: 10_000_000n });
  });

  test('leaves addresses that hold less than is booked for a person', () => {
    const plan = planSweep([candidate(20_000_000n, { heldUnits: 19_999_999n })], rules);
    expect(plan).toMatchObject({ items: [], short: { count: 1, units: 20_000_000n } });
  });

  test('leaves what costs more than its share; gas that is left behind counts as spent', () => {
    // A coin of 6 decimals at 0.25 USDT. Of 8 coins sent, moving takes 6; sending them takes 1.
    const maxCost = { basisPoints: 1_000n, coinPriceUnits: 250_000n, coinUnits: 1_000_000n };
    const cost = { likelyFee: 6_000_000n, gasToSend: 8_000_000n, likelyTopUp: 1_000_000n };
    const plan = planSweep([candidate(22_400_000n, cost), candidate(22_500_000n, cost)], {
      ...rules,
      maxCost,
    });
    expect(amounts(plan)).toEqual([22_500_000n]);
    expect(plan.tooDear).toEqual({ count: 1, units: 22_400_000n });
  });
});

describe('the cost of an address', () => {
  const gas = { transferMax: 100n, transferLikely: 60n, topUpLikely: 7n };

  test('is the transfer alone where there is gas enough', () => {
    expect(costOf({ ...gas, held: 100n })).toEqual({ likelyFee: 60n, likelyTopUp: 0n, gasToSend: 0n });
  });

  test('is also that of sending just what is missing', () => {
    expect(costOf({ ...gas, held: 30n })).toEqual({ likelyFee: 60n, likelyTopUp: 7n, gasToSend: 70n });
  });
});
