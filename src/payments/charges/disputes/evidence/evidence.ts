import { readImage } from '../../../../accounts/merchants/logo/image-bytes.ts';
import type { EvidenceKind } from '../../payment-processor.ts';
import type { KeptDispute } from '../dispute-store.ts';

/** What a merchant answers to a dispute, and the pure decisions about it. */

export const evidenceStatuses = ['draft', 'sending', 'sent', 'refused', 'handed_in'] as const;
export type EvidenceStatus = (typeof evidenceStatuses)[number];

export interface Evidence {
  merchantId: string;
  /** The dispute's id. */
  id: string;
  text: string;
  status: EvidenceStatus;
  /** Names one sending at the processor; null: it was not sent yet. */
  sendingId: string | null;
  /** Why the processor refused it, as a code of ours or in its words. */
  failure: string | null;
  sentBy: string | null;
  sentAt: Date | null;
}

/** A file without its content. */
export interface EvidenceFile {
  id: string;
  kind: EvidenceKind;
  name: string;
  mediaType: EvidenceMediaType;
  bytes: number;
  /** The processor's own id; null: it has not got it. */
  reference: string | null;
  addedBy: string;
  addedAt: Date;
}

/** What Stripe takes as text, the strictest we send to. */
export const maxEvidenceText = 20_000;
/** Banks get no more than 4.5 MB in all. */
export const maxFileBytes = 4_000_000;
export const maxFilesBytes = 4_500_000;
export const maxFileName = 100;

export type EvidenceMediaType = 'application/pdf' | 'image/png' | 'image/jpeg';

/** The kind of a file, from its bytes and not its name; null: none that banks read. */
export function mediaTypeOf(content: Buffer): EvidenceMediaType | null {
  const isPdf =
    /^%PDF-\d\.\d/.test(content.toString('latin1', 0, 8)) &&
    content.toString('latin1', Math.max(0, content.length - 1024)).includes('%%EOF');
  if (isPdf) return 'application/pdf';
  const type = readImage(content)?.mediaType;
  return type === 'image/png' || type === 'image/jpeg' ? type : null;
}

/** Whether it can still be written, and then sent: the dispute waits, and nothing is under way or done. */
export function isEditable(
  dispute: Pick<KeptDispute, 'status' | 'evidenceDueAt'>,
  status: EvidenceStatus,
  now: Date,
): boolean {
  const isWaiting = dispute.status === 'inquiry' || dispute.status === 'open';
  const isInTime = dispute.evidenceDueAt === null || dispute.evidenceDueAt > now;
  return isWaiting && isInTime && (status === 'draft' || status === 'refused');
}
