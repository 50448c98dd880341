import Type, { type Static, type TSchema } from 'typebox';
import type {
  AttemptOutcome,
  AuthorizationFinding,
  CaptureMode,
  Dispute,
  HeldPayment,
  RefundOutcome,
  RefusalReason,
  SeenRefund,
} from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import type { Answer } from '../http.ts';

/** The acquirer's answers and their meaning for us: its terms are translated only here. */

const reasons = {
  do_not_honor: 'card_refused',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'card_expired',
  incorrect_security_code: 'wrong_security_code',
  authentication_failed: 'authentication_failed',
  authentication_abandoned: 'authentication_abandoned',
  test_card_required: 'test_card_required',
  instalments_not_available: 'instalments_refused',
  not_processed: 'not_processed',
} as const satisfies Record<string, RefusalReason>;

const AttemptAnswer = Type.Union([
  Type.Object({
    status: Type.Literal('approved'),
    reference: Type.String(),
    captured_minor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
  }),
  Type.Object({
    status: Type.Literal('authorized'),
    reference: Type.String(),
    expires_at: Type.Optional(Type.String()),
  }),
  Type.Object({ status: Type.Literal('voided'), reference: Type.String(), is_expired: Type.Boolean() }),
  Type.Object({ status: Type.Literal('refused'), reason: Type.Enum(keysOf(reasons)) }),
  Type.Object({ status: Type.Literal('challenge'), challenge_url: Type.String() }),
]);

const RefundAnswer = Type.Union([
  Type.Object({ status: Type.Literal('refunded'), reference: Type.String() }),
  Type.Object({ status: Type.Literal('refused'), reason: Type.String() }),
]);

const RefundsAnswer = Type.Object({
  refunds: Type.Array(
    Type.Object({
      id: Type.Union([Type.String(), Type.Null()]),
      reference: Type.String(),
      amount_minor: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
      currency: Type.String(),
    }),
  ),
});

const DisputesAnswer = Type.Object({
  disputes: Type.Array(
    Type.Object({
      id: Type.String(),
      payment_id: Type.String(),
      amount_minor: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
      currency: Type.String(),
      status: Type.Enum(['open', 'won', 'lost']),
      evidence_due_at: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  cursor: Type.String(),
});

const NotFoundAnswer = Type.Object({ error: Type.Literal('payment_not_found') });

/** `capture`: a payment that was authorised and is captured or voided by now was authorised all the same. */
export function toAttemptOutcome(answer: Answer, capture: CaptureMode): AttemptOutcome {
  const read = readAnswer(AttemptAnswer, answer);
  if ('cause' in read) return { outcome: 'unknown', cause: read.cause };
  const { value } = read;
  switch (value.status) {
    case 'authorized':
    case 'voided':
      return authorized(value.reference, 'expires_at' in value ? value.expires_at : undefined);
    case 'approved':
      if (capture === 'manual') return authorized(value.reference);
      return { outcome: 'approved', processorReference: value.reference, card: null };
    case 'refused':
      return {
        outcome: 'refused',
        reason: reasons[value.reason],
        isSoft: value.reason === 'do_not_honor' || value.reason === 'instalments_not_available',
        card: null,
      };
    case 'challenge':
      return { outcome: 'challenge', url: value.challenge_url, handle: null };
  }
}

function authorized(processorReference: string, expiresAt?: string): AttemptOutcome {
  return {
    outcome: 'authorized',
    processorReference,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    card: null,
  };
}

const RefusedClosing = Type.Object({ error: Type.Enum(['not_authorized', 'exceeds_authorized']) });

/** The state of an authorised payment. */
export function toAuthorizationFinding(answer: Answer, { amount }: HeldPayment): AuthorizationFinding {
  const read = readAnswer(AttemptAnswer, answer);
  if ('cause' in read) return { state: 'unknown', cause: read.cause };
  const { value } = read;
  switch (value.status) {
    case 'authorized':
      return { state: 'held', expiresAt: value.expires_at ? new Date(value.expires_at) : null };
    case 'approved':
      return {
        state: 'captured',
        amount: { ...amount, amountMinor: BigInt(value.captured_minor ?? amount.amountMinor) },
      };
    case 'voided':
      return { state: 'voided', isExpired: value.is_expired };
    case 'refused':
    case 'challenge':
      return { state: 'unknown', cause: 'the acquirer no longer knows the authorization' };
  }
}

/** Why the acquirer refused a capture or a void; null: it did not refuse. */
export function closingRefusal(answer: Answer): string | null {
  const isRefusal = answer.kind === 'answered' && answer.status === 409 && fits(RefusedClosing, answer.body);
  return isRefusal ? (answer.body as Static<typeof RefusedClosing>).error : null;
}

/** Only the acquirer's own answer counts: any other 404 (a wrong URL, a proxy) says nothing of the attempt. */
export function saysNotFound(answer: Answer): boolean {
  return answer.kind === 'answered' && answer.status === 404 && fits(NotFoundAnswer, answer.body);
}

export function toRefundOutcome(answer: Answer): RefundOutcome {
  const read = readAnswer(RefundAnswer, answer);
  if ('cause' in read) return { outcome: 'unknown', cause: read.cause };
  const { value } = read;
  switch (value.status) {
    case 'refunded':
      return { outcome: 'refunded', processorReference: value.reference };
    case 'refused':
      return { outcome: 'refused', reason: value.reason };
  }
}

/** Null: the list could not be read. */
export function toSeenRefunds(answer: Answer): SeenRefund[] | null {
  const read = readAnswer(RefundsAnswer, answer);
  if ('cause' in read) return null;
  return read.value.refunds.map(({ id, reference, amount_minor, currency }) => ({
    reference,
    refundId: id,
    amount: { amountMinor: BigInt(amount_minor), currency },
    status: 'succeeded',
  }));
}

/** null if the acquirer returned no list. */
export function toDisputes(answer: Answer): { disputes: Dispute[]; cursor: string } | null {
  const read = readAnswer(DisputesAnswer, answer);
  if ('cause' in read) return null;
  return {
    disputes: read.value.disputes.map((dispute) => ({
      disputeId: dispute.id,
      attemptId: dispute.payment_id,
      amount: { amountMinor: BigInt(dispute.amount_minor), currency: dispute.currency },
      status: dispute.status,
      reason: null,
      ...(dispute.evidence_due_at !== null && { evidenceDueAt: new Date(dispute.evidence_due_at) }),
    })),
    cursor: read.value.cursor,
  };
}

/** Anything but 200 with a known body leaves the outcome unknown: the cause names the status, never the body. */
export function readAnswer<Schema extends TSchema>(
  schema: Schema,
  answer: Answer,
): { value: Static<Schema> } | { cause: string } {
  if (answer.kind === 'failed') return { cause: `the acquirer: ${answer.cause}` };
  if (answer.status !== 200) return { cause: `the acquirer answered HTTP ${answer.status}` };
  if (!fits(schema, answer.body)) return { cause: 'the acquirer gave an answer we do not understand' };
  return { value: answer.body };
}

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[];
}
