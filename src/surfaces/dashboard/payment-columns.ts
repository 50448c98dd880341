import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { PaymentSummary } from '../../commerce/payment-list/payment.ts';
import type { PaymentMoney } from '../../commerce/payment-list/payment-money.ts';
import { decimal } from '../../commerce/reports/overview-answer.ts';

/** A payment with its amounts in the ledger; null: it was never paid. */
export type PaymentRow = PaymentSummary & {
  money: PaymentMoney | null;
  /** The payment that had already paid its payment link; null: it is not a second payment. */
  secondOf: string | null;
  /** Why it was refunded. */
  reasons: readonly string[];
};

const ofMoney =
  (part: 'fee' | 'net' | 'chargedBack') =>
  ({ money }: PaymentRow): string | null =>
    money && decimal(money[part], money.asset);

/** A merchant's payments as a file. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  { head: 'time', of: ({ created_at }) => created_at },
  { head: 'id', of: ({ id }) => id },
  { head: 'orderNumber', isForeign: true, of: ({ order_number }) => order_number },
  { head: 'status', of: ({ status }) => status },
  { head: 'method', of: ({ method }) => method },
  { head: 'amount', of: ({ amount }) => amount },
  { head: 'currency', of: ({ currency }) => currency },
  { head: 'captured', of: ({ captured }) => captured },
  { head: 'refunded', of: ({ refunded }) => refunded },
  {
    head: 'paidAt',
    of: ({ money }) => money?.paidAt.toISOString() ?? null,
  },
  { head: 'fee', of: ofMoney('fee') },
  { head: 'net', of: ofMoney('net') },
  {
    head: 'feeCurrency',
    of: ({ money }) => money?.asset ?? null,
  },
  {
    head: 'chargedBack',
    of: ofMoney('chargedBack'),
  },
  { head: 'email', isForeign: true, of: ({ email }) => email },
  { head: 'description', isForeign: true, of: ({ description }) => description },
  {
    head: 'secondOf',
    of: ({ secondOf }) => secondOf,
  },
  { head: 'refundReason', isForeign: true, of: ({ reasons }) => reasons.join('; ') || null },
];
