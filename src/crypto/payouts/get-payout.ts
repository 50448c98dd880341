import { isId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { findPayoutById, type Payout } from './store.ts';

/** A payout that somebody named, and an error for a person when there is none. */
export async function getPayout(db: Db, given: string): Promise<Payout> {
  const id = given.toLowerCase();
  const payout = isId(id) ? await findPayoutById(db, id) : null;
  if (!payout) throw new PasarelaError('not_found', `There is no payout ${given}.`);
  return payout;
}
