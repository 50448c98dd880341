import type { Tx } from '../../base/db/pool.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

/** A refund on the chain whose postings on an account are not as expected. */
export interface UnexplainedUsdtRefund {
  merchantId: string;
  refundId: string;
  asset: string;
  account: string;
  expected: bigint;
  posted: bigint;
}

export type UsdtRefundFault =
  | 'refund_of_no_order'
  /** Its amount differs from the sum of its transfers. */
  | 'wrong_transfers'
  /** A transfer waits for a refund that ended without sending it, or that does not exist. */
  | 'transfer_of_no_refund'
  /** The order's refunds exceed what its merchant received. */
  | 'more_than_came';

export interface WrongUsdtRefund {
  merchantId: string;
  orderId: string;
  /** null: the fault concerns all refunds of the order together. */
  refundId: string | null;
  fault: UsdtRefundFault;
}

/**
 * A refund takes money from suspense or from the merchant's balance. It is due until it is sent, and then has left a
 * hot wallet; a failed one leaves no balance anywhere.
 */
export async function findUnexplainedUsdtRefunds(tx: Tx, scope: Scope): Promise<UnexplainedUsdtRefund[]> {
  return await tx<UnexplainedUsdtRefund[]>`
    WITH ${scope('ledger_entries', 'ledger_postings', 'payouts')}expected AS (
      SELECT merchant_id, id, asset, line.account, line.amount
        FROM payouts
       CROSS JOIN LATERAL (VALUES
         (CASE WHEN from_suspense THEN 'deposit_suspense' ELSE 'merchant_available' END, -amount_units),
         (CASE WHEN status = 'success' THEN 'custody_' || network || '_hot' ELSE 'refunds_due' END, amount_units)
       ) AS line (account, amount)
       WHERE kind = 'refund'
         AND status <> 'failed'
    ), posted AS (
      SELECT merchant_id, id, asset, account, amount
        FROM (
          SELECT entry.merchant_id, entry.subject_id AS id, asset, account, sum(amount)::bigint AS amount
            FROM ledger_entries AS entry
            JOIN ledger_postings AS posting ON posting.merchant_id = entry.merchant_id
                                           AND posting.entry_id = entry.id
           WHERE entry.kind IN ('refund_opened', 'refund_released', 'refund_sent')
              OR (account = 'refunds_due' AND entry.kind NOT IN ('bank_refund_held', 'bank_refund_released'))
           GROUP BY 1, 2, 3, 4
        ) AS sums
       WHERE amount <> 0
    )
    SELECT merchant_id AS "merchantId",
           id AS "refundId",
           asset,
           account,
           coalesce(expected.amount, 0) AS expected,
           coalesce(posted.amount, 0) AS posted
      FROM expected
      FULL JOIN posted USING (merchant_id, id, asset, account)
     WHERE coalesce(expected.amount, 0) <> coalesce(posted.amount, 0)
     ORDER BY merchant_id, id, account
     LIMIT ${maxFaults}`;
}

/** Compares refunds on the chain with the order and the transfers whose money they return. */
export async function findWrongUsdtRefunds(tx: Tx, scope: Scope): Promise<WrongUsdtRefund[]> {
  return await tx<WrongUsdtRefund[]>`
    WITH ${scope('payouts', 'crypto_orders', 'transfers')}standing AS (
      SELECT *
        FROM payouts
       WHERE kind = 'refund'
         AND status <> 'failed'
    ), taken AS (
      SELECT merchant_id, refund_id AS id, min(order_id::text)::uuid AS order_id, count(DISTINCT order_id) AS orders,
             sum(amount_units)::bigint AS units
        FROM transfers
       WHERE disposition = 'refunding'
       GROUP BY 1, 2
    ), wrong_refunds AS (
      SELECT merchant_id, coalesce(standing.refund_of, taken.order_id) AS order_id, id AS refund_id, fault
        FROM standing
        FULL JOIN taken USING (merchant_id, id)
       CROSS JOIN LATERAL (VALUES
         ('transfer_of_no_refund', standing.refund_of IS NULL OR NOT from_suspense AND taken.units IS NOT NULL),
         ('wrong_transfers', from_suspense AND (
           taken.units IS DISTINCT FROM amount_units OR taken.orders > 1 OR taken.order_id <> standing.refund_of))
       ) AS found (fault, is_so)
       WHERE is_so
    ), homeless AS (
      SELECT merchant_id, refund_of AS order_id, id AS refund_id, 'refund_of_no_order' AS fault
        FROM payouts
       WHERE kind = 'refund'
         AND NOT EXISTS (
               SELECT
                 FROM crypto_orders AS orders
                WHERE orders.merchant_id = payouts.merchant_id
                  AND orders.id = payouts.refund_of)
    ), exceeding AS (
      SELECT merchant_id, refund_of AS order_id, NULL::uuid AS refund_id, 'more_than_came' AS fault
        FROM standing
       WHERE NOT from_suspense
       GROUP BY merchant_id, refund_of
      HAVING sum(amount_units) > (
               SELECT coalesce(sum(transfers.amount_units), 0)
                 FROM transfers
                WHERE transfers.merchant_id = standing.merchant_id
                  AND transfers.order_id = standing.refund_of
                  AND credited)
    )
    SELECT merchant_id AS "merchantId", order_id AS "orderId", refund_id AS "refundId", fault
      FROM (TABLE wrong_refunds UNION ALL TABLE homeless UNION ALL TABLE exceeding) AS wrong
     ORDER BY merchant_id, order_id, refund_id, fault
     LIMIT ${maxFaults}`;
}
