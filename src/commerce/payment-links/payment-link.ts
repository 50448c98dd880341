import type { MethodCode } from '../../accounts/merchants/merchant.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Language } from '../../base/money/language.ts';
import { type Money, parseDecimal } from '../../base/money/money.ts';
import type { ChargeStatus } from '../../payments/charges/charge.ts';

/** The nouns of links that customers pay under, and the pure decisions about them. See docs/develop/glossary.md. */

export interface PaymentLink {
  merchantId: string;
  id: string;
  /** Stands in its address. */
  token: string;
  kind: 'link' | 'invoice';
  /** The order number of its charges. */
  number: string;
  title: string;
  country: string;
  currency: string;
  /** null: whoever pays says how much, within the bounds. */
  amountMinor: bigint | null;
  minMinor: bigint | null;
  maxMinor: bigint | null;
  methods: MethodCode[];
  /** null: the customer's browser says. */
  language: Language | null;
  isOnce: boolean;
  expiresAt: Date | null;
  invoice: Invoice | null;
  /** When its customer is next reminded by itself. */
  remindAt: Date | null;
  /** Of one that is paid once: the charge that may pay it now, or has. */
  chargeId: string | null;
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
}

/** As it was written; the decimals are exact. */
export interface InvoiceItem {
  text: string;
  /** With up to three decimals. */
  quantity: string;
  /** Of one. */
  price: string;
}

export const quantityDecimals = 3;

/** What a line comes to: exact, or rounded half up to the currency's least unit where the quantity is broken. */
export function itemTotalMinor(quantityMilli: bigint, priceMinor: bigint): bigint {
  return (quantityMilli * priceMinor + 500n) / 1000n;
}

/** The lines of an invoice with what each comes to. */
export function itemsOf({
  invoice,
  currency,
}: PaymentLink): { text: string; quantity: string; priceMinor: bigint; totalMinor: bigint }[] {
  const read = (text: string, decimals: number): bigint => {
    const units = parseDecimal(text, decimals);
    if (typeof units !== 'bigint') throw new Error(`${text} on an invoice cannot be read`);
    return units;
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

export const paymentLinkStates = ['open', 'paid', 'closed', 'expired'] as const;
export type PaymentLinkState = (typeof paymentLinkStates)[number];

const paidStatuses: readonly ChargeStatus[] = ['approved', 'partially_refunded', 'refunded', 'charged_back'];

export function wasPaid(status: ChargeStatus): boolean {
  return paidStatuses.includes(status);
}

/** How a link stands; `chargeStatus` is that of the charge of one that is paid once. */
export function paymentLinkState(
  link: Pick<PaymentLink, 'isOnce' | 'closedAt' | 'expiresAt'>,
  chargeStatus: ChargeStatus | null,
  now: Date,
): PaymentLinkState {
  if (link.isOnce && chargeStatus !== null && wasPaid(chargeStatus)) return 'paid';
  if (link.closedAt !== null) return 'closed';
  return link.expiresAt !== null && link.expiresAt <= now ? 'expired' : 'open';
}

/** An invoice whose day is over, anywhere on earth, and that nobody has paid. */
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

/** Days from the day an invoice is due on which its customer is reminded, in the morning of the Americas. */
const reminderDays = [-3, 0, 7];
const reminderHourMs = 13 * 60 * 60 * 1000;

/** null: there is nothing more to remind of. */
export function nextReminder(dueOn: string, after: Date): Date | null {
  const times = reminderDays.map((days) => dayTime(dueOn) + days * dayMs + reminderHourMs);
  const next = times.find((time) => time > after.getTime());
  return next === undefined ? null : new Date(next);
}

function dayTime(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** What whoever asks to pay wants. */
export interface PaymentLinkPayment {
  amount: Money;
  methodCode: MethodCode;
  email: string;
}

/** The charge of a link that is paid once, as it stands. */
export interface CurrentCharge {
  status: ChargeStatus;
  email: string | null;
  /** It was made for the very same request. */
  isSame: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * What is done for somebody who wants to pay under a link that is paid once. At any time one charge may pay it: the
 * charge itself is paid once, whoever is on its page.
 */
export type OnceDecision =
  | 'make'
  /** Lead to the charge that is there. */
  | 'reuse'
  /** Cancel the charge that is there, if nobody is paying it, and look again. */
  | 'replace'
  /** Somebody else has just begun. */
  | 'busy';

/** So long somebody who began to pay is not disturbed by somebody else. */
const undisturbedMs = 15 * 60 * 1000;

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
