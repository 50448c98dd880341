import type { PayableCode } from '../../accounts/methods/methods.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Language } from '../../base/money/language.ts';
import { type Money, parseDecimal } from '../../base/money/money.ts';
import type { ChargeStatus } from '../../payments/charges/charge.ts';

import { type Adjustment, type AdjustmentTotal, adjustedTotal } from './invoice-total.ts';

/** The types of payment links and the pure decisions about them. See docs/develop/glossary.md. */

export interface PaymentLink {
  merchantId: string;
  id: string;
  /** Part of its URL. */
  token: string;
  kind: 'link' | 'invoice';
  /** The order number of its charges. */
  number: string;
  title: string;
  country: string;
  currency: string;
  /** null: the customer chooses the amount within the bounds. */
  amountMinor: bigint | null;
  minMinor: bigint | null;
  maxMinor: bigint | null;
  /** Of a fixed amount: how many the customer may choose; null: one. */
  minQuantity: number | null;
  maxQuantity: number | null;
  /** How many there are to sell in all; null: any number. */
  stock: number | null;
  /** Pieces of payments that were counted; `pieces.ts` adds the rest. */
  sold: number;
  methods: PayableCode[];
  /** null: the browser's language. */
  language: Language | null;
  isOnce: boolean;
  /** Of an invoice: several payments may make up its amount. */
  inParts: boolean;
  expiresAt: Date | null;
  invoice: Invoice | null;
  /** When its customer is next reminded automatically. */
  remindAt: Date | null;
  /** For a payment link that is paid by one charge: the charge that may pay it now, or has paid it. */
  chargeId: string | null;
  /** Counts its changes, so that of two people who edit it the second notices. */
  version: number;
  closedAt: Date | null;
  createdBy: string;
  createdAt: Date;
}

export interface Invoice {
  customerName: string;
  customerEmail: string;
  /** A day: 2026-01-31. */
  dueOn: string;
  lines: InvoiceItem[];
  adjustments: Adjustment[];
}

/** The text as entered; the decimals are exact. */
export interface InvoiceItem {
  text: string;
  /** With up to three decimals. */
  quantity: string;
  /** The unit price. */
  price: string;
}

export const quantityDecimals = 3;

/** The total of an item: exact, or rounded half up to the currency's smallest unit if the quantity has decimals. */
export function itemTotalMinor(quantityMilli: bigint, priceMinor: bigint): bigint {
  return (quantityMilli * priceMinor + 500n) / 1000n;
}

/** The items of an invoice with their totals. */
export function itemsOf({
  invoice,
  currency,
}: PaymentLink): { text: string; quantity: string; priceMinor: bigint; totalMinor: bigint }[] {
  const read = (text: string, decimals: number): bigint => {
    const pieces = parseDecimal(text, decimals);
    if (typeof pieces !== 'bigint') throw new Error(`${text} on an invoice cannot be read`);
    return pieces;
  };
  return (invoice?.lines ?? []).map(({ text, quantity, price }) => {
    const priceMinor = read(price, exponentOf(currency));
    return {
      text,
      quantity,
      priceMinor,
      totalMinor: itemTotalMinor(read(quantity, quantityDecimals), priceMinor),
    };
  });
}

/** The items' sum, and what discounts and taxes make of it. */
export function totalsOf(link: PaymentLink): { subtotalMinor: bigint; rows: AdjustmentTotal[] } {
  const subtotalMinor = itemsOf(link).reduce((sum, { totalMinor }) => sum + totalMinor, 0n);
  const { rows } = adjustedTotal(subtotalMinor, link.invoice?.adjustments ?? [], exponentOf(link.currency));
  return { subtotalMinor, rows };
}

export const paymentLinkStates = ['open', 'partly_paid', 'paid', 'closed', 'expired', 'sold_out'] as const;
export type PaymentLinkState = (typeof paymentLinkStates)[number];

const paidStatuses: readonly ChargeStatus[] = ['approved', 'partially_refunded', 'refunded', 'charged_back'];

export function wasPaid(status: ChargeStatus): boolean {
  return paidStatuses.includes(status);
}

/** Whether an invoice is unpaid and its due day is over everywhere on earth. */
export function isOverdue(
  { invoice }: Pick<PaymentLink, 'invoice'>,
  state: PaymentLinkState,
  now: Date,
): boolean {
  if (!invoice || state === 'paid' || state === 'closed') return false;
  return now.getTime() >= dayTime(invoice.dueOn) + dayMs + westernmostMs;
}

const dayMs = 24 * 60 * 60 * 1000;
const westernmostMs = 12 * 60 * 60 * 1000;

/** Days relative to the due day on which the customer is reminded, in the morning of the Americas. */
const reminderDays = [-3, 0, 7];
const reminderHourMs = 13 * 60 * 60 * 1000;

/** null: no further reminder. */
export function nextReminder(dueOn: string, after: Date): Date | null {
  const times = reminderDays.map((days) => dayTime(dueOn) + days * dayMs + reminderHourMs);
  const next = times.find((time) => time > after.getTime());
  return next === undefined ? null : new Date(next);
}

function dayTime(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The payment that a customer asks for. */
export interface PaymentLinkPayment {
  amount: Money;
  methodCode: PayableCode;
  email: string;
  /** How many are paid for. */
  quantity: number;
}

/** The present charge of a payment link that is paid once. */
export interface CurrentCharge {
  status: ChargeStatus;
  email: string | null;
  /** It was made for the same request. */
  isSame: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * The decision for a customer who wants to pay a payment link that is paid once. Only one charge may pay it at any
 * time, and a charge is paid once, regardless of who has its page open.
 */
export type OnceDecision =
  | 'make'
  /** Redirect to the present charge. */
  | 'reuse'
  /** Cancel the present charge if nobody is paying it, and decide again. */
  | 'replace'
  /** Another customer has just begun. */
  | 'busy';

/** How long a customer who began to pay is not displaced by another. */
export const undisturbedMs = 15 * 60 * 1000;

export function decideOnce(
  current: CurrentCharge | null,
  payment: PaymentLinkPayment,
  now: Date,
): OnceDecision {
  if (current?.status !== 'open') return 'make';
  if (current.isSame && current.expiresAt > now) return 'reuse';
  const isTheirs = current.email?.toLowerCase() === payment.email.toLowerCase();
  const ageMs = now.getTime() - current.createdAt.getTime();
  return isTheirs || ageMs >= undisturbedMs ? 'replace' : 'busy';
}
