import { isCurrency } from '../../base/money/currency.ts';
import type { Language } from '../../base/money/language.ts';
import { localeOf, regionOfZone } from '../../base/money/region.ts';
import { numberText } from '../../base/money/written.ts';
import { monthText, timeIn } from '../../base/money/written-time.ts';
import { grey, type PdfHead, writePdf } from '../../base/pdf/pdf-document.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import { statementKinds } from './names.ts';
import { decimal } from './overview-answer.ts';
import type { AccountStatement } from './statement.ts';

export interface StatementHead {
  merchantName: string;
  logo: PdfHead['logo'];
  month: string;
  zone: string;
  language: Language;
  /** The time of reading, while the month is running; null: the month is over. */
  asOf: Date | null;
}

const rowHeight = 16;

/** A month's statement on A4. */
export async function statementPdf(
  { merchantName, logo, month, zone, language, asOf }: StatementHead,
  assets: readonly AccountStatement[],
): Promise<Buffer> {
  const words = documentTexts[language].books;
  const locale = localeOf(language, regionOfZone(zone));
  const title = `${words.statement} ${monthText(month, locale)}`;
  const head: PdfHead = { title, merchantName, logo, language, pageText: words.page };
  return await writePdf(head, (page) => {
    /** The cells after the first share the remaining width. */
    function row(cells: readonly string[], { isBold = false, first = 0.5, size = 10 } = {}): void {
      page.ensureRoom(rowHeight);
      const { y } = page;
      const other = (page.width * (1 - first)) / Math.max(1, cells.length - 1);
      cells.forEach((cell, at) => {
        const x = at === 0 ? page.left : page.left + page.width * first + (at - 1) * other;
        const width = at === 0 ? page.width * first : other - 4;
        page.cell(cell, x, width, { y, size, isBold, align: at === 0 ? 'left' : 'right' });
      });
      page.y = y + rowHeight;
    }

    const below = page.head(head);
    page.text(title, { size: 13, isBold: true });
    page.text(words.daysOf(zone), { size: 9, color: grey });
    if (asOf) page.text(words.asOf(timeIn(asOf, locale, zone)), { size: 9, color: grey });
    page.y = Math.max(page.y, below);
    if (assets.length === 0) page.text(words.nothing, { y: page.y + 12, size: 11 });
    for (const { book, asset, opening, lines, closing, days } of assets) {
      const write = (amount: bigint): string => written(decimal(amount, asset), asset, locale);
      page.ensureRoom(12 * rowHeight);
      page.text(`${asset} – ${words.accounts[book]}`, { y: page.y + 13, size: 13, isBold: true });
      page.y += 6;
      row([words.opening, write(opening)], { isBold: true });
      for (const line of statementKinds) if (lines[line] !== 0n) row([words.lines[line], write(lines[line])]);
      page.rule();
      row([words.closing, write(closing)], { isBold: true });
      const moved = days.filter((day) => statementKinds.some((line) => day.lines[line] !== 0n));
      if (moved.length === 0) continue;
      const shown = statementKinds.filter((line) => lines[line] !== 0n);
      const small = { size: 7.5, first: 0.12 };
      page.y += 8;
      row([words.day, ...shown.map((line) => words.lines[line]), words.closing], { ...small, isBold: true });
      page.rule();
      for (const day of moved) {
        row([day.day, ...shown.map((line) => write(day.lines[line])), write(day.closing)], small);
      }
    }
  });
}

/** The column's head names the asset. */
function written(amount: string, asset: string, locale: string): string {
  const decimals = isCurrency(asset) ? (amount.split('.')[1]?.length ?? 0) : 2;
  return numberText(amount, locale, decimals);
}
