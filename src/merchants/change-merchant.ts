import { appendAudit } from '../audit/audit-log.ts';
import type { Sql } from '../db/pool.ts';
import { validationFailed } from '../errors.ts';
import { checkUrl, type UrlPolicy } from '../webhooks/guard.ts';
import { lockMerchant } from './lock-merchant.ts';
import type { Merchant, MerchantSettings } from './merchant.ts';
import { editMerchant, type MerchantEdit } from './merchant-edit.ts';
import { returnUrlFault } from './return-url.ts';
import { updateMerchant } from './store.ts';

/** Changes a merchant as a whole or not at all. */
export async function changeMerchant(
  { sql, urlPolicy }: { sql: Sql; urlPolicy: UrlPolicy },
  merchantId: string,
  edit: MerchantEdit,
  /** Who changes it, for the audit log. */
  actor: string,
): Promise<Merchant> {
  return await sql.begin(async (tx) => {
    const current = await lockMerchant(tx, merchantId);
    const { merchant, faults } = editMerchant(
      current,
      edit,
      (url) => checkUrl(url, urlPolicy)?.message ?? null,
      (url) => returnUrlFault(url, !urlPolicy.allowHttp),
    );
    if (faults.length > 0) throw validationFailed(faults);
    await updateMerchant(tx, merchant.id, merchant);
    const changed = payoutChanges(current.settings, merchant.settings);
    if (Object.keys(changed).length > 0) {
      const subject = `merchant ${merchant.id}`;
      await appendAudit(tx, { actor, act: 'payout_settings_changed', subject, details: changed }, new Date());
    }
    return merchant;
  });
}

/** What is new about a merchant's payouts: before and after, by setting. */
function payoutChanges(before: MerchantSettings, after: MerchantSettings): Record<string, unknown> {
  const names = Object.keys(after) as (keyof MerchantSettings)[];
  return Object.fromEntries(
    names
      .filter((name) => name.startsWith('payout') && before[name] !== after[name])
      .map((name) => [name, { before: before[name], after: after[name] }]),
  );
}
