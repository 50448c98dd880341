import type { Money } from './money.ts';

/** The numbers of instalments that cards of a country are paid in, and the least that one of them may come to. */
export interface InstalmentRule {
  currency: string;
  counts: readonly number[];
  leastMinor: bigint;
}

/** The numbers that such an amount is large enough for, up to the most that is to be offered. */
export function instalmentsWithin(rule: InstalmentRule | undefined, amount: Money, most: number): number[] {
  if (rule?.currency !== amount.currency) return [];
  const { counts, leastMinor } = rule;
  return counts.filter((count) => count <= most && amount.amountMinor >= leastMinor * BigInt(count));
}

/** What one of so many comes to, without what a bank adds. Rounded up: none of them is more. */
export function instalmentOf({ amountMinor, currency }: Money, count: number): Money {
  const parts = BigInt(count);
  return { amountMinor: (amountMinor + parts - 1n) / parts, currency };
}
