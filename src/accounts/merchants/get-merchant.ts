import { isId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Merchant } from './merchant.ts';
import { findMerchant } from './store.ts';

/** Finds a merchant by its id in upper or lower case; throws an error for a person if it does not exist. */
export async function getMerchant(db: Db, merchantId: string): Promise<Merchant> {
  const id = merchantId.toLowerCase();
  const merchant = isId(id) ? await findMerchant(db, id) : null;
  if (!merchant) throw new PasarelaError('not_found', `There is no merchant ${merchantId}.`);
  return merchant;
}
