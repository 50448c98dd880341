import type { Sql } from '../../../base/db/pool.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { merchantOfKey, revokeApiKey } from '../store.ts';

/** Revokes a key for good. False: no such key. */
export async function revokeKey(
  sql: Sql,
  keyId: string,
  actor: string,
  /** The required owner; null: any. */
  ownerId: string | null = null,
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const merchantId = await merchantOfKey(tx, keyId);
    if (ownerId !== null && merchantId !== ownerId) return false;
    if (!(await revokeApiKey(tx, keyId))) return false;
    const subject = `merchant ${merchantId}`;
    await appendAudit(tx, { actor, act: 'key_revoked', subject, details: { keyId } }, new Date());
    return true;
  });
}
