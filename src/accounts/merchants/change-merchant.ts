import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../base/db/pool.ts';
import { checkUrl, type UrlPolicy } from '../../base/egress/guard.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { lockMerchant } from './lock-merchant.ts';
import type { Merchant } from './merchant.ts';
import { editMerchant, type MerchantEdit } from './merchant-edit.ts';
import { returnUrlFault } from './return-url.ts';
import { updateMerchant } from './store.ts';

/** Applies all changes to a merchant, or none. */
export async function changeMerchant(
  { sql, urlPolicy }: { sql: Sql; urlPolicy: UrlPolicy },
  merchantId: string,
  edit: MerchantEdit,
  /** The actor, for the audit log. */
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
    const { settings: _, ...profile } = merchant;
    const changed = changes({ ...current, ...current.settings }, { ...profile, ...merchant.settings });
    const subject = `merchant ${merchant.id}`;
    for (const [act, isOfAct] of [
      ['merchant_changed', (name: string) => !name.startsWith('payout')],
      ['payout_settings_changed', (name: string) => name.startsWith('payout')],
    ] as const) {
      const details = Object.fromEntries(changed.filter(([name]) => isOfAct(name)));
      if (Object.keys(details).length > 0)
        await appendAudit(tx, { actor, act, subject, details }, new Date());
    }
    return merchant;
  });
}

/** The changed fields of a merchant: before and after, by name. */
function changes(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): [name: string, { before: unknown; after: unknown }][] {
  return Object.keys(after)
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => [name, { before: before[name], after: after[name] }]);
}
