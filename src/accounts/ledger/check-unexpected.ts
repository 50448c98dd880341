import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** Money that came otherwise than was asked, whose postings contradict what became of it. */
export interface UnexplainedUnexpected {
  merchantId: string;
  /** The id of its attempt. */
  paymentId: string;
  /** Minor units: what the processor still owes of it, and what still lies in suspense. */
  expectedOwed: bigint;
  owed: bigint;
  expectedSuspense: bigint;
  suspense: bigint;
}

/**
 * Compares unexpected payments with their postings. What paid its charge left suspense by the charge's own entry.
 */
export async function findUnexplainedUnexpected(tx: Tx, scope: Scope): Promise<UnexplainedUnexpected[]> {
  return await tx<UnexplainedUnexpected[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'unexpected_payments')}expected AS (
      SELECT merchant_id, id, currency,
             CASE status WHEN 'returned' THEN 0 ELSE paid_minor END AS owed,
             CASE WHEN status IN ('waiting', 'returning') THEN paid_minor ELSE 0 END AS suspense
        FROM unexpected_payments
    ), posted AS (
      SELECT entry.merchant_id,
             coalesce(returned.id, paying.id, entry.subject_id) AS id,
             posting.asset AS currency,
             coalesce(-sum(posting.amount) FILTER (WHERE starts_with(posting.account, 'card_clearing')), 0)::bigint AS owed,
             coalesce(sum(posting.amount) FILTER (WHERE posting.account = 'payment_suspense'), 0)::bigint AS suspense
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id AND posting.entry_id = entry.id
        LEFT JOIN unexpected_payments AS returned ON returned.merchant_id = entry.merchant_id
                                                 AND returned.return_id = entry.subject_id
                                                 AND entry.kind = 'unexpected_payment_returned'
        LEFT JOIN unexpected_payments AS paying ON paying.merchant_id = entry.merchant_id
                                               AND paying.charge_id = entry.subject_id
                                               AND paying.pays
                                               AND entry.kind = 'charge_approved'
       WHERE entry.kind IN ('unexpected_payment', 'unexpected_payment_accepted', 'unexpected_payment_returned')
          OR posting.account = 'payment_suspense'
       GROUP BY 1, 2, 3
    )
    SELECT merchant_id AS "merchantId",
           id AS "paymentId",
           coalesce(expected.owed, 0) AS "expectedOwed",
           coalesce(posted.owed, 0) AS owed,
           coalesce(expected.suspense, 0) AS "expectedSuspense",
           coalesce(posted.suspense, 0) AS suspense
      FROM expected
      FULL JOIN posted USING (merchant_id, id, currency)
     WHERE coalesce(expected.owed, 0) <> coalesce(posted.owed, 0)
        OR coalesce(expected.suspense, 0) <> coalesce(posted.suspense, 0)
     ORDER BY merchant_id, id
     LIMIT ${maxFaults}`;
}
