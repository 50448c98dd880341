import { heads } from './column-heads.ts';
import type { Column } from './csv.ts';
import type { PaymentSummary } from './payment.ts';

/** A merchant's payments as a file. */
export const paymentColumns: readonly Column<PaymentSummary>[] = [
  { head: heads.time, of: ({ created_at }) => created_at },
  { head: heads.id, of: ({ id }) => id },
  { head: heads.orderNumber, isForeign: true, of: ({ order_number }) => order_number },
  { head: heads.status, of: ({ status }) => status },
  { head: heads.method, of: ({ method }) => method },
  { head: heads.amount, of: ({ amount }) => amount },
  { head: heads.currency, of: ({ currency }) => currency },
  { head: { en: 'Given back', es: 'Devuelto', pt: 'Devolvido' }, of: ({ refunded }) => refunded },
  { head: heads.email, isForeign: true, of: ({ email }) => email },
  { head: heads.description, isForeign: true, of: ({ description }) => description },
];
