import type { Sql } from '../db/pool.ts';
import { PasarelaError } from '../ground/errors.ts';
import { moneyToDecimal } from '../money/money.ts';
import type { CardProcessors } from './card-processors.ts';
import type { ChargeRequest } from './charge-request.ts';
import { findCharge } from './store.ts';

/** True: there is nothing to require. Told at once: a promise is felt on the busiest routes. */
export function hasKnownRoute(
  cards: CardProcessors,
  merchantId: string,
  id: string,
  { methodCode, amount, country }: ChargeRequest,
): boolean {
  if (methodCode !== 'CARDS') return true;
  const routes = cards.routesOf({ merchantId, id, amount, country }, null);
  return Array.isArray(routes) && routes.length > 0;
}

/** A charge that nobody could take is not sold; what was made before stays, whoever takes it now. */
export async function requireRoute(
  { sql, cards }: { sql: Sql; cards: CardProcessors },
  merchantId: string,
  id: string,
  request: ChargeRequest,
): Promise<void> {
  if (hasKnownRoute(cards, merchantId, id, request)) return;
  const { amount, country } = request;
  const routes = await cards.routesOf({ merchantId, id, amount, country }, null);
  if (routes.length > 0 || (await findCharge(sql, merchantId, id))) return;
  throw new PasarelaError(
    'method_not_available',
    `No card processor of this service takes ${moneyToDecimal(amount)} ${amount.currency} in ${country}.`,
  );
}
