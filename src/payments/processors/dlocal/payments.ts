import Type, { type Static } from 'typebox';
import type { Money } from '../../../base/money/money.ts';
import { brandIdOf } from '../../charges/cards/card-brands.ts';
import type {
  AttemptOutcome,
  CardSummary,
  ProcessorKind,
  RefusalReason,
} from '../../charges/payment-processor.ts';
import type { Answer } from '../http.ts';
import { fromDlocalAmount } from './amounts.ts';
import { Code, causeOf, errorCodeOf, maybe, read } from './reading.ts';

const Payment = Type.Object({
  id: Type.String({ minLength: 1 }),
  amount: Type.Number(),
  currency: Type.String(),
  order_id: Type.String(),
  status: Type.Enum(['PENDING', 'PAID', 'REJECTED', 'CANCELLED', 'EXPIRED', 'AUTHORIZED', 'VERIFIED']),
  status_code: maybe(Code),
  redirect_url: maybe(Type.String()),
  three_dsecure: maybe(Type.Object({ redirect_url: maybe(Type.String()) })),
  card: maybe(
    Type.Object({
      brand: maybe(Type.String()),
      bin: maybe(Type.String()),
      last4: maybe(Type.String()),
    }),
  ),
  /** Local methods, in instructions.ts: every field of both may be missing. */
  ticket: maybe(Type.Unknown()),
  bank_transfer: maybe(Type.Unknown()),
  /** Read one by one, in refunds.ts. */
  refunds: maybe(Type.Array(Type.Unknown())),
});
export type PaymentAtDlocal = Static<typeof Payment>;

const Order = Type.Object({ payment_id: Type.String({ minLength: 1 }), order_id: Type.String() });

export const readPayment = (answer: Answer) => read(Payment, answer, '4000');
export const readOrder = (answer: Answer) => read(Order, answer, '4000');

const refusals = new Map<string, { reason: RefusalReason; isSoft: boolean }>([
  // Rejected by the bank, or by an unnamed party.
  ['300', { reason: 'card_refused', isSoft: true }],
  ['301', { reason: 'card_refused', isSoft: true }],
  ['302', { reason: 'insufficient_funds', isSoft: false }],
  ['309', { reason: 'card_expired', isSoft: false }],
  ['315', { reason: 'wrong_security_code', isSoft: false }],
  // Operations and amounts that dLocal's acquirer does not take.
  ['316', { reason: 'card_refused', isSoft: true }],
  ['318', { reason: 'card_refused', isSoft: true }],
  ['319', { reason: 'card_refused', isSoft: true }],
  // 3-D Secure was needed and not passed.
  ['320', { reason: 'authentication_failed', isSoft: false }],
  // The acquirer failed.
  ['321', { reason: 'card_refused', isSoft: true }],
]);

/**
 * Lost, stolen and blocked cards, too many attempts, too high a risk, and future codes: rejected, and not worth
 * attempting elsewhere.
 */
const hardRefusal = { reason: 'card_refused', isSoft: false } as const;

/** Translates a payment into the outcome of its attempt. */
export function toAttemptOutcome(
  payment: PaymentAtDlocal,
  kind: ProcessorKind,
  asked: { attemptId: string; amount: Money },
): AttemptOutcome {
  const amount = fromDlocalAmount(payment.amount, payment.currency);
  if (
    payment.order_id !== asked.attemptId ||
    amount?.amountMinor !== asked.amount.amountMinor ||
    amount.currency !== asked.amount.currency
  ) {
    return { outcome: 'unknown', cause: 'dLocal holds a payment of another order or amount' };
  }
  const card = toCardSummary(payment);
  switch (payment.status) {
    case 'PAID':
      return { outcome: 'approved', processorReference: payment.id, card };
    case 'REJECTED':
      return { outcome: 'refused', ...(refusals.get(String(payment.status_code)) ?? hardRefusal), card };
    case 'CANCELLED':
    case 'EXPIRED':
      return {
        outcome: 'refused',
        reason: kind === 'hosted' ? 'left_page' : 'authentication_abandoned',
        isSoft: false,
        card,
      };
    case 'PENDING': {
      const url = openPageOf(payment, kind);
      return url
        ? { outcome: 'challenge', url, handle: payment.id }
        : { outcome: 'pending', handle: payment.id };
    }
    case 'AUTHORIZED':
    case 'VERIFIED':
      return {
        outcome: 'unknown',
        cause: 'dLocal holds the money and has not taken it: the account must capture at once',
      };
  }
}

/** The page where the customer still has something to do. A hosted payment that knows its card has passed its page. */
function openPageOf(payment: PaymentAtDlocal, kind: ProcessorKind): string | null {
  const page = kind === 'hosted' && !payment.card?.last4 ? payment.redirect_url : null;
  const url = payment.three_dsecure?.redirect_url ?? page ?? '';
  return ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '') ? url : null;
}

/** dLocal's codes: credit first, then debit. */
const brands = new Map(
  Object.entries({
    VI: 'visa',
    VD: 'visa',
    MC: 'mastercard',
    MD: 'mastercard',
    AE: 'amex',
    DC: 'diners',
    DI: 'discover',
    JC: 'jcb',
    MS: 'maestro',
    EL: 'elo',
    HI: 'hipercard',
    NJ: 'naranja',
    CL: 'cabal',
    LD: 'cabal',
    KC: 'carnet',
    KD: 'carnet',
  }),
);

export const brandsAtDlocal: readonly string[] = [...new Set(brands.values())];

function toCardSummary({ card }: PaymentAtDlocal): CardSummary | null {
  if (!card?.last4 || !/^\d{4}$/.test(card.last4)) return null;
  const first6 = card.bin && /^\d{6,8}$/.test(card.bin) ? card.bin.slice(0, 6) : null;
  return { brand: brands.get(card.brand ?? '') ?? brandIdOf(first6 ?? ''), first6, last4: card.last4 };
}

/** The payer may not pay through dLocal: the tax office does not know them, or they are barred. */
const barredPayer = new Set(['5005', '5014']);

/**
 * dLocal did not accept the request at all: the keys, a field, the country, the currency, the amount or the method is
 * wrong.
 */
const notTaken = new Set(
  '3001 3002 3003 5000 5001 5003 5004 5006 5007 5008 5010 5013 5016 5017 5043 5050'.split(' '),
);

/**
 * The certain outcome that an error implies for a payment request; null: the payment may have been made all the same.
 */
export function toCertainRefusal(answer: Answer): AttemptOutcome | null {
  if (answer.kind === 'failed') {
    return answer.wasSent ? null : { outcome: 'not_taken', cause: causeOf(answer) };
  }
  if (answer.status === 429) return { outcome: 'not_taken', cause: causeOf(answer) };
  const code = errorCodeOf(answer);
  if (code === null || answer.status >= 500) return null;
  if (barredPayer.has(code)) return { outcome: 'refused', ...hardRefusal, card: null };
  return notTaken.has(code) ? { outcome: 'not_taken', cause: causeOf(answer) } : null;
}

export function saysDuplicateOrder(answer: Answer): boolean {
  return errorCodeOf(answer) === '5009';
}
