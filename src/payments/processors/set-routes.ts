import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Sql } from '../../base/db/pool.ts';
import { saveRules } from './accounts-store.ts';
import type { RouteRule } from './routing.ts';

/** Sets the routing rules of a merchant, or of the installation (null). They take effect within seconds. */
export async function setRoutes(
  { sql, now }: { sql: Sql; now(): Date },
  merchant: string | null,
  rules: readonly RouteRule[],
  actor: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const merchantId = merchant === null ? null : (await getMerchant(tx, merchant)).id;
    await saveRules(tx, merchantId, rules, now());
    const subject = merchantId === null ? 'installation' : `merchant ${merchantId}`;
    await appendAudit(tx, { actor, act: 'card_routes_set', subject, details: { rules } }, now());
  });
}
