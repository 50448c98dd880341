import { type Static, Type } from 'typebox';
import type { Sql } from '../../../../base/db/pool.ts';
import { evidenceKinds } from '../../payment-processor.ts';
import type { PaymentProcessors } from '../../payment-processors.ts';
import { findDispute, type KeptDispute } from '../dispute-store.ts';
import { evidenceStatuses, isEditable, maxFileBytes, maxFilesBytes } from './evidence.ts';
import { filesOf, findEvidence, newEvidence } from './evidence-store.ts';
import { processorOf } from './send-evidence.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
export const evidenceShape = Type.Object(
  {
    status: Type.Enum([...evidenceStatuses], {
      description:
        'sending: the processor has not answered yet, and is asked until it does; refused: change it and send it again',
    }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description:
        "Why the processor refused it: too_many_pages, not_awaited, file_refused, or the processor's words",
    }),
    text: Type.String(),
    files: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Enum([...evidenceKinds]),
        name: Type.String(),
        bytes: Type.Integer(),
        added_by: Type.String(),
        added_at: Type.String(),
      }),
    ),
    can_edit: Type.Boolean(),
    can_send: Type.Boolean({ description: 'The processor takes evidence by its API' }),
    sent_by: nullableText,
    sent_at: nullableText,
    max_file_bytes: Type.Integer(),
    max_bytes: Type.Integer({ description: 'Of all files together' }),
  },
  { 'x-name': 'Evidence' },
);

export async function showEvidence(
  { sql, processors, now }: { sql: Sql; processors: Pick<PaymentProcessors, 'of'>; now(): Date },
  dispute: KeptDispute,
): Promise<Static<typeof evidenceShape>> {
  const { merchantId, id } = dispute;
  const [current, found, files, processor] = await Promise.all([
    findDispute(sql, merchantId, id),
    findEvidence(sql, merchantId, id),
    filesOf(sql, merchantId, id),
    processorOf({ sql, processors }, dispute),
  ]);
  const evidence = found ?? newEvidence(dispute);
  return {
    status: evidence.status,
    failure: evidence.failure,
    text: evidence.text,
    files: files.map(({ kind, name, bytes, addedBy, addedAt, id: file }) => ({
      id: file,
      kind,
      name,
      bytes,
      added_by: addedBy,
      added_at: addedAt.toISOString(),
    })),
    can_edit: isEditable(current ?? dispute, evidence.status, now()),
    can_send: processor?.sendEvidence !== undefined,
    sent_by: evidence.sentBy,
    sent_at: evidence.sentAt?.toISOString() ?? null,
    max_file_bytes: maxFileBytes,
    max_bytes: maxFilesBytes,
  };
}
