import { unleased } from '../db/leases.ts';
import type { Db, Tx } from '../db/pool.ts';

export interface Refund {
  merchantId: string;
  id: string;
  chargeId: string;
  amountMinor: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

const refundColumns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", amount_minor AS "amountMinor", status, failure,
  created_at AS "createdAt", resolved_at AS "resolvedAt"`;

export async function insertRefund(
  tx: Tx,
  refund: Refund,
  idempotency: { key: string | null; requestHash: Buffer },
  dueAt: Date,
): Promise<void> {
  await tx`
    INSERT INTO refunds (
      merchant_id, id, charge_id, amount_minor, status, idempotency_key, request_hash, due_at, created_at)
    VALUES (
      ${refund.merchantId}, ${refund.id}, ${refund.chargeId}, ${refund.amountMinor}, ${refund.status},
      ${idempotency.key}, ${idempotency.requestHash}, ${dueAt}, ${refund.createdAt})`;
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

/** True when the refund was pending until now. */
export async function resolveRefund(
  tx: Tx,
  refund: Refund,
  status: 'succeeded' | 'failed',
  failure: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    UPDATE refunds
       SET status = ${status},
           failure = ${failure},
           resolved_at = ${now},
           ${unleased(tx)}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}
       AND status = 'pending'
    RETURNING id`;
  return rows.length === 1;
}

export async function postponeRefund(db: Db, refund: Refund, dueAt: Date): Promise<void> {
  await db`
    UPDATE refunds
       SET due_at = ${dueAt},
           ${unleased(db)}
     WHERE merchant_id = ${refund.merchantId}
       AND id = ${refund.id}
       AND status = 'pending'`;
}
