import { firstId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { ProcessorName } from './names.ts';
import type { RouteRule } from './routing.ts';

/** A merchant's own account at a processor. */
export interface CardAccount {
  id: string;
  merchantId: string;
  processor: ProcessorName;
  /** Its settings under the names of the environment, as JSON, sealed. */
  settingsSealed: Buffer;
  isCurrent: boolean;
  changedAt: Date;
}

export async function readAccounts(db: Db): Promise<CardAccount[]> {
  return await db<CardAccount[]>`
    SELECT id, merchant_id AS "merchantId", processor, settings_sealed AS "settingsSealed", is_current AS "isCurrent",
           changed_at AS "changedAt"
      FROM card_accounts
     ORDER BY id`;
}

/** By merchant; the installation's own under null. */
export async function readRules(db: Db): Promise<Map<string | null, RouteRule[]>> {
  const rows = await db<{ merchantId: string; rules: RouteRule[] }[]>`
    SELECT merchant_id AS "merchantId", rules
      FROM card_routes`;
  return new Map(rows.map(({ merchantId, rules }) => [merchantId === firstId ? null : merchantId, rules]));
}
