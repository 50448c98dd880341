import type { Sql } from '../db/pool.ts';
import { validationFailed } from '../errors.ts';
import { checkUrl, type UrlPolicy } from '../webhooks/guard.ts';
import { lockMerchant } from './lock-merchant.ts';
import type { Merchant } from './merchant.ts';
import { editMerchant, type MerchantEdit } from './merchant-edit.ts';
import { updateMerchant } from './store.ts';

/** Changes a merchant as a whole or not at all. */
export async function changeMerchant(
  { sql, urlPolicy }: { sql: Sql; urlPolicy: UrlPolicy },
  merchantId: string,
  edit: MerchantEdit,
): Promise<Merchant> {
  return await sql.begin(async (tx) => {
    const current = await lockMerchant(tx, merchantId);
    const { merchant, faults } = editMerchant(
      current,
      edit,
      (url) => checkUrl(url, urlPolicy)?.message ?? null,
    );
    if (faults.length > 0) throw validationFailed(faults);
    await updateMerchant(tx, merchant.id, merchant);
    return merchant;
  });
}
