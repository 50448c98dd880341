import { boundsOf, findMethodRule, type MerchantSettings } from '../../accounts/merchants/merchant.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import type { OrderTicket } from './order-token.ts';

/** Requires that the asset is open to the merchant in that country, and the amount within its bounds. */
export function requireMethod(
  settings: MerchantSettings,
  asset: AssetCode,
  ticket: OrderTicket,
  isServed: boolean,
): void {
  const rule = findMethodRule(settings, asset, ticket.country, 'USD');
  if (!rule || !isServed) {
    const message = `${asset} is not available to this merchant in ${ticket.country}.`;
    throw new PasarelaError('method_not_available', message);
  }
  const { min, max } = boundsOf(rule, 'USD');
  if (ticket.amountMinor < min.amountMinor || ticket.amountMinor > max.amountMinor) {
    const bounds = `between ${moneyToDecimal(min)} and ${moneyToDecimal(max)} USD`;
    throw validationFailed([{ field: 'hash', message: `names an amount that is not ${bounds}` }]);
  }
}
