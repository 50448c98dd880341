import { unleased } from '../../../../base/db/leases.ts';
import type { Db, Tx } from '../../../../base/db/pool.ts';
import type { KeptDispute } from '../dispute-store.ts';
import type { Evidence, EvidenceFile } from './evidence.ts';

const columns = `
  merchant_id AS "merchantId", id, text, status, sending_id AS "sendingId", failure, sent_by AS "sentBy", sent_at AS "sentAt"`;

export async function findEvidence(db: Db, merchantId: string, disputeId: string): Promise<Evidence | null> {
  const [row] = await db<Evidence[]>`
    SELECT ${db.unsafe(columns)}
      FROM dispute_evidence
     WHERE merchant_id = ${merchantId}
       AND id = ${disputeId}`;
  return row ?? null;
}

/** An empty draft, until there is more. */
export function newEvidence({ merchantId, id }: KeptDispute): Evidence {
  const unsent = { sendingId: null, failure: null, sentBy: null, sentAt: null };
  return { merchantId, id, text: '', status: 'draft', ...unsent };
}

/** The caller has locked the dispute. */
export async function saveEvidence(tx: Tx, evidence: Evidence, dueAt: Date | null): Promise<void> {
  await tx`
    INSERT INTO dispute_evidence (merchant_id, id, text, status, sending_id, failure, sent_by, sent_at, due_at)
    VALUES (${evidence.merchantId}, ${evidence.id}, ${evidence.text}, ${evidence.status}, ${evidence.sendingId},
            ${evidence.failure}, ${evidence.sentBy}, ${evidence.sentAt}, ${dueAt})
        ON CONFLICT (merchant_id, id) DO UPDATE
       SET text = excluded.text,
           status = excluded.status,
           sending_id = excluded.sending_id,
           failure = excluded.failure,
           sent_by = excluded.sent_by,
           sent_at = excluded.sent_at,
           due_at = excluded.due_at,
           lease_until = NULL,
           lease_token = NULL`;
}

/** False: another process recorded the outcome of this sending first. */
export async function endSending(
  tx: Tx,
  { merchantId, id, sendingId }: Evidence,
  end: Pick<Evidence, 'status' | 'failure'>,
): Promise<boolean> {
  const rows = await tx`
    UPDATE dispute_evidence
       SET status = ${end.status},
           failure = ${end.failure},
           due_at = NULL,
           ${unleased(tx)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND sending_id = ${sendingId}
       AND status = 'sending'
    RETURNING id`;
  return rows.length === 1;
}

export async function postponeSending(
  db: Db,
  { merchantId, id, sendingId }: Evidence,
  dueAt: Date,
): Promise<void> {
  await db`
    UPDATE dispute_evidence
       SET due_at = ${dueAt},
           ${unleased(db)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND sending_id = ${sendingId}
       AND status = 'sending'`;
}

const fileColumns = `
  id, kind, name, media_type AS "mediaType", length(content) AS bytes, reference, added_by AS "addedBy",
  added_at AS "addedAt"`;

/** Oldest first. */
export async function filesOf(db: Db, merchantId: string, disputeId: string): Promise<EvidenceFile[]> {
  return await db<EvidenceFile[]>`
    SELECT ${db.unsafe(fileColumns)}
      FROM dispute_files
     WHERE merchant_id = ${merchantId}
       AND dispute_id = ${disputeId}
     ORDER BY id`;
}

export async function fileContent(db: Db, merchantId: string, id: string): Promise<Buffer | null> {
  const [row] = await db<{ content: Buffer }[]>`
    SELECT content
      FROM dispute_files
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row?.content ?? null;
}

export async function insertFile(
  tx: Tx,
  { merchantId, id: disputeId }: Pick<KeptDispute, 'merchantId' | 'id'>,
  file: EvidenceFile,
  content: Buffer,
): Promise<void> {
  await tx`
    INSERT INTO dispute_files (merchant_id, id, dispute_id, kind, name, media_type, content, added_by, added_at)
    VALUES (${merchantId}, ${file.id}, ${disputeId}, ${file.kind}, ${file.name}, ${file.mediaType}, ${content},
            ${file.addedBy}, ${file.addedAt})`;
}

export async function deleteFile(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx`
    DELETE FROM dispute_files
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function saveFileReference(
  db: Db,
  merchantId: string,
  id: string,
  reference: string,
): Promise<void> {
  await db`
    UPDATE dispute_files
       SET reference = ${reference}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}
