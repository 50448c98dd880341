import { heads } from '../../accounts/dashboard-kit/column-heads.ts';
import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { Language } from '../../base/money/language.ts';
import type { Movement } from './movements.ts';
import type { AssetFigures } from './overview.ts';
import { decimal } from './overview-answer.ts';
import { bookWords } from './words.ts';

export type MovementRow = Movement & { orderNumber: string | null };

/** Lines of the ledger as a file, in the words of whoever downloads it. */
export function movementColumns(language: Language): readonly Column<MovementRow>[] {
  const { kinds } = bookWords[language];
  return [
    { head: heads.time, of: ({ at }) => at.toISOString() },
    { head: { en: 'What', es: 'Concepto', pt: 'Histórico' }, of: ({ kind }) => kinds[kind] ?? kind },
    { head: { en: 'Payment', es: 'Pago', pt: 'Pagamento' }, of: ({ paymentId }) => paymentId },
    { head: heads.orderNumber, isForeign: true, of: ({ orderNumber }) => orderNumber },
    { head: heads.amount, of: ({ amount, asset }) => decimal(amount, asset) },
    { head: heads.fee, of: ({ fee, asset }) => decimal(fee, asset) },
    { head: heads.currency, of: ({ asset }) => asset },
  ];
}

/** A day or a month of one currency. */
export interface ReportRow extends AssetFigures {
  time: string;
}

export const reportColumns: readonly Column<ReportRow>[] = [
  { head: { en: 'Date', es: 'Fecha', pt: 'Data' }, of: ({ time }) => time },
  { head: heads.currency, of: ({ asset }) => asset },
  {
    head: { en: 'Received', es: 'Recibido', pt: 'Recebido' },
    of: ({ received, asset }) => decimal(received, asset),
  },
  {
    head: { en: 'Payments', es: 'Pagos', pt: 'Pagamentos' },
    of: ({ receivedCount }) => String(receivedCount),
  },
  {
    head: { en: 'Given back', es: 'Devuelto', pt: 'Devolvido' },
    of: ({ givenBack, asset }) => decimal(givenBack, asset),
  },
  {
    head: { en: 'Taken back by banks', es: 'Contracargos', pt: 'Contestações' },
    of: ({ takenBack, asset }) => decimal(takenBack, asset),
  },
  {
    head: { en: 'Paid out', es: 'Enviado', pt: 'Enviado' },
    of: ({ paidOut, asset }) => decimal(paidOut, asset),
  },
  { head: { en: 'Fees', es: 'Comisiones', pt: 'Taxas' }, of: ({ fees, asset }) => decimal(fees, asset) },
];
