import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** An account whose postings differ from their cause. */
export interface UnexplainedPosting {
  merchantId: string;
  about: 'transfer' | 'refund' | 'charge_back';
  /** The id of the transfer, the refund or the dispute. */
  id: string;
  /** The transfer's order, or the charge of the others; null: it does not exist. */
  ofId: string | null;
  account: string;
  asset: string;
  expected: bigint;
  posted: bigint;
}

/**
 * Compares the postings for transfers, refunds and charge-backs with their causes, account by account. All postings of
 * a transfer use its current id (crypto-orders/post-transfers.ts), so those under any other id must sum to zero.
 */
export async function findUnexplainedPostings(tx: Tx, scope: Scope): Promise<UnexplainedPosting[]> {
  return await tx<UnexplainedPosting[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'all_charges', 'refunds', 'disputes', 'dispute_changes', 'crypto_orders', 'transfers', 'unexpected_payments')}approvals AS (
      -- Money given back is posted to the same accounts as the payment.
      SELECT entry.merchant_id,
             coalesce(paying.charge_id, entry.subject_id) AS charge_id,
             min(account) FILTER (WHERE starts_with(account, 'card_clearing')) AS clearing,
             coalesce(min(account) FILTER (WHERE account = 'merchant_direct'), 'merchant_available') AS owner
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                       AND posting.entry_id = entry.id
        LEFT JOIN unexpected_payments AS paying ON paying.merchant_id = entry.merchant_id
                                               AND paying.id = entry.subject_id
                                               AND paying.pays
       WHERE entry.kind = 'charge_approved'
          OR (entry.kind = 'unexpected_payment' AND paying.pays)
       GROUP BY 1, 2
    ), given_back AS (
      SELECT refund.merchant_id, 'refund' AS about, refund.id, refund.charge_id, charge.currency AS asset,
             refund.amount_minor AS amount
        FROM refunds AS refund
        JOIN all_charges AS charge ON charge.merchant_id = refund.merchant_id
                                  AND charge.id = refund.charge_id
       -- The merchant pays the others itself (check-bank-refunds.ts).
       WHERE refund.status = 'succeeded'
         AND refund.way = 'processor'
       UNION ALL
      SELECT merchant_id, 'charge_back', id, charge_id, currency, amount_minor
        FROM disputes
       WHERE status IN ('open', 'lost')
    ), expected_lines AS (
      -- A transfer without an order, a fault of its own, counts in the first asset that existed.
      SELECT transfers.merchant_id, 'transfer' AS about, transfers.id, coalesce(crypto_orders.asset, 'USDT') AS asset,
             line.account, line.amount
        FROM transfers
        LEFT JOIN crypto_orders ON crypto_orders.merchant_id = transfers.merchant_id
                               AND crypto_orders.id = transfers.order_id
       CROSS JOIN LATERAL (
         SELECT posted::int AS posted,
                credited::int AS credited,
                coalesce(disposition = 'returned', false)::int AS returned,
                coalesce(disposition = 'advanced', false)::int AS advanced
       ) AS flag
       CROSS JOIN LATERAL (VALUES
         ('custody_' || transfers.network, transfers.amount_units * (flag.returned - flag.posted)),
         ('deposit_suspense', transfers.amount_units * (flag.posted - flag.credited - flag.returned - flag.advanced)),
         ('operator_funds', transfers.amount_units * flag.advanced),
         ('merchant_available', (transfers.amount_units - fee_units) * flag.credited),
         ('platform_fees', fee_units * flag.credited)
       ) AS line (account, amount)
       UNION ALL
      SELECT merchant_id, about, id, given_back.asset, line.account, line.amount
        FROM given_back
        LEFT JOIN approvals USING (merchant_id, charge_id)
       -- If the payment was never posted, the right accounts are unknown: the missing amount is reported on the first
       -- accounts that existed.
       CROSS JOIN LATERAL (VALUES
         (coalesce(approvals.clearing, 'card_clearing'), given_back.amount),
         (coalesce(approvals.owner, 'merchant_available'), -given_back.amount)
       ) AS line (account, amount)
    ), expected AS (
      SELECT *
        FROM expected_lines
       WHERE amount <> 0
    ), posted AS (
      SELECT entry.merchant_id,
             CASE WHEN kind IN ('refund', 'refund_reversed') THEN 'refund'
                  WHEN kind IN ('charge_back', 'charge_back_reversed') THEN 'charge_back'
                  ELSE 'transfer'
             END AS about,
             -- Before disputes existed, a refund that failed after the charge-back left its part to the charge-back.
             coalesce(failed.charge_id, change.dispute_id, entry.subject_id) AS id,
             asset,
             account,
             sum(amount)::bigint AS amount
        FROM ledger_entries AS entry
        JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                       AND posting.entry_id = entry.id
        LEFT JOIN refunds AS failed ON failed.merchant_id = entry.merchant_id
                                   AND failed.id = entry.subject_id
                                   AND failed.status = 'failed'
                                   AND entry.kind = 'charge_back'
        -- Later changes of a dispute are posted under the id of the change.
        LEFT JOIN dispute_changes AS change ON change.merchant_id = entry.merchant_id
                                           AND change.id = entry.subject_id
       WHERE kind IN ('deposit', 'deposit_reversed', 'deposit_credited', 'credit_reversed', 'deposit_returned',
                      'refund_advanced', 'return_reversed', 'refund', 'refund_reversed', 'charge_back', 'charge_back_reversed')
       GROUP BY 1, 2, 3, 4, 5
    ), differing AS (
      SELECT merchant_id, about, id, account, asset,
             coalesce(expected.amount, 0) AS expected,
             coalesce(posted.amount, 0) AS posted
        FROM expected
        FULL JOIN posted USING (merchant_id, about, id, account, asset)
       WHERE coalesce(expected.amount, 0) <> coalesce(posted.amount, 0)
    )
    SELECT differing.merchant_id AS "merchantId",
           about,
           differing.id,
           coalesce(transfer.order_id, refund.charge_id, dispute.charge_id) AS "ofId",
           account,
           asset,
           expected,
           differing.posted
      FROM differing
      LEFT JOIN transfers AS transfer ON about = 'transfer'
                                     AND transfer.merchant_id = differing.merchant_id
                                     AND transfer.id = differing.id
      LEFT JOIN refunds AS refund ON about = 'refund'
                                 AND refund.merchant_id = differing.merchant_id
                                 AND refund.id = differing.id
      LEFT JOIN disputes AS dispute ON about = 'charge_back'
                                   AND dispute.merchant_id = differing.merchant_id
                                   AND dispute.id = differing.id
     ORDER BY differing.merchant_id, about, differing.id, account, asset
     LIMIT ${maxFaults}`;
}
