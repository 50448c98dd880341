import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import type { Secrets } from '../ground/secrets.ts';
import { newApiKey, readKeyName } from './api-key.ts';
import { getMerchant } from './get-merchant.ts';
import { insertApiKey } from './store.ts';

/** One more key for a merchant. The key is readable here and never again. */
export async function issueApiKey(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
  /** Who asks for it, for the audit log. */
  actor: string,
  name: string | null = null,
): Promise<{ id: string; key: string }> {
  const called = readKeyName(name);
  const { id, key } = newApiKey();
  await sql.begin(async (tx) => {
    const merchant = await getMerchant(tx, merchantId);
    await insertApiKey(tx, { id, merchantId: merchant.id, keyHash: secrets.hashApiKey(key), name: called });
    const subject = `merchant ${merchant.id}`;
    await appendAudit(
      tx,
      { actor, act: 'key_issued', subject, details: { keyId: id, name: called } },
      new Date(),
    );
  });
  return { id, key };
}
