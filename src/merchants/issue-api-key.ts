import type { Sql } from '../db/pool.ts';
import type { Secrets } from '../secrets.ts';
import { newApiKey } from './api-key.ts';
import { getMerchant } from './get-merchant.ts';
import { insertApiKey } from './store.ts';

/** One more key for a merchant. The key is readable here and never again. */
export async function issueApiKey(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
): Promise<{ id: string; key: string }> {
  const merchant = await getMerchant(sql, merchantId);
  const { id, key } = newApiKey();
  await insertApiKey(sql, { id, merchantId: merchant.id, keyHash: secrets.hashApiKey(key) });
  return { id, key };
}
