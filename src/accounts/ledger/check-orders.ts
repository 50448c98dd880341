import type { Tx } from '../../base/db/pool.ts';
import { processedMethods } from '../methods/methods.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

export type OrderFault =
  /** Faults of transfers. */
  | 'transfer_of_no_order'
  | 'orphaned_in_ledger'
  | 'final_not_in_ledger'
  | 'in_ledger_before_final'
  | 'credited_without_success'
  | 'success_not_credited'
  | 'decided_by_nobody'
  /** Faults of orders. */
  | 'success_unpaid'
  | 'paid_without_success'
  | 'wrong_final_sum'
  | 'wrong_resolution'
  | 'charge_differs'
  /** The units to be paid are not the price over its rates. */
  | 'price_differs';

/** A crypto order that contradicts its transfers, its resolutions or its charge. */
export interface WrongOrder {
  merchantId: string;
  orderId: string;
  /** null: the fault concerns the whole order. */
  transferId: string | null;
  fault: OrderFault;
}

/**
 * Decides all crypto orders again from their present transfers. It repeats in SQL the rules of crypto-orders/order.ts
 * (half a percent may be missing, less than a hundredth of the asset is dust), so that each reveals a fault in the
 * other. A final transfer may wait for its turn to be posted: it counts as forgotten only after an hour of the chain's
 * time.
 */
export async function findWrongOrders(tx: Tx, scope: Scope): Promise<WrongOrder[]> {
  return await tx<WrongOrder[]>`
    WITH ${scope('all_charges', 'crypto_orders', 'transfers', 'former_addresses', 'order_resolutions')}words AS (
      SELECT merchant_id, order_id,
             array_agg(resolution ORDER BY resolved_at DESC) AS said
        FROM order_resolutions
       GROUP BY merchant_id, order_id
    ), judged AS (
      SELECT transfer.*,
             orders.network = transfer.network OR former.network IS NOT NULL AS is_of_order,
             is_returned,
             is_timely,
             orders.status = 'success' AND NOT is_returned AND (is_timely OR is_accepted) AS is_paid,
             CASE WHEN disposition IN ('returned', 'advanced') THEN 'refunded'
                  WHEN disposition = 'refunding' THEN 'refund_due'
                  ELSE disposition
             END = ANY (words.said) AS is_said
        FROM transfers AS transfer
        LEFT JOIN crypto_orders AS orders ON orders.merchant_id = transfer.merchant_id
                                         AND orders.id = transfer.order_id
        LEFT JOIN former_addresses AS former ON former.merchant_id = transfer.merchant_id
                                            AND former.order_id = transfer.order_id
                                            AND former.network = transfer.network
        LEFT JOIN words ON words.merchant_id = transfer.merchant_id
                       AND words.order_id = transfer.order_id
       CROSS JOIN LATERAL (
         SELECT coalesce(disposition IN ('returned', 'advanced', 'refund_due', 'refunding'), false) AS is_returned,
                coalesce(disposition = 'accepted', false) AS is_accepted,
                coalesce(block_time <= orders.held_until, false) AS is_timely
       ) AS its
    ), wrong_transfers AS (
      SELECT merchant_id, order_id, id AS transfer_id, fault
        FROM judged
        LEFT JOIN chain_cursors AS cursor USING (network)
       CROSS JOIN LATERAL (VALUES
         ('transfer_of_no_order', is_of_order IS NOT TRUE),
         ('orphaned_in_ledger', orphaned AND posted),
         ('final_not_in_ledger', NOT orphaned AND NOT posted
                                 AND judged.block_number <= cursor.finalized_number
                                 AND judged.block_time < cursor.finalized_time - interval '1 hour'),
         -- Only blocks that were read: a replaced chain starts anew, below what its predecessor had posted.
         ('in_ledger_before_final', posted AND judged.block_number > cursor.finalized_number
                                    AND judged.block_number <= cursor.block_number),
         ('credited_without_success', credited AND is_paid IS NOT TRUE),
         ('success_not_credited', posted AND NOT credited AND is_paid),
         ('decided_by_nobody', disposition IS NOT NULL AND is_said IS NOT TRUE)
       ) AS found (fault, is_so)
       WHERE is_so
    ), sums AS (
      SELECT merchant_id, order_id,
             coalesce(sum(amount_units) FILTER (
               WHERE posted AND is_timely AND NOT is_returned AND amount_units >= 10000), 0)::bigint AS final_units,
             coalesce(bool_or(disposition = 'accepted' AND NOT orphaned), false) AS is_accepted
        FROM judged
       GROUP BY merchant_id, order_id
    ), wrong_orders AS (
      SELECT orders.merchant_id, orders.id AS order_id, NULL::uuid AS transfer_id, fault
        FROM crypto_orders AS orders
        LEFT JOIN sums ON sums.merchant_id = orders.merchant_id AND sums.order_id = orders.id
        LEFT JOIN words ON words.merchant_id = orders.merchant_id AND words.order_id = orders.id
        LEFT JOIN all_charges AS charge ON charge.merchant_id = orders.merchant_id AND charge.id = orders.charge_id
       CROSS JOIN LATERAL (
         SELECT coalesce(sums.final_units, 0) AS final_units,
                coalesce(is_accepted OR sums.final_units >= amount_units - amount_units * 50 / 10000, false) AS is_paid
       ) AS its
       CROSS JOIN LATERAL (VALUES
         ('success_unpaid', orders.status = 'success' AND NOT is_paid),
         ('paid_without_success', orders.status <> 'success' AND is_paid),
         ('wrong_final_sum', orders.status IN ('success', 'failed') AND orders.final_units <> its.final_units),
         ('wrong_resolution', orders.resolution IS DISTINCT FROM words.said[1]),
         -- A charge stays charged back, even if the payment returns.
         ('charge_differs', orders.charge_id IS NOT NULL
                            AND (orders.status = 'success' AND charge.status NOT IN ('approved', 'charged_back')
                              OR orders.status IN ('open', 'failed') AND charge.status = 'approved'
                              OR charge.id IS NULL
                              OR coalesce(price_currency, 'USD') <> charge.currency
                              OR coalesce(price_minor, orders.amount_minor) <> charge.amount_minor)),
         -- Rounded up once. Both rates have 8 decimals and the asset has 6; of these currencies only CLP has no cents.
         ('price_differs', price_currency IS NOT NULL AND network IS NOT NULL
                           AND amount_units <> div(
                             price_minor::numeric * CASE price_currency WHEN 'CLP' THEN 1e22 ELSE 1e20 END
                             + local_rate_scaled::numeric * rate_scaled::numeric - 1,
                             local_rate_scaled::numeric * rate_scaled::numeric))
       ) AS found (fault, is_so)
       WHERE is_so
    ), unpaid_charges AS (
      SELECT merchant_id, id AS order_id, NULL::uuid AS transfer_id, 'charge_differs' AS fault
        FROM all_charges AS charge
       WHERE method <> ALL (${processedMethods}::text[])
         AND status = 'approved'
         AND NOT EXISTS (
               SELECT
                 FROM crypto_orders AS orders
                WHERE orders.merchant_id = charge.merchant_id
                  AND orders.id = charge.id
                  AND orders.charge_id = charge.id)
    )
    SELECT merchant_id AS "merchantId", order_id AS "orderId", transfer_id AS "transferId", fault
      FROM (TABLE wrong_transfers UNION ALL TABLE wrong_orders UNION ALL TABLE unpaid_charges) AS wrong
     ORDER BY merchant_id, order_id, transfer_id, fault
     LIMIT ${maxFaults}`;
}
