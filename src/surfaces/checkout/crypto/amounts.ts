import { formatUnits } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';

const rateDecimals = 8;

/**
 * An amount in the form that wallets accept: a dot, no grouping, exact to the last unit. The displayed text is the
 * copied text, in every language.
 */
export function assetText(units: bigint): string {
  return trimZeros(formatUnits(units));
}

/** Dollars beside them have the same format: with two formats on a page, "1.234" would be ambiguous. */
export function usdText(amountMinor: bigint): string {
  return `${formatDecimal(amountMinor, 2)}\u00a0USD`;
}

export function rateText(rateScaled: bigint): string {
  return trimZeros(formatDecimal(rateScaled, rateDecimals));
}

/** "10.500000" becomes "10.50", as people write money; "10.500001" stays. */
function trimZeros(decimal: string): string {
  return decimal.replace(/(\.\d\d\d*?)0+$/, '$1');
}
