import { newId } from '../db/ids.ts';
import type { Sql, Tx } from '../db/pool.ts';
import { exponentOf } from '../money/currency.ts';

/**
 * Double entry. An entry is a set of postings that sum to zero per asset; entries only append, and
 * a correction is a further entry. PostgreSQL itself refuses an entry that does not balance and
 * keeps the balances.
 *
 * A positive amount is what an account's holder is owed: `merchant_available` grows when a charge
 * is approved, while `card_clearing` falls by the same, because the acquirer now owes it to us.
 */
export type Account =
  | 'merchant_available'
  | 'platform_fees'
  | 'card_clearing'
  /** Deposits that arrived and are not, or not yet, the payment of an order. */
  | 'deposit_suspense'
  /** The operator's own money among the deposits: what it refunded from other funds. */
  | 'operator_funds'
  | `custody_${string}`;

export interface Posting {
  account: Account;
  /** An ISO 4217 currency in minor units, or USDT in millionths. */
  asset: string;
  amount: bigint;
}

export function decimalsOf(asset: string): number {
  return asset === 'USDT' ? 6 : exponentOf(asset);
}

export interface Entry {
  merchantId: string;
  kind:
    | 'charge_approved'
    | 'refund'
    | 'charge_back'
    | 'deposit'
    | 'deposit_reversed'
    | 'deposit_credited'
    | 'credit_reversed'
    | 'deposit_returned'
    | 'refund_advanced'
    | 'return_reversed';
  /** What it is about. One entry of a kind per subject: posting it again is refused. */
  subjectId: string;
  postings: Posting[];
}

export async function postEntry(tx: Tx, entry: Entry): Promise<void> {
  const entryId = newId();
  const rows = entry.postings
    .filter((posting) => posting.amount !== 0n)
    .map((posting, line) => ({ merchant_id: entry.merchantId, entry_id: entryId, line, ...posting }));
  if (rows.length === 0) return;
  await tx`
    INSERT INTO ledger_entries (merchant_id, id, kind, subject_id)
    VALUES (${entry.merchantId}, ${entryId}, ${entry.kind}, ${entry.subjectId})`;
  await tx`INSERT INTO ledger_postings ${tx(rows as never[])}`;
}

export interface Balance {
  account: string;
  asset: string;
  balance: bigint;
}

export async function balancesOf(sql: Sql, merchantId: string): Promise<Balance[]> {
  return await sql<Balance[]>`
    SELECT account, asset, balance
      FROM ledger_balances
     WHERE merchant_id = ${merchantId}
     ORDER BY account, asset`;
}
