import { isId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { findPayoutById, type Payout } from './store.ts';

/** Finds a payout by a given id, or throws an error for a person. */
export async function getPayout(db: Db, given: string): Promise<Payout> {
  const id = given.toLowerCase();
  const payout = isId(id) ? await findPayoutById(db, id) : null;
  if (!payout) throw new PasarelaError('not_found', `There is no payout ${given}.`);
  return payout;
}
