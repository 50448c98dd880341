import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { moneyToDecimal } from '../../base/money/money.ts';
import type { CardProcessors, Route } from './card-processors.ts';
import type { ChargeRequest } from './charge-request.ts';
import { findCharge } from './store.ts';

interface RequireRouteDeps {
  sql: Sql;
  cards: CardProcessors;
}

/**
 * A charge that nobody could take is not sold; what was made before stays, whoever takes it now. Nothing to wait for where
 * that is known: a promise is felt on the busiest routes.
 */
export function requireRoute(
  deps: RequireRouteDeps,
  merchantId: string,
  id: string,
  request: ChargeRequest,
): Promise<void> | null {
  if (request.methodCode !== 'CARDS') return null;
  const { amount, country } = request;
  const routes = deps.cards.routesOf({ merchantId, id, amount, country }, null);
  if (Array.isArray(routes) && routes.length > 0) return null;
  return requireAny(deps, merchantId, id, request, routes);
}

async function requireAny(
  { sql }: RequireRouteDeps,
  merchantId: string,
  id: string,
  { amount, country }: ChargeRequest,
  routes: Route[] | Promise<Route[]>,
): Promise<void> {
  if ((await routes).length > 0 || (await findCharge(sql, merchantId, id))) return;
  throw new PasarelaError(
    'method_not_available',
    `No card processor of this service takes ${moneyToDecimal(amount)} ${amount.currency} in ${country}.`,
  );
}
