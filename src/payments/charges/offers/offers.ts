import { boundsOf, findMethodRule, type Merchant } from '../../../accounts/merchants/merchant.ts';
import { type Bounds, isProcessed, type MethodCode, methodCodes } from '../../../accounts/methods/methods.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Money } from '../../../base/money/money.ts';
import type { PaymentProcessors } from '../payment-processors.ts';

/** A method that a customer can pay by, and its bounds in the currency. */
export interface Offer {
  method: MethodCode;
  bounds: Bounds;
}

export interface OfferDeps {
  processors: PaymentProcessors;
  /** Whether this installation offers the method; without a currency: in any. */
  isServed(method: MethodCode, currency?: string): boolean;
}

/**
 * What a merchant can offer now in a country and currency, for an amount if there is one: allowed to the merchant, not
 * switched off, within its bounds, and taken by some processor. In the merchant's order.
 */
export async function offersOf(
  { processors, isServed }: OfferDeps,
  { id: merchantId, settings }: Pick<Merchant, 'id' | 'settings'>,
  place: { country: string; currency: string; amountMinor: bigint | null },
): Promise<Offer[]> {
  const { country, currency, amountMinor } = place;
  const inOrder = [...new Set([...settings.methods.map(({ methodCode }) => methodCode), ...methodCodes])];
  const allowed = inOrder.flatMap((method): Offer[] => {
    const rule = isServed(method, currency) ? findMethodRule(settings, method, country, currency) : undefined;
    if (!rule) return [];
    const bounds = boundsOf(rule, currency);
    const isWithin =
      amountMinor === null ||
      (amountMinor >= bounds.min.amountMinor && amountMinor <= bounds.max.amountMinor);
    return isWithin ? [{ method, bounds }] : [];
  });
  const taken = await Promise.all(
    allowed.map(async ({ method, bounds }) => {
      if (!isProcessed(method)) return true;
      const amount: Money = { amountMinor: amountMinor ?? bounds.min.amountMinor, currency };
      const payment = { merchantId, id: newId(), amount, capture: 'automatic', country, method } as const;
      return (await processors.routesOf(payment, null)).length > 0;
    }),
  );
  return allowed.filter((_, at) => taken[at]);
}
