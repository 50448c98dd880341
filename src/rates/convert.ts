import { rateDecimals } from './rate-source.ts';

const usdDecimals = 2;
const usdtDecimals = 6;

/**
 * The USDT that pay an amount in USD, in units of 10^-6, rounded up to the last unit: the merchant
 * never gets less than the amount is worth, and the customer pays at most 0.000001 USDT more.
 */
export function usdToUsdtUnits(amountMinor: bigint, rate: { usdPerUsdtScaled: bigint }): bigint {
  const { dividend, divisor } = fraction(amountMinor, rate);
  return (dividend + divisor - 1n) / divisor;
}

/** The USDT that an amount in USD is worth, rounded down: whoever pays them out never pays more. */
export function usdToUsdtUnitsAtMost(amountMinor: bigint, rate: { usdPerUsdtScaled: bigint }): bigint {
  const { dividend, divisor } = fraction(amountMinor, rate);
  return dividend / divisor;
}

function fraction(
  amountMinor: bigint,
  rate: { usdPerUsdtScaled: bigint },
): { dividend: bigint; divisor: bigint } {
  if (amountMinor < 0n) throw new RangeError(`${amountMinor} cents cannot be paid`);
  if (rate.usdPerUsdtScaled <= 0n) throw new RangeError(`${rate.usdPerUsdtScaled} is not a rate`);
  return {
    dividend: amountMinor * 10n ** BigInt(rateDecimals + usdtDecimals - usdDecimals),
    divisor: rate.usdPerUsdtScaled,
  };
}
