import type { Db, Tx } from '../db/pool.ts';
import { assetCodes } from '../money/asset.ts';
import type { Decision, Settlement } from './settlement.ts';

const columns = `merchant_id AS "merchantId", id, currency, amount_minor AS "amountMinor", status, destination,
  requested_by AS "requestedBy", requested_at AS "requestedAt", way, reference, reason, decided_by AS "decidedBy",
  decided_at AS "decidedAt"`;

export async function insertSettlement(tx: Tx, settlement: Settlement, key: string): Promise<void> {
  await tx`
    INSERT INTO settlements (merchant_id, id, currency, amount_minor, status, destination, requested_by, requested_at,
                             request_key)
    VALUES (${settlement.merchantId}, ${settlement.id}, ${settlement.currency}, ${settlement.amountMinor},
            ${settlement.status}, ${settlement.destination}, ${settlement.requestedBy}, ${settlement.requestedAt},
            ${key})`;
}

export async function findByKey(db: Db, merchantId: string, key: string): Promise<Settlement | null> {
  const [row] = await db<Settlement[]>`
    SELECT ${db.unsafe(columns)}
      FROM settlements
     WHERE merchant_id = ${merchantId}
       AND request_key = ${key}`;
  return row ?? null;
}

/** Locked: of two decisions at once the second sees the first. */
export async function lockSettlement(tx: Tx, merchantId: string, id: string): Promise<Settlement | null> {
  const [row] = await tx<Settlement[]>`
    SELECT ${tx.unsafe(columns)}
      FROM settlements
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ?? null;
}

export async function saveDecision(
  tx: Tx,
  { merchantId, id }: Settlement,
  decision: Decision,
  by: string,
  now: Date,
): Promise<void> {
  const { way = null, reference = null, reason = null } = { ...decision } as Partial<Settlement>;
  await tx`
    UPDATE settlements
       SET status = ${decision.status},
           way = ${way},
           reference = ${reference},
           reason = ${reason},
           decided_by = ${by},
           decided_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** Of one merchant, or of all; newest first. */
export async function listSettlements(
  db: Db,
  merchantId: string | null,
  beforeId: string | null,
  limit: number,
): Promise<Settlement[]> {
  return await db<Settlement[]>`
    SELECT ${db.unsafe(columns)}
      FROM settlements
     WHERE ${merchantId === null ? db`true` : db`merchant_id = ${merchantId}`}
       AND ${beforeId === null ? db`true` : db`id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

export interface Owed {
  merchantId: string;
  currency: string;
  availableMinor: bigint;
  /** Asked for, and not paid yet. */
  settlingMinor: bigint;
}

const maxOwed = 500;

/** What the installation owes a merchant, or all of them, in ordinary currencies; the most first. */
export async function listOwed(db: Db, merchantId: string | null): Promise<Owed[]> {
  return await db<Owed[]>`
    SELECT merchant_id AS "merchantId",
           asset AS currency,
           sum(balance) FILTER (WHERE account = 'merchant_available')::bigint AS "availableMinor",
           coalesce(sum(balance) FILTER (WHERE account = 'merchant_settling'), 0)::bigint AS "settlingMinor"
      FROM ledger_balances
     WHERE account IN ('merchant_available', 'merchant_settling')
       AND asset <> ALL (${[...assetCodes]})
       AND ${merchantId === null ? db`true` : db`merchant_id = ${merchantId}`}
     GROUP BY merchant_id, asset
    HAVING sum(balance) > 0
     ORDER BY sum(balance) DESC
     LIMIT ${maxOwed}`;
}
