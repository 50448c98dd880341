import { isProcessed } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import type { ChargeRequest } from './charge-request.ts';
import type { PaymentProcessors } from './payment-processors.ts';
import { findCharge } from './store.ts';

interface RequireRouteDeps {
  sql: Sql;
  processors: PaymentProcessors;
}

/** Refuses a charge that no processor could take. An existing charge stays valid, whatever the routes are now. */
export async function requireRoute(
  { sql, processors }: RequireRouteDeps,
  merchantId: string,
  id: string,
  { methodCode, amount, country }: ChargeRequest,
): Promise<void> {
  if (!isProcessed(methodCode)) return;
  const routes = await processors.routesOf({ merchantId, id, amount, country, method: methodCode }, null);
  if (routes.length > 0 || (await findCharge(sql, merchantId, id))) return;
  throw new PasarelaError(
    'method_not_available',
    `No processor of this service takes ${moneyToDecimal(amount)} ${amount.currency} by ${methodCode} in ${country}. GET /api/payment-methods?country=${country}&currency=${amount.currency} lists what can be used.`,
  );
}
