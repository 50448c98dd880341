import type { Column } from './csv.ts';
import type { PaymentSummary } from './payment.ts';

/** A merchant's payments as a file. */
export const paymentColumns: readonly Column<PaymentSummary>[] = [
  { head: { en: 'Date (UTC)', es: 'Fecha (UTC)', pt: 'Data (UTC)' }, of: ({ created_at }) => created_at },
  { head: { en: 'Reference', es: 'Referencia', pt: 'Referência' }, of: ({ id }) => id },
  {
    head: { en: 'Order number', es: 'Número de pedido', pt: 'Número do pedido' },
    isForeign: true,
    of: ({ order_number }) => order_number,
  },
  { head: { en: 'Status', es: 'Estado', pt: 'Situação' }, of: ({ status }) => status },
  { head: { en: 'Method', es: 'Medio de pago', pt: 'Forma de pagamento' }, of: ({ method }) => method },
  { head: { en: 'Amount', es: 'Monto', pt: 'Valor' }, of: ({ amount }) => amount },
  { head: { en: 'Currency', es: 'Moneda', pt: 'Moeda' }, of: ({ currency }) => currency },
  { head: { en: 'Given back', es: 'Devuelto', pt: 'Devolvido' }, of: ({ refunded }) => refunded },
  { head: { en: 'E-mail', es: 'Correo', pt: 'E-mail' }, isForeign: true, of: ({ email }) => email },
  {
    head: { en: 'Description', es: 'Descripción', pt: 'Descrição' },
    isForeign: true,
    of: ({ description }) => description,
  },
];
