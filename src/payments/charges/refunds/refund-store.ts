import { amongMerchants, ownersOf } from '../../../base/db/citus/owners.ts';
import { unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';

export interface Refund {
  merchantId: string;
  id: string;
  chargeId: string;
  amountMinor: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  /** external: it was made in the processor's own panel. */
  origin: 'own' | 'external';
  /** bank_details: the merchant pays it to a bank account that the customer names (bank/). */
  way: 'processor' | 'bank_details';
  /** In the merchant's words; null: none given. */
  reason: string | null;
  failure: string | null;
  /** The processor's own id of the refund, once it has accepted it. */
  processorReference: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

const refundColumns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", amount_minor AS "amountMinor", status, origin, way, reason, failure,
  processor_reference AS "processorReference", created_at AS "createdAt", resolved_at AS "resolvedAt"`;

export async function insertRefund(
  tx: Tx,
  refund: Refund,
  idempotency: { key: string | null; requestHash: Buffer },
  dueAt: Date,
): Promise<void> {
  await tx`
    INSERT INTO refunds (
      merchant_id, id, charge_id, amount_minor, status, origin, way, reason, processor_reference, idempotency_key,
      request_hash, due_at, created_at, resolved_at)
    VALUES (
      ${refund.merchantId}, ${refund.id}, ${refund.chargeId}, ${refund.amountMinor}, ${refund.status},
      ${refund.origin}, ${refund.way}, ${refund.reason}, ${refund.processorReference}, ${idempotency.key},
      ${idempotency.requestHash}, ${dueAt}, ${refund.createdAt}, ${refund.resolvedAt})`;
}

export async function findRefund(db: Db, merchantId: string, id: string): Promise<Refund | null> {
  const [row] = await db<Refund[]>`
    SELECT ${db.unsafe(refundColumns)}
      FROM refunds
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

export async function findRefundByKey(
  db: Db,
  merchantId: string,
  key: string,
): Promise<{ refund: Refund; requestHash: Buffer } | null> {
  const [row] = await db<(Refund & { requestHash: Buffer })[]>`
    SELECT ${db.unsafe(refundColumns)}, request_hash AS "requestHash"
      FROM refunds
     WHERE merchant_id = ${merchantId}
       AND idempotency_key = ${key}`;
  if (!row) return null;
  const { requestHash, ...refund } = row;
  return { refund, requestHash };
}

export async function refundsOf(db: Db, merchantId: string, chargeId: string): Promise<Refund[]> {
  return await db<Refund[]>`
    SELECT ${db.unsafe(refundColumns)}
      FROM refunds
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY created_at, id`;
}

/** Why charges were refunded, oldest first; those without a reason are left out. */
export async function refundReasonsOf(
  db: Db,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<{ id: string; reason: string }[]> {
  return await db<{ id: string; reason: string }[]>`
    SELECT charge_id AS id, reason
      FROM refunds
     WHERE merchant_id = ${merchantId}
       AND charge_id = ANY (${chargeIds})
       AND reason IS NOT NULL
     ORDER BY created_at, refunds.id`;
}

/** Finds a refund for a processor's message, which names only our id. */
export async function findRefundById(db: Db, id: string): Promise<Refund | null> {
  const owners = await ownersOf(db, id);
  const [row] = await db<Refund[]>`
    SELECT ${db.unsafe(refundColumns)}
      FROM refunds
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  return row ?? null;
}

/** True if the refund still had the given status. */
export async function resolveRefund(
  tx: Tx,
  refund: Refund,
  change: { status: 'succeeded' | 'failed'; failure: string | null; processorReference: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    UPDATE refunds
       SET status = ${change.status},
           failure = ${change.failure},
           processor_reference = ${change.processorReference},
           resolved_at = ${now},
           ${unleased(tx)}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}
       AND status = ${refund.status}
    RETURNING id`;
  return rows.length === 1;
}

export async function postponeRefund(
  db: Db,
  refund: Refund,
  processorReference: string | null,
  dueAt: Date,
): Promise<void> {
  await db`
    UPDATE refunds
       SET due_at = ${dueAt},
           processor_reference = ${processorReference},
           ${unleased(db)}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}
       AND status = 'pending'`;
}
