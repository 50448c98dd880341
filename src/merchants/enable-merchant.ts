import type { Sql } from '../db/pool.ts';
import { getMerchant } from './get-merchant.ts';
import type { Merchant } from './merchant.ts';
import { updateMerchant } from './store.ts';

/** Opens or closes the doors to a merchant. A disabled one keeps its keys, settings and charges. */
export async function enableMerchant(sql: Sql, merchantId: string, enabled: boolean): Promise<Merchant> {
  const merchant = await getMerchant(sql, merchantId);
  await updateMerchant(sql, merchant.id, { enabled });
  return { ...merchant, enabled };
}
