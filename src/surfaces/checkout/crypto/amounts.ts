import { formatUnits } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';

const rateDecimals = 8;

/**
 * An amount as wallets take it: a dot, no grouping, exact to the last unit. What is shown is what is
 * copied, in every language.
 */
export function assetText(units: bigint): string {
  return trimZeros(formatUnits(units));
}

/** Beside them, dollars are written the same way: two formats on a page would be two readings of "1.234". */
export function usdText(amountMinor: bigint): string {
  return `${formatDecimal(amountMinor, 2)}\u00a0USD`;
}

export function rateText(rateScaled: bigint): string {
  return trimZeros(formatDecimal(rateScaled, rateDecimals));
}

/** "10.500000" is "10.50", as people write money; "10.500001" stays. */
function trimZeros(decimal: string): string {
  return decimal.replace(/(\.\d\d\d*?)0+$/, '$1');
}
