import { unleased } from '../db/leases.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Money } from '../money/money.ts';
import type { Dispute } from './card-processor.ts';

/** A dispute as we keep it. */
export interface KeptDispute {
  merchantId: string;
  id: string;
  chargeId: string;
  attemptId: string | null;
  processor: string;
  /** The processor's own id of it. */
  reference: string;
  status: Dispute['status'];
  amount: Money;
  reason: string | null;
  openedAt: Date;
  closedAt: Date | null;
}

type DisputeRow = Omit<KeptDispute, 'amount'> & { amountMinor: bigint; currency: string };

const disputeColumns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", attempt_id AS "attemptId", processor, reference, status,
  currency, amount_minor AS "amountMinor", reason, opened_at AS "openedAt", closed_at AS "closedAt"`;

function toDispute({ amountMinor, currency, ...row }: DisputeRow): KeptDispute {
  return { ...row, amount: { amountMinor, currency } };
}

export async function insertDispute(tx: Tx, dispute: KeptDispute, dueAt: Date): Promise<void> {
  await tx`
    INSERT INTO disputes (
      merchant_id, id, charge_id, attempt_id, processor, reference, status, currency, amount_minor, reason, due_at,
      opened_at, closed_at)
    VALUES (
      ${dispute.merchantId}, ${dispute.id}, ${dispute.chargeId}, ${dispute.attemptId}, ${dispute.processor},
      ${dispute.reference}, ${dispute.status}, ${dispute.amount.currency}, ${dispute.amount.amountMinor},
      ${dispute.reason}, ${dueAt}, ${dispute.openedAt}, ${dispute.closedAt})`;
}

export async function closeDispute(
  tx: Tx,
  dispute: KeptDispute,
  status: 'won' | 'lost',
  now: Date,
): Promise<void> {
  await tx`
    UPDATE disputes
       SET status = ${status},
           closed_at = ${now},
           ${unleased(tx)}
     WHERE merchant_id = ${dispute.merchantId}
       AND id = ${dispute.id}`;
}

/** It is still open: it is asked for again then. */
export async function postponeDispute(db: Db, dispute: KeptDispute, dueAt: Date): Promise<void> {
  await db`
    UPDATE disputes
       SET due_at = ${dueAt},
           ${unleased(db)}
     WHERE merchant_id = ${dispute.merchantId}
       AND id = ${dispute.id}
       AND status = 'open'`;
}

export async function findDispute(db: Db, merchantId: string, id: string): Promise<KeptDispute | null> {
  const [row] = await db<DisputeRow[]>`
    SELECT ${db.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ? toDispute(row) : null;
}

/** In the order of time. */
export async function disputesOf(db: Db, merchantId: string, chargeId: string): Promise<KeptDispute[]> {
  const rows = await db<DisputeRow[]>`
    SELECT ${db.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY opened_at, id`;
  return rows.map(toDispute);
}
