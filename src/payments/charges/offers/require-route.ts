import type { Merchant } from '../../../accounts/merchants/merchant.ts';
import { isProcessed, methods } from '../../../accounts/methods/methods.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import type { ChargeRequest } from '../charge-request.ts';
import type { CaptureMode } from '../payment-processor.ts';
import { findCharge } from '../store.ts';
import { type OfferDeps, offersOf } from './offers.ts';

interface RequireRouteDeps extends OfferDeps {
  sql: Sql;
}

/** Refuses a charge that no processor could take. An existing charge stays valid, whatever the routes are now. */
export async function requireRoute(
  deps: RequireRouteDeps,
  merchant: Pick<Merchant, 'id' | 'settings'>,
  id: string,
  { methodCode, amount, capture, country }: ChargeRequest,
): Promise<void> {
  if (!isProcessed(methodCode)) return;
  const merchantId = merchant.id;
  const { amountMinor, currency } = amount;
  const anyMethod = methods[methodCode].way === 'choice';
  const offers = () => offersOf(deps, merchant, { country, currency, amountMinor });
  const routesWith = (mode: CaptureMode) =>
    deps.processors.routesOf({ merchantId, id, amount, capture: mode, country, method: methodCode }, null);
  const takers = anyMethod ? await offers() : await routesWith(capture);
  if (takers.length > 0 || (await findCharge(deps.sql, merchantId, id))) return;
  const what = `${moneyToDecimal(amount)} ${currency}${anyMethod ? '' : ` by ${methodCode}`} in ${country}`;
  if (capture === 'manual' && (await routesWith('automatic')).length > 0) {
    throw new PasarelaError(
      'method_not_available',
      `No processor of this service can hold ${what} for a later capture. With capture "automatic" it can be taken at once.`,
    );
  }
  const others = anyMethod ? [] : (await offers()).map(({ method }) => method);
  const instead = others.length > 0 ? ` What can be used there: ${others.join(', ')}.` : '';
  throw new PasarelaError('method_not_available', `No processor of this service takes ${what}.${instead}`);
}
