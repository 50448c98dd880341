import type { MethodCode } from '../../accounts/methods/methods.ts';
import type { Payment, PayResult } from '../../payments/charges/attempts/pay-charge.ts';
import { type Attempt, type Charge, maxRefusedAttempts } from '../../payments/charges/charge.ts';
import type {
  PayerBank,
  PayerField,
  PaymentInstructions,
  ProcessorKind,
  RefusalReason,
} from '../../payments/charges/payment-processor.ts';
import type { UnexpectedPayment } from '../../payments/charges/unexpected/unexpected-payment.ts';
import type { Payee } from './payee.ts';

/** All data of the page of a charge that processors take. The page trusts only this, never its query string. */
export interface Checkout extends Payee {
  charge: Charge;
  /** The latest attempt; null before the first one. */
  attempt: Attempt | null;
  /** The kind of the first processor in the order; null: none takes such a payment. */
  processorKind: ProcessorKind | null;
  /** The brands that the processor takes, by id. */
  brands: readonly string[];
  /** The wallets that its page offers, by their names. */
  wallets: readonly string[];
  /** The payer's data that processors need before they open their page, or charge a card that our page took. */
  payerFields: readonly PayerField[];
  /** The banks that the payer chooses from, if one is asked for; null: they cannot be read now. */
  banks: readonly PayerBank[] | null;
  /** The numbers of instalments, beside one payment, that our page offers. */
  instalments: readonly number[];
  /** Money that came otherwise than was asked. */
  unexpected: readonly UnexpectedPayment[];
  /** The voucher that the customer has can be paid until its end, also if they choose another way. */
  staysPayable: boolean;
  /** The methods to choose from, while the customer has not chosen. */
  offered: readonly MethodCode[];
  /** The payment link that the charge was made under, while it is open: another way can be chosen there. */
  linkToken: string | null;
}

export interface CheckoutDeps {
  /** null: no such charge. */
  loadCheckout(chargeId: string): Promise<Checkout | null>;
  /** Opens the order that pays a crypto charge; false: the charge ended without one. */
  openCryptoOrder(charge: Charge): Promise<boolean>;
  /** Sets the method that the customer chose; `ALL`: to choose again. */
  chooseMethod(charge: Charge, method: MethodCode, isBeside: boolean): Promise<unknown>;
  payCharge(charge: Charge, payment: Payment): Promise<PayResult>;
  /** The customer returned from the challenge: asks the processor and records the outcome. */
  finishChallenge(chargeId: string): Promise<void>;
  /** The customer left the challenge and wants another card; `isBeside`: also beside a voucher that stays payable. */
  abandonChallenge(chargeId: string, isBeside: boolean): Promise<void>;
  cancelByCustomer(chargeId: string): Promise<'canceled' | 'in_progress' | 'not_payable'>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

/** The states of the page. */
export type View =
  /** The customer chooses how to pay. */
  | { kind: 'choose'; offered: readonly MethodCode[] }
  | { kind: 'form'; refusal: RefusalReason | null; triesLeft: number }
  | { kind: 'processing' }
  /** The bank takes days to decide. */
  | { kind: 'pending' }
  | { kind: 'challenge'; url: string }
  /** The customer is, or was, on the processor's page. */
  | { kind: 'at_processor'; url: string }
  /** The customer pays elsewhere, by what the page shows. */
  | { kind: 'instructions'; instructions: PaymentInstructions }
  /** No processor takes such a payment. */
  | { kind: 'unpayable' }
  | {
      kind:
        | 'authorized'
        | 'approved'
        | 'declined'
        | 'canceled'
        | 'voided'
        | 'expired'
        | 'partially_refunded'
        | 'refunded'
        | 'charged_back';
    };
export type ViewKind = View['kind'];

export function viewOf({ charge, attempt, processorKind, offered }: Checkout, now: Date): View {
  if (charge.status !== 'open') return { kind: charge.status };
  // An unresolved attempt takes precedence over the expiry: a bank that was asked in time may still approve.
  switch (attempt?.status) {
    case 'created':
    case 'unknown':
    case 'approved':
      return { kind: 'processing' };
    case 'pending':
      return { kind: 'pending' };
    case 'awaiting':
      return attempt.instructions
        ? { kind: 'instructions', instructions: attempt.instructions }
        : { kind: 'processing' };
    case 'authenticating': {
      const url = attempt.challengeUrl === null ? null : webAddress(attempt.challengeUrl);
      if (url === null) return { kind: 'processing' };
      return { kind: attempt.kind === 'hosted' ? 'at_processor' : 'challenge', url: url.href };
    }
    case 'refused':
    case undefined:
      break;
  }
  if (now >= charge.expiresAt) return { kind: 'expired' };
  if (charge.method === 'ALL' && offered.length > 0) return { kind: 'choose', offered };
  if (processorKind === null) return { kind: 'unpayable' };
  return {
    kind: 'form',
    refusal: attempt?.refusal ?? null,
    triesLeft: Math.max(1, maxRefusedAttempts - charge.refusedCount),
  };
}

/** A URL that may be used in a link: `javascript:` URLs, however they were stored, are refused. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** The URL for the customer at the end: the merchant's `return_url` with the outcome added. */
export function returnAddress(charge: Charge): string | null {
  return charge.status === 'open' ? null : addOutcome(charge.returnUrl, charge.id, charge.status);
}

export function addOutcome(returnUrl: string | null, reference: string, status: string): string | null {
  const url = returnUrl === null ? null : webAddress(returnUrl);
  if (!url) return null;
  for (const name of ['reference', 'status']) {
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  // Added as text: searchParams would rewrite the merchant's own query.
  url.search += `${url.search ? '&' : '?'}reference=${reference}&status=${status}`;
  return url.href;
}

/** Only a customer who has just paid is redirected; one who opens the page again a day later wants the receipt. */
export const forwardWindowMs = 15 * 60 * 1000;

const forwarded: ReadonlySet<ViewKind> = new Set([
  'authorized',
  'approved',
  'declined',
  'canceled',
  'expired',
]);

export function forwardsByItself({ charge }: Checkout, now: Date): boolean {
  return (
    forwarded.has(charge.status as ViewKind) &&
    charge.decidedAt !== null &&
    now.getTime() - charge.decidedAt.getTime() < forwardWindowMs
  );
}

/** The state that the page's script polls while the customer waits. */
export interface CheckoutState {
  status: Charge['status'];
  view: ViewKind;
  /** Changes whenever the page's content changes. */
  version: string;
  secondsLeft: number;
  refusal: RefusalReason | null;
  /** The next URL: the bank's challenge, the processor's page, or the merchant's return URL. */
  forwardTo: string | null;
}

export function stateOf(checkout: Checkout, now: Date): CheckoutState {
  const { charge, attempt } = checkout;
  const view = viewOf(checkout, now);
  return {
    status: charge.status,
    view: view.kind,
    version: [
      view.kind,
      charge.method,
      charge.status,
      attempt?.id,
      attempt?.status,
      charge.refundedMinor,
      ...checkout.unexpected.map(({ status }) => status),
    ].join('.'),
    secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - now.getTime()) / 1000)),
    refusal: view.kind === 'form' ? view.refusal : null,
    forwardTo: view.kind === 'challenge' || view.kind === 'at_processor' ? view.url : returnAddress(charge),
  };
}
