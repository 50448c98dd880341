import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** A refund to a bank account whose amount set aside contradicts its status. */
export interface UnexplainedBankRefund {
  merchantId: string;
  refundId: string;
  asset: string;
  expected: bigint;
  held: bigint;
}

/** The amount of an open refund is set aside from the merchant's balance; of one that ended, nothing is. */
export async function findUnexplainedBankRefunds(tx: Tx, scope: Scope): Promise<UnexplainedBankRefund[]> {
  return await tx<UnexplainedBankRefund[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'bank_refunds', 'refunds', 'all_charges')}expected AS (
      SELECT bank.merchant_id, bank.id, charge.currency AS asset, refund.amount_minor AS held
        FROM bank_refunds AS bank
        JOIN refunds AS refund ON refund.merchant_id = bank.merchant_id
                              AND refund.id = bank.id
        JOIN all_charges AS charge ON charge.merchant_id = bank.merchant_id
                                  AND charge.id = bank.charge_id
       WHERE bank.is_held
         AND bank.status IN ('asked', 'given')
    ), posted AS (
      SELECT entry.merchant_id, entry.subject_id AS id, posting.asset, sum(posting.amount)::bigint AS held
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                       AND posting.entry_id = entry.id
       WHERE entry.kind IN ('bank_refund_held', 'bank_refund_released')
         AND posting.account = 'refunds_due'
       GROUP BY 1, 2, 3
    )
    SELECT merchant_id AS "merchantId",
           id AS "refundId",
           asset,
           coalesce(expected.held, 0) AS expected,
           coalesce(posted.held, 0) AS held
      FROM expected
      FULL JOIN posted USING (merchant_id, id, asset)
     WHERE coalesce(expected.held, 0) <> coalesce(posted.held, 0)
     ORDER BY merchant_id, id
     LIMIT ${maxFaults}`;
}
