import type { Money } from './money.ts';

/** The instalment counts that cards of a country allow, and the smallest amount of one instalment. */
export interface InstalmentRule {
  currency: string;
  counts: readonly number[];
  leastMinor: bigint;
}

/** The allowed counts for this amount, up to the maximum to offer. */
export function instalmentsWithin(rule: InstalmentRule | undefined, amount: Money, most: number): number[] {
  if (rule?.currency !== amount.currency) return [];
  const { counts, leastMinor } = rule;
  return counts.filter((count) => count <= most && amount.amountMinor >= leastMinor * BigInt(count));
}

/** The amount of one instalment, without a bank's charges. Rounded up: none is higher. */
export function instalmentOf({ amountMinor, currency }: Money, count: number): Money {
  const parts = BigInt(count);
  return { amountMinor: (amountMinor + parts - 1n) / parts, currency };
}
