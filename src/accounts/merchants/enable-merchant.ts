import type { Sql } from '../../base/db/pool.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { lockMerchant } from './lock-merchant.ts';
import type { Merchant } from './merchant.ts';
import { updateMerchant } from './store.ts';

/** Enables or disables a merchant. A disabled one keeps its keys, settings and charges; its payouts wait. */
export async function enableMerchant(
  sql: Sql,
  merchantId: string,
  enabled: boolean,
  /** The actor, for the audit log. */
  actor: string,
): Promise<Merchant> {
  return await sql.begin(async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    await updateMerchant(tx, merchant.id, { enabled });
    if (merchant.enabled !== enabled) {
      const act = enabled ? 'merchant_enabled' : 'merchant_disabled';
      await appendAudit(tx, { actor, act, subject: `merchant ${merchant.id}`, details: {} }, new Date());
    }
    return { ...merchant, enabled };
  });
}
