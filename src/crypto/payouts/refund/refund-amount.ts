import { assetDecimals, formatUnits } from '../../../base/money/asset.ts';
import { parseDecimal } from '../../../base/money/money.ts';
import { dustUnits } from '../../orders/order.ts';

/** Reads the amount of a refund; a string: the reason for refusing it. */
export function readRefundAmount(text: string): bigint | string {
  // Plain digits only: an exponent in a text amount is a mistake, not a typed number.
  const units = /^\d+(\.\d+)?$/.test(text) ? parseDecimal(text, assetDecimals) : 'not_a_number';
  if (units === 'not_a_number') return 'must be an amount as text, e.g. "10.50"';
  if (units === 'too_many_decimals') return `has more than ${assetDecimals} decimals`;
  if (units === 'too_large') return 'is more than ever came';
  if (units < dustUnits) return `must be at least ${formatUnits(dustUnits)}`;
  return units;
}
