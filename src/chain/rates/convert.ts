import { assetDecimals } from '../../base/money/asset.ts';
import { rateDecimals } from './rate-source.ts';

const usdDecimals = 2;

/**
 * The units of an asset that pay an amount in USD, rounded up: the merchant never gets less than the amount is worth,
 * and the customer pays at most one unit more.
 */
export function usdToUnits(amountMinor: bigint, rate: { usdPerAssetScaled: bigint }): bigint {
  const { dividend, divisor } = fraction(amountMinor, rate);
  return (dividend + divisor - 1n) / divisor;
}

/** The units that an amount in USD is worth, rounded down: a payout never exceeds the amount. */
export function usdToUnitsAtMost(amountMinor: bigint, rate: { usdPerAssetScaled: bigint }): bigint {
  const { dividend, divisor } = fraction(amountMinor, rate);
  return dividend / divisor;
}

function fraction(
  amountMinor: bigint,
  rate: { usdPerAssetScaled: bigint },
): { dividend: bigint; divisor: bigint } {
  if (amountMinor < 0n) throw new RangeError(`${amountMinor} cents cannot be paid`);
  if (rate.usdPerAssetScaled <= 0n) throw new RangeError(`${rate.usdPerAssetScaled} is not a rate`);
  return {
    dividend: amountMinor * 10n ** BigInt(rateDecimals + assetDecimals - usdDecimals),
    divisor: rate.usdPerAssetScaled,
  };
}
