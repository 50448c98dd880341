import { type InstalmentRule, instalmentsWithin } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';

/** Accounts of Mexico alone have them, in pesos and for cards of Mexico. Of each plan Stripe wants 100 pesos a month by default. */
const inMexico: InstalmentRule = { currency: 'MXN', counts: [3, 6, 9, 12, 18, 24], leastMinor: 100_00n };

export function instalmentsAtStripe(
  { amount, country }: { amount: Money; country: string },
  most: number,
): number[] {
  return country === 'MEX' ? instalmentsWithin(inMexico, amount, most) : [];
}
