import { rateDecimals } from './rate-source.ts';

const usdDecimals = 2;
const usdtDecimals = 6;

/**
 * The USDT that pay an amount in USD, in units of 10^-6, rounded up to the last unit: the merchant
 * never gets less than the amount is worth, and the customer pays at most 0.000001 USDT more.
 */
export function usdToUsdtUnits(amountMinor: bigint, rate: { usdPerUsdtScaled: bigint }): bigint {
  if (amountMinor < 0n) throw new RangeError(`${amountMinor} cents cannot be paid`);
  if (rate.usdPerUsdtScaled <= 0n) throw new RangeError(`${rate.usdPerUsdtScaled} is not a rate`);
  const dividend = amountMinor * 10n ** BigInt(rateDecimals + usdtDecimals - usdDecimals);
  return (dividend + rate.usdPerUsdtScaled - 1n) / rate.usdPerUsdtScaled;
}
