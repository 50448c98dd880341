import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Warning } from '../payment-processor.ts';

export interface KeptWarning extends Pick<Warning, 'kind' | 'reason'> {
  merchantId: string;
  processor: string;
  /** The processor's own id of the warning. */
  reference: string;
  chargeId: string;
  attemptId: string;
  toldAt: Date;
}

/** False: it already exists. */
export async function insertWarning(tx: Tx, warning: KeptWarning): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payment_warnings (merchant_id, processor, reference, charge_id, attempt_id, kind, reason, told_at)
    VALUES (
      ${warning.merchantId}, ${warning.processor}, ${warning.reference}, ${warning.chargeId}, ${warning.attemptId},
      ${warning.kind}, ${warning.reason}, ${warning.toldAt})
        ON CONFLICT DO NOTHING
    RETURNING reference`;
  return rows.length > 0;
}

/** Oldest first. */
export async function warningsOf(db: Db, merchantId: string, chargeId: string): Promise<KeptWarning[]> {
  return await db<KeptWarning[]>`
    SELECT merchant_id AS "merchantId", processor, reference, charge_id AS "chargeId", attempt_id AS "attemptId", kind, reason,
           told_at AS "toldAt"
      FROM payment_warnings
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
       -- Late payments are unexpected_payments now.
       AND kind <> 'late_payment'
     ORDER BY told_at, reference`;
}
