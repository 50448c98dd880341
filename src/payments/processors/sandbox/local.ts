import { createHmac, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type {
  AskedAttempt,
  AttemptOutcome,
  AuthorizeRequest,
  InboundMessage,
  InstructionLabel,
  Notification,
  PayerBank,
  PayerField,
  PaymentInstructions,
} from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import type { Answer } from '../http.ts';

/** Local methods at the sandbox acquirer; its terms are translated only here. */

const Given = Type.Object({
  expires_at: Type.String(),
  page: Type.String(),
  qr: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  line: Type.Optional(Type.String()),
  barcode: Type.Optional(Type.String()),
  account: Type.Optional(Type.String()),
  agreement: Type.Optional(Type.String()),
  bank: Type.Optional(Type.String()),
  holder: Type.Optional(Type.String()),
});

const LocalAnswer = Type.Union([
  Type.Object({ status: Type.Literal('redirect'), url: Type.String() }),
  Type.Object({ status: Type.Literal('waiting'), instructions: Given }),
  Type.Object({
    status: Type.Literal('paid'),
    reference: Type.String(),
    paid_minor: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
  }),
  Type.Object({ status: Type.Enum(['pending', 'refused', 'expired', 'canceled']) }),
]);

const BanksAnswer = Type.Object({
  banks: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});

export function localPaymentBody(request: AuthorizeRequest, payableSeconds: number) {
  const { amount, details, payerName, email, document, phone, bank } = request;
  return {
    id: request.attemptId,
    method: request.method,
    amount_minor: amount.amountMinor.toString(),
    currency: amount.currency,
    description: request.description,
    payment_of: details?.reference ?? null,
    return_url: request.returnUrl,
    notify_url: request.notificationUrl,
    payable_seconds: payableSeconds,
    payer: { name: payerName, email, document, phone, bank },
  };
}

export function toLocalOutcome(
  answer: Answer,
  { method, amount }: Pick<AskedAttempt, 'method' | 'amount'>,
): AttemptOutcome {
  if (answer.kind === 'failed') return { outcome: 'unknown', cause: `the acquirer: ${answer.cause}` };
  // The bank is away: nothing was begun.
  if (answer.status === 503) return { outcome: 'not_taken', cause: 'the bank is unavailable' };
  if (answer.status !== 200 || !fits(LocalAnswer, answer.body)) {
    return { outcome: 'unknown', cause: `the acquirer answered HTTP ${answer.status}` };
  }
  const { body } = answer;
  switch (body.status) {
    case 'redirect':
      return { outcome: 'challenge', url: body.url, handle: null };
    case 'waiting':
      return {
        outcome: 'instructions',
        handle: null,
        instructions: toInstructions(body.instructions, method),
      };
    case 'paid':
      if (BigInt(body.paid_minor) !== amount.amountMinor) {
        const paid = { ...amount, amountMinor: BigInt(body.paid_minor) };
        return { outcome: 'other_amount', processorReference: body.reference, paid };
      }
      return { outcome: 'approved', processorReference: body.reference, card: null };
    case 'pending':
      return { outcome: 'pending', handle: null };
    case 'refused':
      return { outcome: 'refused', reason: 'payment_refused', isSoft: false, card: null };
    case 'expired':
      return { outcome: 'refused', reason: 'not_paid_in_time', isSoft: false, card: null };
    case 'canceled':
      return { outcome: 'refused', reason: 'left_page', isSoft: false, card: null };
  }
}

function toInstructions(given: Static<typeof Given>, method: AskedAttempt['method']): PaymentInstructions {
  const labelled: [InstructionLabel, string | undefined][] = [
    ['clabe', given.account],
    ['agreement', given.agreement],
    ['pix_code', given.qr],
    ['boleto_line', given.line],
    [given.account ? 'reference' : 'payment_code', given.code],
    ['bank', given.bank],
    ['beneficiary', given.holder],
  ];
  return {
    expiresAt: given.expires_at,
    details: labelled.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
    qr: given.qr ?? null,
    barcode:
      given.barcode === undefined
        ? null
        : { kind: method === 'BOLETO' ? 'itf' : 'code128', digits: given.barcode },
    documentUrl: given.page,
  };
}

/** Throws if they cannot be read. */
export function toBanks(answer: Answer): PayerBank[] {
  if (answer.kind === 'failed' || answer.status !== 200 || !fits(BanksAnswer, answer.body)) {
    throw new Error('the acquirer named no banks');
  }
  return answer.body.banks;
}

/** Like what real processors ask for by the same methods, so that every field is tried. */
const fields: Readonly<Partial<Record<AskedAttempt['method'], readonly PayerField[]>>> = {
  BOLETO: ['name', 'email', 'document', 'address'],
  PSE: ['name', 'email', 'document', 'bank'],
  OXXO: ['name', 'email'],
  NEQUI: ['phone'],
  YAPE: ['phone'],
};

export function fieldsOf(method: AskedAttempt['method']): readonly PayerField[] {
  return fields[method] ?? [];
}

/** The message names only the payment; what became of it is read. */
export function readLocalNotice({ headers, body }: InboundMessage, secret: string): Notification | null {
  const given = Buffer.from(String(headers['x-acquirer-signature'] ?? ''));
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const text = body.toString();
  const [, attemptId] = /^\{"payment_id":"([0-9a-f-]{36})"\}$/.exec(text) ?? [];
  if (attemptId === undefined) return null;
  // Each message is new: the same payment may change again.
  return { id: `${attemptId}-${Date.now()}`, hint: { about: 'attempt', attemptId } };
}
