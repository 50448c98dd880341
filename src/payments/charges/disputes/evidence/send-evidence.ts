import { appendAudit } from '../../../../accounts/audit/audit-log.ts';
import { newIdOf } from '../../../../base/db/ids.ts';
import { validationFailed } from '../../../../base/ground/errors.ts';
import { findAttempt } from '../../attempts/attempt-store.ts';
import type { ResolveDeps } from '../../attempts/resolve-attempt.ts';
import { mailMerchant } from '../../merchant-mail.ts';
import { evidenceRefusedMail } from '../../merchant-mail-text.ts';
import type { EvidenceOutcome, PaymentProcessor } from '../../payment-processor.ts';
import type { PaymentProcessors } from '../../payment-processors.ts';
import { findDispute, type KeptDispute } from '../dispute-store.ts';
import { lockEditable } from './edit-evidence.ts';
import type { Evidence } from './evidence.ts';
import {
  endSending,
  fileContent,
  filesOf,
  findEvidence,
  postponeSending,
  saveEvidence,
  saveFileReference,
} from './evidence-store.ts';

export type SendDeps = Pick<ResolveDeps, 'sql' | 'now'> & { processors: Pick<PaymentProcessors, 'of'> };

/** Longer than a sending takes: after it, the process that sent counts as dead. */
const sendingLeaseMs = 120_000;
/** Between two attempts whose outcome is unknown. */
const retryDelayMs = 30_000;

/** processor: by its API. handed_in: the merchant gave it to the processor or the bank by another way. */
export type EvidenceWay = 'processor' | 'handed_in';

export async function processorOf(
  { sql, processors }: Pick<SendDeps, 'sql' | 'processors'>,
  { merchantId, attemptId }: KeptDispute,
): Promise<PaymentProcessor | null> {
  const attempt = attemptId && (await findAttempt(sql, merchantId, attemptId));
  return attempt ? await processors.of(attempt) : null;
}

/** Records the sending under the dispute's lock, where it can begin only once; then the processor is asked. */
export async function sendEvidence(
  deps: SendDeps,
  dispute: KeptDispute,
  way: EvidenceWay,
  actor: string,
): Promise<void> {
  const processor = await processorOf(deps, dispute);
  if (way === 'processor' && !processor?.sendEvidence) {
    const message = `${dispute.processor} takes no evidence from here: hand it in there and mark it`;
    throw validationFailed([{ field: 'way', message }]);
  }
  const now = deps.now();
  const { merchantId, id } = dispute;
  const evidence = await deps.sql.begin(async (tx) => {
    const { evidence: draft } = await lockEditable(tx, dispute, now);
    const files = await filesOf(tx, merchantId, id);
    if (draft.text.trim() === '' && files.length === 0) {
      throw validationFailed([{ field: 'text', message: 'or a file is needed' }]);
    }
    const sent: Evidence = {
      ...draft,
      status: way === 'processor' ? 'sending' : 'handed_in',
      sendingId: way === 'processor' ? newIdOf(merchantId) : null,
      failure: null,
      sentBy: actor,
      sentAt: now,
    };
    const dueAt = way === 'processor' ? new Date(now.getTime() + sendingLeaseMs) : null;
    await saveEvidence(tx, sent, dueAt);
    const act = way === 'processor' ? 'evidence_sent' : 'evidence_handed_in';
    const details = { merchantId, files: files.map(({ name }) => name), characters: draft.text.length };
    await appendAudit(tx, { actor, act, subject: `dispute ${id}`, details }, now);
    return sent;
  });
  if (evidence.status === 'sending') await requestSending(deps, evidence, { isRepeat: false });
}

/** Asks the processor to take a recorded sending, and records its answer. Asking again is harmless. */
async function requestSending(
  deps: SendDeps,
  evidence: Evidence,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  const { merchantId, id, sendingId, text } = evidence;
  const dispute = await findDispute(deps.sql, merchantId, id);
  if (!dispute || sendingId === null) throw new Error(`the sending of dispute ${id} is not whole`);
  const processor = await processorOf(deps, dispute);
  const files = await filesOf(deps.sql, merchantId, id);
  const outcome: EvidenceOutcome = processor?.sendEvidence
    ? await processor.sendEvidence({
        sendingId,
        disputeId: dispute.reference,
        text,
        isRepeat,
        files: files.map((file) => ({
          ...file,
          content: async () => (await fileContent(deps.sql, merchantId, file.id)) ?? Buffer.alloc(0),
          keepReference: (reference) => saveFileReference(deps.sql, merchantId, file.id, reference),
        })),
      })
    : { outcome: 'unknown', cause: 'The processor cannot be asked.' };
  const now = deps.now();
  if (outcome.outcome === 'unknown') {
    await postponeSending(deps.sql, evidence, new Date(now.getTime() + retryDelayMs));
    return;
  }
  const failure = outcome.outcome === 'refused' ? outcome.reason : null;
  await deps.sql.begin(async (tx) => {
    if (!(await endSending(tx, evidence, { status: outcome.outcome, failure }))) return;
    if (failure === null) return;
    const { amount, evidenceDueAt } = dispute;
    await mailMerchant(tx, merchantId, 'dispute', (words) =>
      evidenceRefusedMail({ amount, processor: dispute.processor, evidenceDueAt }, words),
    );
  });
}

/** Continues a sending that is due: its process died, or its outcome is unknown. */
export async function followSending(deps: SendDeps, merchantId: string, id: string): Promise<void> {
  const evidence = await findEvidence(deps.sql, merchantId, id);
  if (evidence?.status === 'sending') await requestSending(deps, evidence, { isRepeat: true });
}
