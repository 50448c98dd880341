import type { Tx } from '../db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** An account that shows something else than what it was posted for says. */
export interface UnexplainedPosting {
  merchantId: string;
  about: 'transfer' | 'refund' | 'charge_back';
  /** Of the transfer or the refund; charge-backs are counted by their charge. */
  id: string;
  /** The order of the transfer, the charge of the refund; null: there is no such transfer or refund. */
  ofId: string | null;
  account: string;
  asset: string;
  expected: bigint;
  posted: bigint;
}

/**
 * Holds what was posted for transfers, refunds and charge-backs against these, account by account. All that stands
 * of a transfer stands under the id it has (crypto-orders/post-transfers.ts), so under any other it must be even.
 */
export async function findUnexplainedPostings(tx: Tx, scope: Scope): Promise<UnexplainedPosting[]> {
  return await tx<UnexplainedPosting[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'all_charges', 'refunds', 'crypto_orders', 'transfers')}expected_lines AS (
      -- One of no order, which is a fault of its own, counts as of the first asset there was.
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
      SELECT merchant_id, 'refund', refund.id, charge.currency, line.account, line.amount
        FROM refunds AS refund
        JOIN all_charges AS charge USING (merchant_id)
       CROSS JOIN LATERAL (VALUES
         ('card_clearing', refund.amount_minor),
         ('merchant_available', -refund.amount_minor)
       ) AS line (account, amount)
       WHERE charge.id = refund.charge_id
         AND refund.status = 'succeeded'
       UNION ALL
      -- What was given back or is about to be is not taken a second time.
      SELECT merchant_id, 'charge_back', id, currency, line.account, line.amount
        FROM all_charges
       CROSS JOIN LATERAL (VALUES
         ('card_clearing', amount_minor - refunded_minor - refund_pending_minor),
         ('merchant_available', refunded_minor + refund_pending_minor - amount_minor)
       ) AS line (account, amount)
       WHERE status = 'charged_back'
         AND method = 'CARDS'
    ), expected AS (
      SELECT *
        FROM expected_lines
       WHERE amount <> 0
    ), posted AS (
      SELECT entry.merchant_id,
             CASE WHEN kind IN ('refund', 'charge_back') THEN kind ELSE 'transfer' END AS about,
             -- A refund that failed after the charge-back left its part to it.
             coalesce(failed.charge_id, entry.subject_id) AS id,
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
       WHERE kind IN ('deposit', 'deposit_reversed', 'deposit_credited', 'credit_reversed', 'deposit_returned',
                      'refund_advanced', 'return_reversed', 'refund', 'charge_back')
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
           coalesce(transfer.order_id, refund.charge_id, charge.id) AS "ofId",
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
      LEFT JOIN all_charges AS charge ON about = 'charge_back'
                                 AND charge.merchant_id = differing.merchant_id
                                 AND charge.id = differing.id
     ORDER BY differing.merchant_id, about, differing.id, account, asset
     LIMIT ${maxFaults}`;
}
