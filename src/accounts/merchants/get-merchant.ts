import { isId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Merchant } from './merchant.ts';
import { findMerchant } from './store.ts';

/** A merchant that somebody named: its id in any case, and an error for a person when there is none. */
export async function getMerchant(db: Db, merchantId: string): Promise<Merchant> {
  const id = merchantId.toLowerCase();
  const merchant = isId(id) ? await findMerchant(db, id) : null;
  if (!merchant) throw new PasarelaError('not_found', `There is no merchant ${merchantId}.`);
  return merchant;
}
