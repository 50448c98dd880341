import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import type { Secrets } from '../ground/secrets.ts';
import { newApiKey } from './api-key.ts';
import { getMerchant } from './get-merchant.ts';
import { insertApiKey } from './store.ts';

/** One more key for a merchant. The key is readable here and never again. */
export async function issueApiKey(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
  /** Who asks for it, for the audit log. */
  actor: string,
): Promise<{ id: string; key: string }> {
  const { id, key } = newApiKey();
  await sql.begin(async (tx) => {
    const merchant = await getMerchant(tx, merchantId);
    await insertApiKey(tx, { id, merchantId: merchant.id, keyHash: secrets.hashApiKey(key) });
    const subject = `merchant ${merchant.id}`;
    await appendAudit(tx, { actor, act: 'key_issued', subject, details: { keyId: id } }, new Date());
  });
  return { id, key };
}
