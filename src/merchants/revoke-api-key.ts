import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import { merchantOfKey, revokeApiKey } from './store.ts';

/** Stops a key for good. False: there is none to stop. */
export async function revokeKey(sql: Sql, keyId: string, actor: string): Promise<boolean> {
  return await sql.begin(async (tx) => {
    if (!(await revokeApiKey(tx, keyId))) return false;
    const subject = `merchant ${await merchantOfKey(tx, keyId)}`;
    await appendAudit(tx, { actor, act: 'key_revoked', subject, details: { keyId } }, new Date());
    return true;
  });
}
