import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import type { Db, Tx } from '../../base/db/pool.ts';
import { assetCodes } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import type { Decision, Settlement } from './settlement.ts';

const columns = `merchant_id AS "merchantId", id, currency, amount_minor AS "amountMinor", status, destination,
  requested_by AS "requestedBy", requested_at AS "requestedAt", payable_from AS "payableFrom", way, reference, reason, decided_by AS "decidedBy",
  decided_at AS "decidedAt", paid_currency AS "paidCurrency", paid_units AS "paidUnits", note, return_reason AS "returnReason",
  returned_by AS "returnedBy", returned_at AS "returnedAt"`;

export async function insertSettlement(tx: Tx, settlement: Settlement, key: string): Promise<void> {
  await tx`
    INSERT INTO settlements (merchant_id, id, currency, amount_minor, status, destination, requested_by, requested_at,
                             payable_from, request_key)
    VALUES (${settlement.merchantId}, ${settlement.id}, ${settlement.currency}, ${settlement.amountMinor},
            ${settlement.status}, ${settlement.destination}, ${settlement.requestedBy}, ${settlement.requestedAt},
            ${settlement.payableFrom}, ${key})`;
}

/** Whether the merchant was paid to exactly this destination before. */
export async function wasPaidTo(db: Db, merchantId: string, destination: string): Promise<boolean> {
  const rows = await db`
    SELECT 1
      FROM settlements
     WHERE merchant_id = ${merchantId}
       AND destination = ${destination}
       AND status = 'paid'
     LIMIT 1`;
  return rows.length > 0;
}

export async function findByKey(db: Db, merchantId: string, key: string): Promise<Settlement | null> {
  const [row] = await db<Settlement[]>`
    SELECT ${db.unsafe(columns)}
      FROM settlements
     WHERE merchant_id = ${merchantId}
       AND request_key = ${key}`;
  return row ?? null;
}

/** Locks the row: the second of two concurrent decisions sees the first. */
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
  const {
    way = null,
    reference = null,
    reason = null,
    paidCurrency = null,
    paidUnits = null,
    note = null,
  } = { ...decision } as Partial<Settlement>;
  await tx`
    UPDATE settlements
       SET status = ${decision.status},
           way = ${way},
           reference = ${reference},
           reason = ${reason},
           paid_currency = ${paidCurrency},
           paid_units = ${paidUnits},
           note = ${note},
           decided_by = ${by},
           decided_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function saveReturn(
  tx: Tx,
  { merchantId, id, returnReason, returnedBy, returnedAt }: Settlement,
): Promise<void> {
  await tx`
    UPDATE settlements
       SET status = 'returned',
           return_reason = ${returnReason},
           returned_by = ${returnedBy},
           returned_at = ${returnedAt}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** The settlements of one merchant, or of all; newest first. */
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

export async function findSettlement(db: Db, merchantId: string, id: string): Promise<Settlement | null> {
  const [row] = await db<Settlement[]>`
    SELECT ${db.unsafe(columns)}
      FROM settlements
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

/** The ledger entry of a request, which cuts the books: what was booked before it is in this settlement or an earlier one. */
export async function requestEntryOf(db: Db, { merchantId, id }: Settlement): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    SELECT id
      FROM ledger_entries
     WHERE merchant_id = ${merchantId}
       AND kind = 'settlement_requested'
       AND subject_id = ${id}`;
  if (!row) throw new Error(`settlement ${id} has no entry`);
  return row.id;
}

/** A settlement that paid, or is to pay, and the entry of its request. */
export type SettlementCut = Pick<Settlement, 'id' | 'status' | 'requestedAt'> & { entryId: string };

/**
 * The settlement of a currency that was requested next before or after an entry. Those that came to nothing do not
 * count: their money went into the one after.
 */
export async function settlementBeside(
  db: Db,
  merchantId: string,
  currency: string,
  side: 'before' | 'after',
  entryId: string,
): Promise<SettlementCut | null> {
  const [compare, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  const [row] = await db<SettlementCut[]>`
    SELECT settlements.id, settlements.status, requested_at AS "requestedAt", entry.id AS "entryId"
      FROM settlements
      JOIN ledger_entries AS entry ON entry.merchant_id = settlements.merchant_id
                                  AND entry.kind = 'settlement_requested'
                                  AND entry.subject_id = settlements.id
     WHERE settlements.merchant_id = ${merchantId}
       AND entry.merchant_id = ${merchantId}
       AND currency = ${currency}
       AND status IN ('requested', 'paid')
       AND entry.id ${db.unsafe(compare)} ${entryId}
     ORDER BY entry.id ${db.unsafe(order)}
     LIMIT 1`;
  return row ?? null;
}

/** The newest settlements that are looked through: their merchants ask for some in a week. */
const maxLookedThrough = 100;

/** How many of a merchant's settlements were refused, or came back from the bank, since a time. */
export async function troubledSettlements(db: Db, merchantId: string, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*) FILTER (
             WHERE (status = 'refused' AND decided_at >= ${since})
                OR (status = 'returned' AND returned_at >= ${since}))::int AS count
      FROM (
        SELECT status, decided_at, returned_at
          FROM settlements
         WHERE merchant_id = ${merchantId}
         ORDER BY id DESC
         LIMIT ${maxLookedThrough}
      ) AS newest`;
  return row?.count ?? 0;
}

export interface Owed {
  merchantId: string;
  currency: string;
  /** Below 0 if the merchant is in the red. */
  availableMinor: bigint;
  /** Requested but not paid yet. */
  settlingMinor: bigint;
  /** The sum of both. */
  owedMinor: bigint;
}

/** A page begins after this row. */
export type OwedCursor = Pick<Owed, 'currency' | 'owedMinor' | 'merchantId'>;

export interface OwedQuery {
  /** null: all merchants. */
  merchantId: string | null;
  /** Only merchants in the red, in any asset; otherwise the net debt in ordinary currencies. */
  isRed: boolean;
  after: OwedCursor | null;
  limit: number;
}

/** Sorted by currency, then largest first, so that merchants in the red come last. */
export async function listOwed(db: Db, { merchantId, isRed, after, limit }: OwedQuery): Promise<Owed[]> {
  const available = db`sum(balance) FILTER (WHERE account = 'merchant_available')`;
  return await db<Owed[]>`
    SELECT merchant_id AS "merchantId",
           asset AS currency,
           coalesce(${available}, 0)::bigint AS "availableMinor",
           coalesce(sum(balance) FILTER (WHERE account = 'merchant_settling'), 0)::bigint AS "settlingMinor",
           sum(balance)::bigint AS "owedMinor"
      FROM ledger_balances
     WHERE account IN ('merchant_available', 'merchant_settling')
       AND ${isRed ? db`true` : db`asset <> ALL (${[...assetCodes]})`}
       AND ${merchantId === null ? db`true` : db`merchant_id = ${merchantId}`}
     GROUP BY merchant_id, asset
    HAVING ${isRed ? db`coalesce(${available}, 0) < 0` : db`bool_or(balance <> 0)`}
       AND ${after === null ? db`true` : db`(asset, -sum(balance), merchant_id) > (${after.currency}, ${-after.owedMinor}::bigint, ${after.merchantId}::uuid)`}
     ORDER BY asset, -sum(balance), merchant_id
     LIMIT ${limit}`;
}

/** A merchant's debts in words; empty: not in the red. */
export async function redAssets(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await tx<{ asset: string; balance: bigint }[]>`
    SELECT asset, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
       AND account = 'merchant_available'
       AND balance < 0
     ORDER BY asset`;
  return rows.map(({ asset, balance }) => `${formatDecimal(balance, decimalsOf(asset))} ${asset}`);
}
