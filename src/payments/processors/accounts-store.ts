import { firstId } from '../../base/db/ids.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import type { ProcessorName } from './names.ts';
import type { RouteRule } from './routing.ts';

/** A merchant's own account at a processor. */
export interface CardAccount {
  id: string;
  merchantId: string;
  processor: ProcessorName;
  /** Its settings under the names of the environment variables, as JSON, sealed. */
  settingsSealed: Buffer;
  isCurrent: boolean;
  createdAt: Date;
  changedAt: Date;
}

export async function readAccounts(db: Db): Promise<CardAccount[]> {
  return await db<CardAccount[]>`
    SELECT id, merchant_id AS "merchantId", processor, settings_sealed AS "settingsSealed", is_current AS "isCurrent",
           created_at AS "createdAt", changed_at AS "changedAt"
      FROM card_accounts
     ORDER BY id`;
}

/** Keyed by merchant; null is the installation. */
export async function readRules(db: Db): Promise<Map<string | null, RouteRule[]>> {
  const rows = await db<{ merchantId: string; rules: RouteRule[] }[]>`
    SELECT merchant_id AS "merchantId", rules
      FROM card_routes`;
  return new Map(rows.map(({ merchantId, rules }) => [merchantId === firstId ? null : merchantId, rules]));
}

/** The account that new payments use; read under the merchant's lock before a change. */
export async function findCurrentAccount(
  db: Db,
  merchantId: string,
  processor: string,
): Promise<{ id: string } | null> {
  const [row] = await db<{ id: string }[]>`
    SELECT id
      FROM card_accounts
     WHERE merchant_id = ${merchantId}
       AND processor = ${processor}
       AND is_current`;
  return row ?? null;
}

export async function insertAccount(
  tx: Tx,
  account: Pick<CardAccount, 'id' | 'merchantId' | 'processor' | 'settingsSealed'>,
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO card_accounts (id, merchant_id, processor, settings_sealed, created_at, changed_at)
    VALUES (${account.id}, ${account.merchantId}, ${account.processor}, ${account.settingsSealed}, ${now}, ${now})`;
}

export async function changeAccountSettings(tx: Tx, id: string, sealed: Buffer, now: Date): Promise<void> {
  await tx`
    UPDATE card_accounts
       SET settings_sealed = ${sealed},
           changed_at = ${now}
     WHERE id = ${id}`;
}

/** A retired account still resolves and refunds its payments; no new payment uses it. */
export async function retireAccount(tx: Tx, id: string): Promise<void> {
  await tx`
    UPDATE card_accounts
       SET is_current = false
     WHERE id = ${id}`;
}

/** `merchantId` null: the installation's rules. */
export async function saveRules(
  tx: Tx,
  merchantId: string | null,
  rules: readonly RouteRule[],
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO card_routes (merchant_id, rules, changed_at)
    VALUES (${merchantId ?? firstId}, ${tx.json(rules)}, ${now})
        ON CONFLICT (merchant_id) DO UPDATE SET rules = excluded.rules, changed_at = excluded.changed_at`;
}
