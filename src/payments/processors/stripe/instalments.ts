import { type InstalmentRule, instalmentsWithin } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';

/**
 * Only Mexican accounts have instalments, in pesos and for Mexican cards. By default Stripe requires 100 pesos a month
 * for each plan.
 */
const inMexico: InstalmentRule = { currency: 'MXN', counts: [3, 6, 9, 12, 18, 24], leastMinor: 100_00n };

export function instalmentsAtStripe(
  { amount, country }: { amount: Money; country: string },
  most: number,
): number[] {
  return country === 'MEX' ? instalmentsWithin(inMexico, amount, most) : [];
}
