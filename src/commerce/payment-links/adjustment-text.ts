import { shareText } from '../../base/money/written.ts';
import { type Adjustment, percentDecimals } from './invoice-total.ts';

/** "IVA 19 %", or the name alone for an amount. */
export function adjustmentText({ name, percent }: Adjustment, locale: string): string {
  // A percentage of at most seven digits: the number is exact enough for a text.
  return percent === undefined
    ? name
    : `${name} ${shareText(Number(percent) / 100, locale, percentDecimals)}`;
}
