import type { Sql } from '../db/pool.ts';
import { PasarelaError } from '../ground/errors.ts';
import { moneyToDecimal } from '../money/money.ts';
import type { CardProcessors } from './card-processors.ts';
import type { ChargeRequest } from './charge-request.ts';
import { findCharge } from './store.ts';

/** A charge that nobody could take is not sold; what was made before stays, whoever takes it now. */
export async function requireRoute(
  { sql, cards }: { sql: Sql; cards: CardProcessors },
  merchantId: string,
  id: string,
  request: ChargeRequest,
): Promise<void> {
  if (request.methodCode !== 'CARDS') return;
  const routes = await cards.routesOf({ merchantId, id, ...request }, null);
  if (routes.length > 0 || (await findCharge(sql, merchantId, id))) return;
  const { amount, country } = request;
  throw new PasarelaError(
    'method_not_available',
    `No card processor of this service takes ${moneyToDecimal(amount)} ${amount.currency} in ${country}.`,
  );
}
