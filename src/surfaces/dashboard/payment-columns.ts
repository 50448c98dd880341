import { heads } from '../../accounts/dashboard-kit/column-heads.ts';
import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { PaymentSummary } from '../../commerce/payment-list/payment.ts';
import { decimal } from '../../commerce/reports/overview-answer.ts';
import type { PaymentMoney } from '../../commerce/reports/payment-money.ts';

/** A payment with what the ledger says of it; null: it was never paid. */
export type PaymentRow = PaymentSummary & {
  money: PaymentMoney | null;
  /** The payment that had already paid its link; null: it is no second payment. */
  secondOf: string | null;
};

const ofMoney =
  (part: 'fee' | 'net' | 'chargedBack') =>
  ({ money }: PaymentRow): string | null =>
    money && decimal(money[part], money.asset);

/** A merchant's payments as a file. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  { head: heads.time, of: ({ created_at }) => created_at },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.orderNumber, isForeign: true, of: ({ order_number }) => order_number },
  { head: heads.status, of: ({ status }) => status },
  { head: heads.method, of: ({ method }) => method },
  { head: heads.amount, of: ({ amount }) => amount },
  { head: heads.currency, of: ({ currency }) => currency },
  { head: { en: 'Given back', es: 'Devuelto', pt: 'Devolvido' }, of: ({ refunded }) => refunded },
  {
    head: { en: 'Paid (UTC)', es: 'Pagado (UTC)', pt: 'Pago (UTC)' },
    of: ({ money }) => money?.paidAt.toISOString() ?? null,
  },
  { head: heads.fee, of: ofMoney('fee') },
  { head: { en: 'Net', es: 'Neto', pt: 'Líquido' }, of: ofMoney('net') },
  {
    head: {
      en: 'Currency of fee and net',
      es: 'Moneda de comisión y neto',
      pt: 'Moeda da taxa e do líquido',
    },
    of: ({ money }) => money?.asset ?? null,
  },
  {
    head: { en: 'Taken back by banks', es: 'Contracargos', pt: 'Contestações' },
    of: ofMoney('chargedBack'),
  },
  { head: heads.email, isForeign: true, of: ({ email }) => email },
  { head: heads.description, isForeign: true, of: ({ description }) => description },
  {
    head: { en: 'Second payment after', es: 'Segundo pago después de', pt: 'Segundo pagamento depois de' },
    of: ({ secondOf }) => secondOf,
  },
];
