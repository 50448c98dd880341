import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import type { AskedAttempt, AttemptOutcome, AuthorizeRequest } from '../../charges/payment-processor.ts';
import type { Answer } from '../http.ts';
import { fromDlocalAmount } from './amounts.ts';
import { paymentBody } from './bodies.ts';
import { toInstructions } from './instructions.ts';
import { type PaymentAtDlocal, toCertainRefusal } from './payments.ts';

/** Local methods at dLocal: banks, wallets and counters. Their terms are translated here and in instructions.ts. */

/** dLocal's codes. A code has its meaning only in the method's own country. */
const codes = {
  PIX: 'PQ',
  BOLETO: 'BL',
  PSE: 'PC',
  EFECTY: 'EY',
  NEQUI: 'QP',
  SPEI: 'SE',
  OXXO: 'OX',
  PAGOEFECTIVO: 'EF',
  YAPE: 'YP',
  WEBPAY: 'WP',
  KHIPU: 'IO',
  SERVIPAG: 'SP',
  RAPIPAGO: 'RP',
  PAGOFACIL: 'PF',
} as const satisfies Partial<Record<MethodCode, string>>;
type LocalCode = keyof typeof codes;

export const localAtDlocal = Object.keys(codes) as LocalCode[];

export function isLocal({ method }: Pick<AskedAttempt, 'method'>): boolean {
  return Object.hasOwn(codes, method);
}

/** Whether our page shows what to pay by; otherwise the customer is sent to dLocal's page. */
export function hasInstructions({ method }: Pick<AskedAttempt, 'method'>): boolean {
  return methods[method].way === 'instructions';
}

export function localBody(request: AuthorizeRequest) {
  return {
    ...paymentBody(request, hasInstructions(request) ? 'DIRECT' : 'REDIRECT'),
    payment_method_id: codes[request.method as LocalCode],
  };
}

/** Translates a payment into the outcome of its attempt. null: it waits, and nobody was ever told what to pay by. */
export function toLocalOutcome(payment: PaymentAtDlocal, asked: AskedAttempt): AttemptOutcome | null {
  const fault = faultOf(payment, asked);
  if (fault) return { outcome: 'unknown', cause: fault };
  const refused = (reason: 'payment_refused' | 'not_paid_in_time' | 'left_page'): AttemptOutcome => ({
    outcome: 'refused',
    reason,
    isSoft: false,
    card: null,
  });
  switch (payment.status) {
    case 'PAID':
      return { outcome: 'approved', processorReference: payment.id, card: null };
    // dLocal's sandbox also rejects a ticket whose time is over.
    case 'REJECTED':
      return refused(asked.instructions ? 'not_paid_in_time' : 'payment_refused');
    case 'EXPIRED':
    case 'CANCELLED':
      return refused(hasInstructions(asked) ? 'not_paid_in_time' : 'left_page');
    case 'PENDING':
      return hasInstructions(asked) ? waiting(payment, asked) : onItsPage(payment);
    case 'AUTHORIZED':
    case 'VERIFIED':
      return { outcome: 'unknown', cause: 'dLocal tells of a local payment in the words of a card' };
  }
}

/** Those of the first answer stay good: dLocal does not promise to repeat them. */
function waiting(payment: PaymentAtDlocal, asked: AskedAttempt): AttemptOutcome | null {
  const instructions = asked.instructions ?? toInstructions(payment, asked);
  return instructions && { outcome: 'instructions', handle: payment.id, instructions };
}

/** Without its page the customer has nothing left to do. */
function onItsPage({ id, redirect_url: url }: PaymentAtDlocal): AttemptOutcome {
  const isPage = ['https:', 'http:'].includes(URL.parse(url ?? '')?.protocol ?? '');
  return url && isPage ? { outcome: 'challenge', url, handle: id } : { outcome: 'pending', handle: id };
}

function faultOf(payment: PaymentAtDlocal, { attemptId, amount: asked }: AskedAttempt): string | null {
  const amount = fromDlocalAmount(payment.amount, payment.currency);
  const isSame =
    payment.order_id === attemptId &&
    amount?.amountMinor === asked.amountMinor &&
    amount.currency === asked.currency;
  return isSame ? null : 'dLocal holds a payment of another order or amount';
}

/** The certain outcome that an error implies; null: the payment may have been begun all the same. */
export function toLocalRefusal(answer: Answer): AttemptOutcome | null {
  const certain = toCertainRefusal(answer);
  // The payer is barred: there is no card to refuse.
  return certain?.outcome === 'refused' ? { ...certain, reason: 'payment_refused' } : certain;
}
