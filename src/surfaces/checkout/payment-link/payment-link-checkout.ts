import type { PayableCode } from '../../../accounts/methods/methods.ts';
import type { FieldFault } from '../../../base/ground/errors.ts';
import type { Language } from '../../../base/money/language.ts';
import type { Payer, PayPaymentLinkResult } from '../../../commerce/payment-links/pay-payment-link.ts';
import type { PaymentLink, PaymentLinkState } from '../../../commerce/payment-links/payment-link.ts';
import type { Parts } from '../../../commerce/payment-links/progress/parts.ts';
import type { Pieces } from '../../../commerce/payment-links/progress/pieces.ts';
import { isPayable, type UnpayableState } from '../../../commerce/payment-links/progress/progress.ts';
import type { Payee } from '../payee.ts';

/** All data of a payment link's page. */
export interface PaymentLinkCheckout extends Payee {
  link: PaymentLink;
  state: PaymentLinkState;
  /** The payment link's methods that are available now. */
  methods: PayableCode[];
  /** The merchant's day on which it was paid, if it is paid once and the money was not given back: 2026-01-31. */
  paidOn: string | null;
  /** Of one with a stock. */
  pieces: Pieces | null;
  /** Of an invoice that may be paid in parts. */
  parts: (Parts & { smallestMinor: bigint }) | null;
}

export interface PaymentLinkCheckoutDeps {
  /** null: no such payment link. */
  load(token: string): Promise<PaymentLinkCheckout | null>;
  pay(checkout: PaymentLinkCheckout, payer: Payer): Promise<PayPaymentLinkResult>;
  /** The invoice as PDF; null: the payment link is none. */
  file(link: PaymentLink, language: Language): Promise<Buffer | null>;
  /** Whether a charge was made under the payment link. */
  isOfLink(link: PaymentLink, chargeId: string): Promise<boolean>;
  /** Counts the requests of an address. */
  takeVisit(clientAddress: string): Promise<void>;
  /** Counts the downloads of an invoice. */
  takeFile(linkId: string): Promise<void>;
  now(): Date;
  mode: 'sandbox' | 'live';
  operatorName: string | null;
}

export type PaymentLinkView =
  | { kind: 'form' }
  | { kind: UnpayableState | 'held' | 'unavailable' }
  /** `chargeId`: the charge, if the same customer started it. */
  | { kind: 'busy'; chargeId: string | null }
  | { kind: 'going'; chargeId: string };

export function paymentLinkViewOf({ state, methods, pieces, parts }: PaymentLinkCheckout): PaymentLinkView {
  if (!isPayable(state)) return { kind: state };
  if (parts && parts.leftMinor < parts.smallestMinor) return { kind: 'unavailable' };
  if (pieces && pieces.left + pieces.idle === 0) return { kind: 'held' };
  return methods.length === 0 ? { kind: 'unavailable' } : { kind: 'form' };
}

export const paymentLinkFields = ['quantity', 'amount', 'method', 'name', 'email'] as const;
export type PaymentLinkField = (typeof paymentLinkFields)[number];
export type PaymentLinkForm = Record<PaymentLinkField, string>;

export const paymentLinkFaults = [
  'link_quantity_wrong',
  'link_quantity_fewer',
  'link_amount_missing',
  'link_amount_wrong',
  'link_amount_ambiguous',
  'link_amount_bounds',
  'link_part_bounds',
  'link_part_less',
  'link_part_small_rest',
  'link_part_whole',
  'link_method_missing',
  'link_name_wrong',
  'email_missing',
  'email_wrong',
] as const;
export type PaymentLinkFaults = Partial<Record<PaymentLinkField, (typeof paymentLinkFaults)[number]>>;

/** Maps the faults of a charge request to the form's fields. */
export function faultsOfCharge(faults: FieldFault[], { maxQuantity }: PaymentLink): PaymentLinkFaults {
  const found: PaymentLinkFaults = {};
  for (const { field } of faults) {
    if (field === 'amount') found[maxQuantity === null ? 'amount' : 'quantity'] = 'link_amount_bounds';
    else if (field === 'email') found.email = 'email_wrong';
    else if (field.startsWith('metadata')) found.name = 'link_name_wrong';
  }
  return found;
}

/** The input and faults of a form that was not accepted. */
export interface PaymentLinkReturned {
  values: PaymentLinkForm;
  faults: PaymentLinkFaults;
  /** Seconds to wait after too many requests. */
  waitSeconds: number | null;
}
