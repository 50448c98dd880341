import type { Payment, PayResult } from '../../payments/charges/attempts/pay-charge.ts';
import type { PayerField, ProcessorKind, RefusalReason } from '../../payments/charges/card-processor.ts';
import { type Attempt, type Charge, maxRefusedAttempts } from '../../payments/charges/charge.ts';
import type { Payee } from './payee.ts';

/** Everything the hosted card page knows. The page trusts this alone, never its query string. */
export interface Checkout extends Payee {
  charge: Charge;
  /** The latest; null while nobody has tried to pay. */
  attempt: Attempt | null;
  /** Of the processor whose turn it is; null: none takes such a payment. */
  processorKind: ProcessorKind | null;
  /** The brands that the processor takes, by id. */
  brands: readonly string[];
  /** What processors must be told of the payer before they open their page, or charge a card that ours took. */
  payerFields: readonly PayerField[];
  /** In how many instalments, beside one payment, ours takes a card. */
  instalments: readonly number[];
}

export interface CheckoutDeps {
  /** null: no such charge. */
  loadCheckout(chargeId: string): Promise<Checkout | null>;
  /** The order that pays a crypto charge; false: the charge ended without one. */
  openCryptoOrder(charge: Charge): Promise<boolean>;
  payCharge(charge: Charge, payment: Payment): Promise<PayResult>;
  /** The customer came back from the challenge: asks the processor and stores what it says. */
  finishChallenge(chargeId: string): Promise<void>;
  /** The customer left the challenge and wants another card. */
  abandonChallenge(chargeId: string): Promise<void>;
  cancelByCustomer(chargeId: string): Promise<'canceled' | 'in_progress' | 'not_payable'>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

/** What the page shows. */
export type View =
  | { kind: 'form'; refusal: RefusalReason | null; triesLeft: number }
  | { kind: 'processing' }
  /** The bank takes days to decide. */
  | { kind: 'pending' }
  | { kind: 'challenge'; url: string }
  /** The customer is, or was, on the processor's page. */
  | { kind: 'at_processor'; url: string }
  /** No processor takes such a payment. */
  | { kind: 'unpayable' }
  | {
      kind:
        | 'approved'
        | 'declined'
        | 'canceled'
        | 'expired'
        | 'partially_refunded'
        | 'refunded'
        | 'charged_back';
    };
export type ViewKind = View['kind'];

export function viewOf({ charge, attempt, processorKind }: Checkout, now: Date): View {
  if (charge.status !== 'open') return { kind: charge.status };
  // An unresolved attempt goes before the clock: a bank that was asked in time may still approve.
  switch (attempt?.status) {
    case 'created':
    case 'unknown':
    case 'approved':
      return { kind: 'processing' };
    case 'pending':
      return { kind: 'pending' };
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
  if (processorKind === null) return { kind: 'unpayable' };
  return {
    kind: 'form',
    refusal: attempt?.refusal ?? null,
    triesLeft: Math.max(1, maxRefusedAttempts - charge.refusedCount),
  };
}

/** An address that may stand in a link: a `javascript:` one, however it got stored, may not. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Where the customer goes when all is over: the merchant's `return_url` with the outcome added. */
export function returnAddress(charge: Charge): string | null {
  return charge.status === 'open' ? null : addOutcome(charge.returnUrl, charge.id, charge.status);
}

export function addOutcome(returnUrl: string | null, reference: string, status: string): string | null {
  const url = returnUrl === null ? null : webAddress(returnUrl);
  if (!url) return null;
  for (const name of ['reference', 'status']) {
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  // Added as text: going through searchParams would spell the merchant's own query anew.
  url.search += `${url.search ? '&' : '?'}reference=${reference}&status=${status}`;
  return url.href;
}

/**
 * Only who has just paid is sent on; who opens the link again a day later wants the receipt.
 */
export const forwardWindowMs = 15 * 60 * 1000;

const forwarded: ReadonlySet<ViewKind> = new Set(['approved', 'declined', 'canceled', 'expired']);

export function forwardsByItself({ charge }: Checkout, now: Date): boolean {
  return (
    forwarded.has(charge.status as ViewKind) &&
    charge.decidedAt !== null &&
    now.getTime() - charge.decidedAt.getTime() < forwardWindowMs
  );
}

/** What the page's script asks for while the customer waits. */
export interface CheckoutState {
  status: Charge['status'];
  view: ViewKind;
  /** Differs whenever the page would show something else. */
  version: string;
  secondsLeft: number;
  refusal: RefusalReason | null;
  /** Where to go from here: the bank's check, the processor's page, or back to the merchant. */
  forwardTo: string | null;
}

export function stateOf(checkout: Checkout, now: Date): CheckoutState {
  const { charge, attempt } = checkout;
  const view = viewOf(checkout, now);
  return {
    status: charge.status,
    view: view.kind,
    version: [view.kind, charge.status, attempt?.id, attempt?.status, charge.refundedMinor].join('.'),
    secondsLeft: Math.max(0, Math.ceil((charge.expiresAt.getTime() - now.getTime()) / 1000)),
    refusal: view.kind === 'form' ? view.refusal : null,
    forwardTo: view.kind === 'challenge' || view.kind === 'at_processor' ? view.url : returnAddress(charge),
  };
}
