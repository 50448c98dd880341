import type { Tx } from '../../base/db/pool.ts';
import { processedMethods } from '../methods/methods.ts';
import { maxFaults } from './fault-limit.ts';
import type { Scope } from './scope.ts';

export type RefundFault = 'wrong_refunded' | 'wrong_pending' | 'wrong_status' | 'not_refundable';

/** A charge that contradicts its refunds and disputes. */
export interface WrongRefund {
  merchantId: string;
  chargeId: string;
  fault: RefundFault;
  /** The charge's own value: minor units, or a status. */
  kept: string;
  /** The value derived from its refunds. */
  derived: string;
}

/** Sums the refunds of every charge, and compares its columns and status with the result. */
export async function findWrongRefunds(tx: Tx, scope: Scope): Promise<WrongRefund[]> {
  return await tx<WrongRefund[]>`
    WITH ${scope('all_charges', 'refunds', 'disputes')}disputed AS (
      SELECT DISTINCT merchant_id, charge_id AS id
        FROM disputes
       WHERE status IN ('open', 'lost')
    ), sums AS (
      SELECT merchant_id, charge_id AS id,
             coalesce(sum(amount_minor) FILTER (WHERE status = 'succeeded'), 0)::bigint AS refunded,
             coalesce(sum(amount_minor) FILTER (WHERE status = 'pending'), 0)::bigint AS pending,
             count(*) AS count
        FROM refunds
       GROUP BY merchant_id, charge_id
    )
    SELECT merchant_id AS "merchantId", id AS "chargeId", fault, kept, derived
      FROM all_charges AS charges
      LEFT JOIN sums USING (merchant_id, id)
      LEFT JOIN disputed USING (merchant_id, id)
     CROSS JOIN LATERAL (
       SELECT coalesce(sums.refunded, 0) AS refunded,
              coalesce(sums.pending, 0) AS pending,
              CASE WHEN disputed.id IS NOT NULL THEN 'charged_back'
                   WHEN coalesce(sums.refunded, 0) = 0 THEN 'approved'
                   WHEN sums.refunded < coalesce(captured_minor, amount_minor) THEN 'partially_refunded'
                   ELSE 'refunded'
              END AS status
     ) AS its
     CROSS JOIN LATERAL (VALUES
       ('wrong_refunded', refunded_minor::text, its.refunded::text, refunded_minor <> its.refunded),
       ('wrong_pending', refund_pending_minor::text, its.pending::text, refund_pending_minor <> its.pending),
       ('wrong_status', charges.status, its.status,
        charges.status IN ('approved', 'partially_refunded', 'refunded', 'charged_back') AND charges.status <> its.status),
       ('not_refundable', method || ' ' || charges.status, sums.count || ' refunds',
        sums.count > 0 AND (method <> ALL (${processedMethods}::text[])
                            OR charges.status IN ('open', 'authorized', 'declined', 'canceled', 'voided', 'expired')))
     ) AS found (fault, kept, derived, is_so)
     WHERE is_so
     ORDER BY merchant_id, id, fault
     LIMIT ${maxFaults}`;
}
