import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** An account whose postings for a settlement contradict its status. */
export interface UnexplainedSettlement {
  merchantId: string;
  /** The stored id; the settlement itself may not exist. */
  settlementId: string;
  account: string;
  asset: string;
  expected: bigint;
  posted: bigint;
}

/** Compares the postings for settlements with their rows, account by account. */
export async function findUnexplainedSettlements(tx: Tx, scope: Scope): Promise<UnexplainedSettlement[]> {
  return await tx<UnexplainedSettlement[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'settlements')}expected AS (
      SELECT merchant_id, id, posting.account, currency AS asset, posting.amount
        FROM settlements
       CROSS JOIN LATERAL (VALUES
         ('merchant_available', CASE WHEN status IN ('requested', 'paid') THEN -amount_minor END),
         ('merchant_settling', CASE WHEN status = 'requested' THEN amount_minor END),
         ('operator_bank', CASE WHEN status = 'paid' AND way = 'bank' THEN amount_minor END),
         ('operator_funds', CASE WHEN status = 'paid' AND way = 'usdt' THEN amount_minor END)
       ) AS posting (account, amount)
       WHERE posting.amount <> 0
    ), posted AS (
      SELECT entry.merchant_id, entry.subject_id AS id, posting.account, posting.asset,
             sum(posting.amount)::bigint AS amount
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
       WHERE entry.kind IN ('settlement_requested', 'settlement_refused', 'settlement_paid', 'settlement_withdrawn',
                            'settlement_returned')
          OR posting.account = 'merchant_settling'
       GROUP BY 1, 2, 3, 4
    )
    SELECT merchant_id AS "merchantId",
           id AS "settlementId",
           account,
           asset,
           coalesce(expected.amount, 0) AS expected,
           coalesce(posted.amount, 0) AS posted
      FROM expected
      FULL JOIN posted USING (merchant_id, id, account, asset)
     WHERE coalesce(expected.amount, 0) <> coalesce(posted.amount, 0)
     ORDER BY merchant_id, id, account, asset
     LIMIT ${maxFaults}`;
}
