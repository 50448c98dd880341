import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** An account whose postings for a processor's movement differ from the movement. */
export interface UnexplainedMovement {
  merchantId: string;
  /** The stored id; the movement itself may not exist. */
  lineId: string;
  kind: 'processor_fee' | 'processor_payout' | 'processor_exchange';
  account: string;
  asset: string;
  expected: bigint;
  posted: bigint;
}

/** Compares the postings for fees, payouts and exchanges with the processors' movements, account by account. */
export async function findUnexplainedMovements(tx: Tx, scope: Scope): Promise<UnexplainedMovement[]> {
  return await tx<UnexplainedMovement[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'processor_lines')}lines AS (
      SELECT merchant_id, id, kind, currency, amount_minor, charged_currency, charged_minor,
             CASE kind WHEN 'fee' THEN fee_minor - amount_minor ELSE fee_minor END AS cost,
             CASE processor WHEN 'sandbox' THEN 'card_clearing' ELSE 'card_clearing_' || processor END AS clearing,
             CASE WHEN account_id IS NULL THEN 'processor_costs' ELSE 'merchant_direct' END AS costs,
             CASE WHEN account_id IS NULL THEN 'operator_bank' ELSE 'merchant_direct' END AS bank,
             CASE WHEN account_id IS NULL THEN 'currency_exchange' ELSE 'merchant_direct' END AS exchange
        FROM processor_lines
    ), expected AS (
      SELECT merchant_id, id, posting.kind, posting.account, posting.asset, posting.amount
        FROM lines
       CROSS JOIN LATERAL (VALUES
         ('processor_fee', clearing, currency, cost),
         ('processor_fee', costs, currency, -cost),
         ('processor_payout', clearing, currency, CASE lines.kind WHEN 'payout' THEN -amount_minor END),
         ('processor_payout', bank, currency, CASE lines.kind WHEN 'payout' THEN amount_minor END),
         ('processor_exchange', clearing, charged_currency, charged_minor),
         ('processor_exchange', exchange, charged_currency, -charged_minor),
         ('processor_exchange', clearing, currency, CASE WHEN charged_minor IS NOT NULL THEN -amount_minor END),
         ('processor_exchange', exchange, currency, CASE WHEN charged_minor IS NOT NULL THEN amount_minor END)
       ) AS posting (kind, account, asset, amount)
       WHERE posting.amount <> 0
    ), posted AS (
      SELECT entry.merchant_id, entry.subject_id AS id, entry.kind, posting.account, posting.asset,
             sum(posting.amount)::bigint AS amount
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
       WHERE entry.kind IN ('processor_fee', 'processor_payout', 'processor_exchange')
       GROUP BY 1, 2, 3, 4, 5
    )
    SELECT merchant_id AS "merchantId",
           id AS "lineId",
           kind,
           account,
           asset,
           coalesce(expected.amount, 0) AS expected,
           coalesce(posted.amount, 0) AS posted
      FROM expected
      FULL JOIN posted USING (merchant_id, id, kind, account, asset)
     WHERE coalesce(expected.amount, 0) <> coalesce(posted.amount, 0)
     ORDER BY merchant_id, id, kind, account, asset
     LIMIT ${maxFaults}`;
}
