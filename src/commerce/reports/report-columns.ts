import type { Column } from '../../accounts/dashboard-kit/csv-row.ts';
import type { Language } from '../../base/money/language.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import type { ShownMovement } from './movement-page.ts';
import type { AssetFigures } from './overview.ts';
import { decimal } from './overview-answer.ts';

/** Ledger movements as a file, in the reader's language. */
export function movementColumns(language: Language): readonly Column<ShownMovement>[] {
  const kinds: Readonly<Record<string, string>> = documentTexts[language].books.kinds;
  return [
    { head: 'time', of: ({ at }) => at.toISOString() },
    { head: 'entry', of: ({ kind }) => kinds[kind] ?? kind },
    { head: 'payment', of: ({ paymentId }) => paymentId },
    { head: 'orderNumber', isForeign: true, of: ({ names }) => names?.orderNumber ?? null },
    { head: 'email', isForeign: true, of: ({ names }) => names?.email ?? null },
    { head: 'method', of: ({ names }) => names?.method ?? null },
    { head: 'amount', of: ({ amount, asset }) => decimal(amount, asset) },
    { head: 'fee', of: ({ fee, asset }) => decimal(fee, asset) },
    {
      head: 'balance',
      of: ({ balance, asset }) => (balance === null ? null : decimal(balance, asset)),
    },
    { head: 'currency', of: ({ asset }) => asset },
  ];
}

/** The figures of a day or a month in one currency. */
export interface ReportRow extends AssetFigures {
  time: string;
}

export const reportColumns: readonly Column<ReportRow>[] = [
  { head: 'date', of: ({ time }) => time },
  { head: 'currency', of: ({ asset }) => asset },
  {
    head: 'received',
    of: ({ received, asset }) => decimal(received, asset),
  },
  {
    head: 'payments',
    of: ({ receivedCount }) => String(receivedCount),
  },
  {
    head: 'refunded',
    of: ({ givenBack, asset }) => decimal(givenBack, asset),
  },
  {
    head: 'chargedBack',
    of: ({ takenBack, asset }) => decimal(takenBack, asset),
  },
  {
    head: 'paidOut',
    of: ({ paidOut, asset }) => decimal(paidOut, asset),
  },
  { head: 'fees', of: ({ fees, asset }) => decimal(fees, asset) },
];
