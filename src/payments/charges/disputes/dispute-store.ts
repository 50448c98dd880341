import { unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { Money } from '../../../base/money/money.ts';
import type { Dispute } from '../payment-processor.ts';

export interface KeptDispute {
  merchantId: string;
  id: string;
  chargeId: string;
  attemptId: string | null;
  processor: string;
  /** The processor's own id of the dispute. */
  reference: string;
  status: Dispute['status'];
  amount: Money;
  reason: string | null;
  /** The bank's deadline for the merchant's evidence; null: not reported. */
  evidenceDueAt: Date | null;
  openedAt: Date;
  closedAt: Date | null;
  /** When this state was read from the processor; null: read before this was recorded. */
  readAt: Date | null;
}

type DisputeRow = Omit<KeptDispute, 'amount'> & { amountMinor: bigint; currency: string };

const disputeColumns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", attempt_id AS "attemptId", processor, reference, status,
  currency, amount_minor AS "amountMinor", reason, evidence_due_at AS "evidenceDueAt", opened_at AS "openedAt", closed_at AS "closedAt",
  read_at AS "readAt"`;

function toDispute({ amountMinor, currency, ...row }: DisputeRow): KeptDispute {
  return { ...row, amount: { amountMinor, currency } };
}

export async function insertDispute(tx: Tx, dispute: KeptDispute, dueAt: Date | null): Promise<void> {
  await tx`
    INSERT INTO disputes (
      merchant_id, id, charge_id, attempt_id, processor, reference, status, currency, amount_minor, reason, evidence_due_at, due_at,
      opened_at, closed_at, read_at)
    VALUES (
      ${dispute.merchantId}, ${dispute.id}, ${dispute.chargeId}, ${dispute.attemptId}, ${dispute.processor},
      ${dispute.reference}, ${dispute.status}, ${dispute.amount.currency}, ${dispute.amount.amountMinor},
      ${dispute.reason}, ${dispute.evidenceDueAt}, ${dueAt}, ${dispute.openedAt}, ${dispute.closedAt}, ${dispute.readAt})`;
  await insertChange(tx, dispute, dispute.id, dispute.openedAt);
}

async function insertChange(tx: Tx, dispute: KeptDispute, changeId: string, at: Date): Promise<void> {
  await tx`
    INSERT INTO dispute_changes (merchant_id, id, dispute_id, charge_id, status, currency, amount_minor, at)
    VALUES (
      ${dispute.merchantId}, ${changeId}, ${dispute.id}, ${dispute.chargeId}, ${dispute.status},
      ${dispute.amount.currency}, ${dispute.amount.amountMinor}, ${at})`;
}

/** Saves a later state of a dispute and, if it differs, the change itself under an id of its own. */
export async function changeDispute(
  tx: Tx,
  dispute: KeptDispute,
  changeId: string | null,
  dueAt: Date | null,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE disputes
       SET status = ${dispute.status},
           currency = ${dispute.amount.currency},
           amount_minor = ${dispute.amount.amountMinor},
           reason = ${dispute.reason},
           evidence_due_at = ${dispute.evidenceDueAt},
           closed_at = ${dispute.closedAt},
           read_at = ${dispute.readAt},
           due_at = ${dueAt},
           ${unleased(tx)}
     WHERE merchant_id = ${dispute.merchantId}
       AND id = ${dispute.id}`;
  if (changeId !== null) await insertChange(tx, dispute, changeId, now);
}

/** The processor could not be asked: sets the time of the next inquiry; null: no further inquiry. */
export async function postponeDispute(db: Db, dispute: KeptDispute, dueAt: Date | null): Promise<void> {
  await db`
    UPDATE disputes
       SET due_at = ${dueAt},
           ${unleased(db)}
     WHERE merchant_id = ${dispute.merchantId}
       AND id = ${dispute.id}`;
}

/** A state that a dispute reached; the first one has the dispute's own id. Older disputes have no changes. */
export interface DisputeChange {
  id: string;
  disputeId: string;
  status: Dispute['status'];
  amount: Money;
  at: Date;
}

/** Oldest first. */
export async function disputeChangesOf(
  db: Db,
  merchantId: string,
  chargeId: string,
): Promise<DisputeChange[]> {
  const rows = await db<(Omit<DisputeChange, 'amount'> & { amountMinor: bigint; currency: string })[]>`
    SELECT id, dispute_id AS "disputeId", status, currency, amount_minor AS "amountMinor", at
      FROM dispute_changes
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY at, id`;
  return rows.map(({ amountMinor, currency, ...row }) => ({ ...row, amount: { amountMinor, currency } }));
}

export async function findDispute(db: Db, merchantId: string, id: string): Promise<KeptDispute | null> {
  const [row] = await db<DisputeRow[]>`
    SELECT ${db.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ? toDispute(row) : null;
}

/** Locks a dispute for the rest of the transaction. */
export async function lockDispute(tx: Tx, merchantId: string, id: string): Promise<KeptDispute | null> {
  const [row] = await tx<DisputeRow[]>`
    SELECT ${tx.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ? toDispute(row) : null;
}

/** How many disputes wait for the merchant's answer, and the earliest deadline. */
export async function disputesToAnswer(
  db: Db,
  merchantId: string,
  now: Date,
): Promise<{ count: number; nextDueAt: Date | null }> {
  const [row] = await db<{ count: number; nextDueAt: Date | null }[]>`
    SELECT count(*)::int AS count, min(evidence_due_at) AS "nextDueAt"
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND status IN ('inquiry', 'open')
       AND (evidence_due_at IS NULL OR evidence_due_at > ${now})
       AND NOT EXISTS (
             SELECT 1
               FROM dispute_evidence
              WHERE dispute_evidence.merchant_id = ${merchantId}
                AND dispute_evidence.id = disputes.id
                AND dispute_evidence.status IN ('sending', 'sent', 'handed_in'))`;
  return row ?? { count: 0, nextDueAt: null };
}

/** Newest first. */
export async function listDisputes(
  db: Db,
  merchantId: string,
  status: Dispute['status'] | null,
  beforeId: string | null,
  limit: number,
): Promise<KeptDispute[]> {
  const rows = await db<DisputeRow[]>`
    SELECT ${db.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       ${status === null ? db`` : db`AND status = ${status}`}
       ${beforeId === null ? db`` : db`AND id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${limit}`;
  return rows.map(toDispute);
}

/** Oldest first. */
export async function disputesOf(db: Db, merchantId: string, chargeId: string): Promise<KeptDispute[]> {
  const rows = await db<DisputeRow[]>`
    SELECT ${db.unsafe(disputeColumns)}
      FROM disputes
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY opened_at, id`;
  return rows.map(toDispute);
}
