import { unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Closing } from './decide-authorization.ts';

const columns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", attempt_id AS "attemptId", kind, amount_minor AS "amountMinor",
  status, origin, failure, created_at AS "createdAt", resolved_at AS "resolvedAt"`;

export async function insertClosing(
  tx: Tx,
  closing: Closing,
  idempotency: { key: string | null; requestHash: Buffer },
  dueAt: Date,
): Promise<void> {
  await tx`
    INSERT INTO closings (
      merchant_id, id, charge_id, attempt_id, kind, amount_minor, status, origin, idempotency_key, request_hash, due_at,
      created_at, resolved_at)
    VALUES (
      ${closing.merchantId}, ${closing.id}, ${closing.chargeId}, ${closing.attemptId}, ${closing.kind},
      ${closing.amountMinor}, ${closing.status}, ${closing.origin}, ${idempotency.key}, ${idempotency.requestHash},
      ${dueAt}, ${closing.createdAt}, ${closing.resolvedAt})`;
}

export async function findClosing(db: Db, merchantId: string, id: string): Promise<Closing | null> {
  const [row] = await db<Closing[]>`
    SELECT ${db.unsafe(columns)}
      FROM closings
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ?? null;
}

export async function findClosingByKey(
  db: Db,
  merchantId: string,
  key: string,
): Promise<{ closing: Closing; requestHash: Buffer } | null> {
  const [row] = await db<(Closing & { requestHash: Buffer })[]>`
    SELECT ${db.unsafe(columns)}, request_hash AS "requestHash"
      FROM closings
     WHERE merchant_id = ${merchantId}
       AND idempotency_key = ${key}`;
  if (!row) return null;
  const { requestHash, ...closing } = row;
  return { closing, requestHash };
}

/** Oldest first. */
export async function closingsOf(db: Db, merchantId: string, chargeId: string): Promise<Closing[]> {
  return await db<Closing[]>`
    SELECT ${db.unsafe(columns)}
      FROM closings
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY created_at, id`;
}

/** The request under way; a charge has at most one. */
export async function pendingClosing(db: Db, merchantId: string, chargeId: string): Promise<Closing | null> {
  const [row] = await db<Closing[]>`
    SELECT ${db.unsafe(columns)}
      FROM closings
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
       AND status = 'pending'`;
  return row ?? null;
}

export async function resolveClosing(
  tx: Tx,
  { merchantId, id }: Closing,
  change: { status: 'succeeded' | 'failed'; failure: string | null },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE closings
       SET status = ${change.status},
           failure = ${change.failure},
           resolved_at = ${now},
           ${unleased(tx)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'pending'`;
}

export async function postponeClosing(db: Db, { merchantId, id }: Closing, dueAt: Date): Promise<void> {
  await db`
    UPDATE closings
       SET due_at = ${dueAt},
           ${unleased(db)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'pending'`;
}
