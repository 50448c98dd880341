import { assetDecimals } from '../../base/money/asset.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Money } from '../../base/money/money.ts';
import { rateDecimals } from './rate-source.ts';

/**
 * The rates at which a price is paid in an asset. A price in USD needs only the asset's; `localScaled` is what one USD
 * costs in the currency of the price.
 */
export interface ConversionRates {
  priceScaled: bigint;
  localScaled: bigint | null;
}

/** A dividend and a divisor: they are divided, and rounded, once. */
interface Fraction {
  dividend: bigint;
  divisor: bigint;
}

const one = 10n ** BigInt(rateDecimals);
const usdExponent = exponentOf('USD');

/** Converts a price at the rates of an asset and of the price's currency; `local` is null for USD. */
export function convertPrice(
  price: Money,
  { asset, local }: { asset: { priceScaled: bigint }; local: { priceScaled: bigint } | null },
): { units: bigint; usdMinor: bigint } {
  const localScaled = local?.priceScaled ?? null;
  return {
    units: priceToUnits(price, { priceScaled: asset.priceScaled, localScaled }),
    usdMinor: priceToUsdMinor(price, localScaled),
  };
}

/**
 * The units of an asset that pay a price, rounded up once over all rates: the merchant never gets less than the price
 * is worth, and the customer pays less than one unit more.
 */
export function priceToUnits(price: Money, rates: ConversionRates): bigint {
  return roundedUp(unitsOf(price, rates));
}

/** The units that an amount in USD is worth, rounded down: a payout never exceeds the amount. */
export function usdToUnitsAtMost(amountMinor: bigint, { priceScaled }: { priceScaled: bigint }): bigint {
  const { dividend, divisor } = unitsOf({ amountMinor, currency: 'USD' }, { priceScaled, localScaled: null });
  return dividend / divisor;
}

/** Converts a price to US cents, for people; no units are computed from it. Rounded up, so never zero. */
export function priceToUsdMinor({ amountMinor, currency }: Money, localScaled: bigint | null): bigint {
  if (localScaled === null) return amountMinor;
  return roundedUp({
    dividend: amountMinor * 10n ** BigInt(usdExponent) * one,
    divisor: 10n ** BigInt(exponentOf(currency)) * localScaled,
  });
}

/** Converts units to the currency of the price, for people. Rounded down, so that money received is never overstated. */
export function unitsToPrice(
  units: bigint,
  currency: string,
  { priceScaled, localScaled }: ConversionRates,
): Money {
  const dividend = units * priceScaled * (localScaled ?? one) * 10n ** BigInt(exponentOf(currency));
  return { currency, amountMinor: dividend / (one * one * 10n ** BigInt(assetDecimals)) };
}

function unitsOf({ amountMinor, currency }: Money, { priceScaled, localScaled }: ConversionRates): Fraction {
  if (amountMinor < 0n) throw new RangeError(`${amountMinor} minor units of ${currency} cannot be paid`);
  if (priceScaled <= 0n) throw new RangeError(`${priceScaled} is not a rate`);
  if (localScaled !== null && localScaled <= 0n) throw new RangeError(`${localScaled} is not a rate`);
  if ((localScaled === null) !== (currency === 'USD'))
    throw new RangeError(`a rate of ${currency} is needed`);
  return {
    dividend: amountMinor * one * one * 10n ** BigInt(assetDecimals),
    divisor: 10n ** BigInt(exponentOf(currency)) * (localScaled ?? one) * priceScaled,
  };
}

function roundedUp({ dividend, divisor }: Fraction): bigint {
  return (dividend + divisor - 1n) / divisor;
}
