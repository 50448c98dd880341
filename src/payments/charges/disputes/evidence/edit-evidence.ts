import { appendAudit } from '../../../../accounts/audit/audit-log.ts';
import { newIdOf } from '../../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../../base/ground/errors.ts';
import type { EvidenceKind } from '../../payment-processor.ts';
import { type KeptDispute, lockDispute } from '../dispute-store.ts';
import { type Evidence, isEditable, maxFileBytes, maxFilesBytes, mediaTypeOf } from './evidence.ts';
import {
  deleteFile,
  filesOf,
  findEvidence,
  insertFile,
  newEvidence,
  saveEvidence,
} from './evidence-store.ts';

export interface EvidenceDeps {
  sql: Sql;
  now(): Date;
}

type DisputeKey = Pick<KeptDispute, 'merchantId' | 'id'>;

/** Locks the dispute: edits and the sending of its evidence queue here. Throws unless it can be edited. */
export async function lockEditable(
  tx: Tx,
  { merchantId, id }: DisputeKey,
  now: Date,
): Promise<{ dispute: KeptDispute; evidence: Evidence }> {
  const dispute = await lockDispute(tx, merchantId, id);
  if (!dispute) throw new PasarelaError('not_found', 'There is no such chargeback.');
  const evidence = (await findEvidence(tx, merchantId, id)) ?? newEvidence(dispute);
  if (isEditable(dispute, evidence.status, now)) return { dispute, evidence };
  throw new PasarelaError('evidence_not_open', 'It was sent or handed in, or the time to answer is over.');
}

/** Whatever is changed after a refusal is a draft again. */
const asDraft = (evidence: Evidence): Evidence => ({ ...evidence, status: 'draft', failure: null });

export async function writeEvidence(
  { sql, now }: EvidenceDeps,
  key: DisputeKey,
  text: string,
  actor: string,
): Promise<void> {
  const at = now();
  await sql.begin(async (tx) => {
    const { evidence } = await lockEditable(tx, key, at);
    if (evidence.text === text) return;
    await saveEvidence(tx, { ...asDraft(evidence), text }, null);
    const details = { merchantId: key.merchantId, characters: text.length };
    await appendAudit(tx, { actor, act: 'evidence_written', subject: `dispute ${key.id}`, details }, at);
  });
}

export interface NewFile {
  kind: EvidenceKind;
  name: string;
  content: Buffer;
}

/** A file takes the place of another one of its kind. */
export async function addFile(
  { sql, now }: EvidenceDeps,
  key: DisputeKey,
  { kind, name, content }: NewFile,
  actor: string,
): Promise<void> {
  const refuse = (message: string) => validationFailed([{ field: 'content', message }]);
  if (content.length > maxFileBytes) throw refuse(`has more than ${maxFileBytes / 1_000_000} MB`);
  const mediaType = mediaTypeOf(content);
  if (mediaType === null) throw refuse('must be a PDF, PNG or JPEG file');
  const at = now();
  const { merchantId } = key;
  await sql.begin(async (tx) => {
    const { evidence } = await lockEditable(tx, key, at);
    const files = await filesOf(tx, merchantId, key.id);
    const replaced = files.find((file) => file.kind === kind);
    const others = files.filter((file) => file !== replaced);
    const bytes = others.reduce((sum, file) => sum + file.bytes, content.length);
    if (bytes > maxFilesBytes)
      throw refuse(`all files together have more than ${maxFilesBytes / 1_000_000} MB`);
    if (replaced) await deleteFile(tx, merchantId, replaced.id);
    const file = { id: newIdOf(merchantId), kind, name, mediaType, bytes: content.length };
    await insertFile(tx, key, { ...file, reference: null, addedBy: actor, addedAt: at }, content);
    await saveEvidence(tx, asDraft(evidence), null);
    const details = { merchantId, kind, name, bytes: content.length };
    await appendAudit(tx, { actor, act: 'evidence_file_added', subject: `dispute ${key.id}`, details }, at);
  });
}

export async function removeFile(
  { sql, now }: EvidenceDeps,
  key: DisputeKey,
  fileId: string,
  actor: string,
): Promise<void> {
  const at = now();
  const { merchantId } = key;
  await sql.begin(async (tx) => {
    const { evidence } = await lockEditable(tx, key, at);
    const file = (await filesOf(tx, merchantId, key.id)).find(({ id }) => id === fileId);
    if (!file) throw new PasarelaError('not_found', 'There is no such file.');
    await deleteFile(tx, merchantId, fileId);
    await saveEvidence(tx, asDraft(evidence), null);
    const details = { merchantId, kind: file.kind, name: file.name };
    await appendAudit(tx, { actor, act: 'evidence_file_removed', subject: `dispute ${key.id}`, details }, at);
  });
}
