import { parseDecimal } from '../../base/money/money.ts';

/** What an invoice comes to. Pure, and used by the form of the dashboard, too. */

/** A discount or a tax, as entered: a percentage, or for a discount an amount. */
export interface Adjustment {
  kind: 'discount' | 'tax';
  name: string;
  /** "19" or "10.5", with up to four decimals. */
  percent?: string;
  amount?: string;
}

export const percentDecimals = 4;
const wholeUnits = 100n * 10n ** BigInt(percentDecimals);

export interface AdjustmentTotal extends Adjustment {
  /** Below 0 for a discount. */
  totalMinor: bigint;
}

/**
 * Discounts are taken off the subtotal, each as a share of the whole subtotal. Taxes are shares of what is left, each of
 * the same. Each row is rounded half up to the currency's smallest unit, and the total is the sum of the rows.
 */
export function adjustedTotal(
  subtotalMinor: bigint,
  adjustments: readonly Adjustment[],
  exponent: number,
): { rows: AdjustmentTotal[]; totalMinor: bigint } {
  const shareOf = (baseMinor: bigint, { percent, amount }: Adjustment): bigint => {
    if (amount !== undefined) return readDecimal(amount, exponent);
    return (baseMinor * readDecimal(percent ?? '0', percentDecimals) + wholeUnits / 2n) / wholeUnits;
  };
  const discounted = adjustments
    .filter(({ kind }) => kind === 'discount')
    .reduce((left, each) => left - shareOf(subtotalMinor, each), subtotalMinor);
  const rows = adjustments.map((each) => ({
    ...each,
    totalMinor: each.kind === 'discount' ? -shareOf(subtotalMinor, each) : shareOf(discounted, each),
  }));
  return { rows, totalMinor: rows.reduce((sum, { totalMinor }) => sum + totalMinor, subtotalMinor) };
}

/** 0 for what cannot be read yet; the server's requests are checked before. */
function readDecimal(text: string, decimals: number): bigint {
  const units = parseDecimal(text, decimals);
  return typeof units === 'bigint' ? units : 0n;
}
