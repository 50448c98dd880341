import { formatUnits } from '../../../base/money/asset.ts';
import { formatDecimal, type Money, moneyToDecimal, trimZeros } from '../../../base/money/money.ts';

const rateDecimals = 8;

/**
 * An amount in the form that wallets accept: a dot, no grouping, exact to the last unit. The displayed text is the
 * copied text, in every language.
 */
export function assetText(units: bigint): string {
  return trimZeros(formatUnits(units));
}

/** Money beside them has the same format: with two formats on a page, "1.234" would be ambiguous. */
export function priceText(price: Money): string {
  return `${moneyToDecimal(price)}\u00a0${price.currency}`;
}

export function rateText(rateScaled: bigint): string {
  return trimZeros(formatDecimal(rateScaled, rateDecimals));
}
