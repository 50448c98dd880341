import Type from 'typebox';
import type { EvidenceKind, EvidenceOutcome, EvidenceRequest } from '../../charges/payment-processor.ts';
import { Metadata } from './answers.ts';
import type { FormFields } from './form.ts';
import type { Deadline, Reply, StripeApi } from './stripe-api.ts';

/** Files are large: all calls of one sending fit into this. */
const sendingTimeoutMs = 60_000;

/** The metadata of a dispute that names the sending whose evidence it has. */
const evidenceKey = 'pasarela_evidence';

const StripeFile = Type.Object({ id: Type.String() });
const Answered = Type.Object({
  id: Type.String(),
  evidence_details: Type.Object({ submission_count: Type.Integer() }),
  metadata: Metadata,
});
type Answered = Type.Static<typeof Answered>;

const fieldOf: Readonly<Record<EvidenceKind, string>> = {
  receipt: 'receipt',
  customer_communication: 'customer_communication',
  shipping: 'shipping_documentation',
  service: 'service_documentation',
  refund_policy: 'refund_policy',
  cancellation_policy: 'cancellation_policy',
  signature: 'customer_signature',
  duplicate: 'duplicate_charge_documentation',
  other: 'uncategorized_file',
};

/** Uploads the files that Stripe has not got, and submits all of it to the bank. */
export async function sendEvidence(api: StripeApi, request: EvidenceRequest): Promise<EvidenceOutcome> {
  const deadline = api.deadline(sendingTimeoutMs);
  const path = `/v1/disputes/${encodeURIComponent(request.disputeId)}`;
  const isSent = async (): Promise<EvidenceOutcome | null> => {
    const read = await api.get(Answered, path, {}, deadline);
    if (read.kind !== 'done') return { outcome: 'unknown', cause: causeOf(read) };
    return isOurs(read.value, request.sendingId) ? { outcome: 'sent' } : null;
  };
  // A key is kept for a day only: the dispute itself says what it was given.
  const earlier = request.isRepeat ? await isSent() : null;
  if (earlier) return earlier;
  const uploaded = await upload(api, request, deadline);
  if ('outcome' in uploaded) return uploaded;
  const fields: FormFields = {
    evidence: { ...uploaded.fields, uncategorized_text: request.text },
    metadata: { [evidenceKey]: request.sendingId },
    submit: true,
  };
  const post = (key: string) => api.post(Answered, path, fields, { key, deadline });
  const reply = await post(`evidence-${request.sendingId}`);
  if (reply.kind !== 'broken') return toOutcome(reply, request);
  // Under this key Stripe repeats its own failure for ever.
  return (await isSent()) ?? toOutcome(await post(`evidence-${request.sendingId}-again`), request);
}

function isOurs({ evidence_details, metadata }: Answered, sendingId: string): boolean {
  return evidence_details.submission_count > 0 && metadata?.[evidenceKey] === sendingId;
}

async function upload(
  api: StripeApi,
  { files }: EvidenceRequest,
  deadline: Deadline,
): Promise<{ fields: FormFields } | EvidenceOutcome> {
  const fields: Record<string, string> = {};
  for (const file of files) {
    let { reference } = file;
    if (reference === null) {
      const content = await file.content();
      const part = { name: file.name, mediaType: file.mediaType, content };
      const key = `evidence-file-${file.id}`;
      const reply = await api.upload(StripeFile, part, 'dispute_evidence', { key, deadline });
      if (reply.kind !== 'done') {
        const isRefused = reply.kind === 'refused' && reply.status === 400;
        return isRefused
          ? { outcome: 'refused', reason: 'file_refused' }
          : { outcome: 'unknown', cause: causeOf(reply) };
      }
      reference = reply.value.id;
      await file.keepReference(reference);
    }
    fields[fieldOf[file.kind]] = reference;
  }
  return { fields };
}

function toOutcome(reply: Reply<Answered>, { sendingId }: EvidenceRequest): EvidenceOutcome {
  if (reply.kind === 'done') {
    return isOurs(reply.value, sendingId)
      ? { outcome: 'sent' }
      : { outcome: 'unknown', cause: 'Stripe does not say that it was submitted' };
  }
  // A rejected API key says nothing of the evidence; neither does a call that may have run before.
  const isRefused = reply.kind === 'refused' && reply.status === 400 && !reply.mayHaveRun;
  if (!isRefused) return { outcome: 'unknown', cause: causeOf(reply) };
  return { outcome: 'refused', reason: reasonOf(reply.error.code, reply.cause) };
}

function reasonOf(code: string | undefined, cause: string): string {
  if (code === 'dispute_evidence_page_limit_exceeded') return 'too_many_pages';
  // Stripe names no code where a dispute is over, or has its evidence.
  return code === undefined ? 'not_awaited' : cause;
}

const causeOf = (reply: Reply<unknown>): string => ('cause' in reply ? reply.cause : 'no answer');
