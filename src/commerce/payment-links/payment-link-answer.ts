import { type Static, Type } from 'typebox';
import { exponentOf } from '../../base/money/currency.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { paymentStates, stateOfCharge } from '../payment-list/payment.ts';
import { isOverdue, paymentLinkStates } from './payment-link.ts';
import { paymentLinkUrl } from './payment-link-url.ts';
import { type ListedPaymentLink, paidAndLeft, paymentLinkState } from './progress/progress.ts';
import type { PaymentLinkFilter, PaymentLinkPaymentRow } from './store.ts';

/** The wire format of payment links and invoices, and their filter. */

export const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableCount = Type.Union([Type.Integer(), Type.Null()]);
const paymentLinkFields = {
  id: Type.String(),
  kind: Type.Enum(['link', 'invoice']),
  state: Type.Enum([...paymentLinkStates]),
  is_overdue: Type.Boolean({ description: 'For an invoice: the due date has passed and it is not paid' }),
  number: Type.String({ description: 'The order number of its payments' }),
  title: Type.String(),
  url: Type.String({ description: 'Where customers pay' }),
  amount: Type.Union([Type.String(), Type.Null()], {
    description: 'A decimal, exact; null: whoever pays says how much',
  }),
  min_amount: nullableText,
  max_amount: nullableText,
  min_quantity: nullableCount,
  max_quantity: nullableCount,
  stock: nullableCount,
  currency: Type.String(),
  country: Type.String(),
  methods: Type.Array(Type.String()),
  language: nullableText,
  once: Type.Boolean(),
  partial_payments: Type.Boolean(),
  paid: Type.Union([Type.String(), Type.Null()], { description: 'Of an invoice' }),
  left: Type.Union([Type.String(), Type.Null()], { description: 'What is not paid of an invoice' }),
  expires_at: nullableText,
  customer_name: nullableText,
  customer_email: nullableText,
  due_on: nullableText,
  created_by: Type.String(),
  created_at: Type.String(),
};
export const paymentLinkSummary = Type.Object(paymentLinkFields, { 'x-name': 'PaymentLinkSummary' });
/** All of one; what the summary has stands once in the description. */
export const paymentLinkDetail = Type.Intersect(
  [
    paymentLinkSummary,
    Type.Object({
      lines: Type.Array(
        Type.Object({
          text: Type.String(),
          quantity: Type.String(),
          price: Type.String(),
          total: Type.String(),
        }),
      ),
      subtotal: nullableText,
      adjustments: Type.Array(
        Type.Object({
          kind: Type.Enum(['discount', 'tax']),
          name: Type.String(),
          percent: nullableText,
          amount: nullableText,
          total: Type.String(),
        }),
      ),
      mailings: Type.Array(
        Type.Object({
          kind: Type.Enum(['invoice', 'invoice_reminder']),
          at: Type.String(),
          status: Type.Enum(['queued', 'sent', 'rejected', 'dropped']),
        }),
      ),
      remind_at: nullableText,
      sold: Type.Integer({ description: 'Of a stock' }),
      reserved: Type.Integer({ description: 'Of a stock: by payments under way' }),
      being_paid: Type.Union([Type.String(), Type.Null()], {
        description: 'Of an invoice that may be paid in parts: by payments under way',
      }),
      went_back: Type.Union([Type.String(), Type.Null()], {
        description: 'Of what is paid: by refunds and chargebacks of whole parts',
      }),
      version: Type.Integer(),
    }),
  ],
  { 'x-name': 'PaymentLink' },
);
export const paymentLinkPayment = Type.Object(
  {
    id: Type.String({ description: 'The id that readPayment takes' }),
    state: Type.Enum([...paymentStates]),
    status: Type.String(),
    method: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    email: nullableText,
    quantity: Type.Integer(),
    created_at: Type.String(),
  },
  { 'x-name': 'PaymentLinkPayment' },
);

/** The filter of the list and of its export. */
export const paymentLinkFilter = {
  kind: Type.Optional(Type.Enum(['link', 'invoice'], { expected: '"link" or "invoice"' })),
  search: Type.Optional(
    Type.String({ maxLength: 254, description: 'A number, or the e-mail of an invoice’s customer' }),
  ),
};
const linkFilterSchema = Type.Object(paymentLinkFilter);

export function readPaymentLinkFilter(
  { kind, search }: Static<typeof linkFilterSchema>,
  beforeId: string | null,
): PaymentLinkFilter {
  return {
    ...(kind && { kind }),
    ...(search?.trim() && { search: search.trim() }),
    ...(beforeId && { beforeId }),
  };
}

export function shapePaymentLink(listed: ListedPaymentLink, checkoutUrl: string, now: Date) {
  const { link } = listed;
  const { invoice, currency } = link;
  const state = paymentLinkState(link, listed, now);
  const sums = paidAndLeft(link, state, listed);
  const write = (minor: bigint | null) =>
    minor === null ? null : formatDecimal(minor, exponentOf(currency));
  return {
    id: link.id,
    kind: link.kind,
    state,
    is_overdue: isOverdue(link, state, now),
    number: link.number,
    title: link.title,
    url: paymentLinkUrl(checkoutUrl, link),
    amount: write(link.amountMinor),
    min_amount: write(link.minMinor),
    max_amount: write(link.maxMinor),
    min_quantity: link.minQuantity,
    max_quantity: link.maxQuantity,
    stock: link.stock,
    currency,
    country: link.country,
    methods: link.methods,
    language: link.language,
    once: link.isOnce,
    partial_payments: link.inParts,
    paid: write(sums?.paidMinor ?? null),
    left: write(sums?.leftMinor ?? null),
    expires_at: link.expiresAt?.toISOString() ?? null,
    customer_name: invoice?.customerName ?? null,
    customer_email: invoice?.customerEmail ?? null,
    due_on: invoice?.dueOn ?? null,
    created_by: link.createdBy,
    created_at: link.createdAt.toISOString(),
  };
}

export function shapePaymentLinkPayment({
  amountMinor,
  createdAt,
  ...row
}: PaymentLinkPaymentRow): Static<typeof paymentLinkPayment> {
  return {
    ...row,
    state: stateOfCharge[row.status],
    amount: formatDecimal(amountMinor, exponentOf(row.currency)),
    created_at: createdAt.toISOString(),
  };
}
