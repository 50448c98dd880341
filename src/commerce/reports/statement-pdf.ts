import { isCurrency } from '../../base/money/currency.ts';
import type { Language } from '../../base/money/language.ts';
import { localeOf, regionOfZone } from '../../base/money/region.ts';
import { numberText } from '../../base/money/written.ts';
import { monthText, timeIn } from '../../base/money/written-time.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import { statementKinds } from './names.ts';
import { decimal } from './overview-answer.ts';
import { fontOf, latinFont, runsOf } from './pdf-fonts.ts';
import type { AccountStatement } from './statement.ts';

export interface StatementHead {
  merchantName: string;
  /** null: none. A PDF takes PNG and JPEG. */
  logo: { mediaType: string; content: Buffer } | null;
  month: string;
  zone: string;
  language: Language;
  /** The time of reading, while the month is running; null: the month is over. */
  asOf: Date | null;
}

const margin = 50;
const rowHeight = 16;
const grey = '#555555';
const nameSize = 18;
const logoSize = { width: 140, height: 56 };

/** A month's statement on A4. The library is loaded at the first request. */
export async function statementPdf(
  { merchantName, logo, month, zone, language, asOf }: StatementHead,
  assets: readonly AccountStatement[],
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const words = documentTexts[language].books;
  const locale = localeOf(language, regionOfZone(zone));
  const title = `${words.statement} ${monthText(month, locale)}`;
  const pdf = new Document({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: language,
    // The default one is of the PDF's own fonts.
    font: '',
    info: { Title: `${title} – ${merchantName}`, Creator: 'Pasarela' },
  });
  pdf.registerFont('Regular', latinFont(400));
  pdf.registerFont('Bold', latinFont(700));
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const width = pdf.page.width - 2 * margin;
  const bottom = pdf.page.height - margin - 2 * rowHeight;

  /** The cells after the first share the remaining width. */
  function row(cells: readonly string[], { bold = false, first = 0.5 } = {}): void {
    if (pdf.y > bottom) pdf.addPage();
    const y = pdf.y;
    const other = (width * (1 - first)) / Math.max(1, cells.length - 1);
    pdf.font(bold ? 'Bold' : 'Regular');
    cells.forEach((cell, at) => {
      const x = at === 0 ? margin : margin + width * first + (at - 1) * other;
      pdf.text(cell, x, y, {
        width: at === 0 ? width * first : other - 4,
        align: at === 0 ? 'left' : 'right',
        lineBreak: false,
        ellipsis: true,
      });
    });
    pdf.y = y + rowHeight;
    pdf.x = margin;
  }
  /** The name in as many fonts as it has scripts, on one line: smaller if it is long. */
  function nameOf(name: string, room: number): void {
    const runs = runsOf(name);
    const fonts = runs.map(({ face }) => {
      pdf.registerFont(face.name, fontOf(face, 700));
      return face.name;
    });
    const widthAt = (size: number): number =>
      runs.reduce(
        (sum, { text }, at) =>
          sum +
          pdf
            .font(fonts[at] ?? 'Bold')
            .fontSize(size)
            .widthOfString(text),
        0,
      );
    const size = Math.min(nameSize, Math.max(8, (nameSize * room) / Math.max(1, widthAt(nameSize))));
    const y = pdf.y;
    let x = margin;
    runs.forEach(({ text }, at) => {
      pdf
        .font(fonts[at] ?? 'Bold')
        .fontSize(size)
        .text(text, x, y + nameSize, { lineBreak: false, baseline: 'alphabetic' });
      x += pdf.widthOfString(text);
    });
    pdf.x = margin;
    pdf.y = y + nameSize * 1.5;
  }
  /** On the right; returns the room it takes. */
  function drawLogo({ mediaType, content }: NonNullable<StatementHead['logo']>): number {
    if (mediaType !== 'image/png' && mediaType !== 'image/jpeg') return 0;
    const y = pdf.y;
    try {
      const { width: of, height } = logoSize;
      pdf.image(content, margin + width - of, y, { fit: [of, height], align: 'right' });
    } catch {
      // A picture that browsers show and the library cannot read: the name is there.
      return 0;
    } finally {
      pdf.y = y;
      pdf.x = margin;
    }
    return logoSize.width + 12;
  }
  function rule(): void {
    const y = pdf.y - 1.5;
    pdf
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .strokeColor('#bbbbbb')
      .stroke();
  }

  const logoWidth = logo ? drawLogo(logo) : 0;
  nameOf(merchantName, width - logoWidth);
  pdf.font('Bold').fontSize(13).text(title, margin);
  pdf.font('Regular').fontSize(9).fillColor(grey).text(words.daysOf(zone));
  if (asOf) pdf.text(words.asOf(timeIn(asOf, locale, zone)));
  pdf.fillColor('black');
  pdf.y = Math.max(pdf.y, margin + (logoWidth > 0 ? logoSize.height : 0));
  if (assets.length === 0) pdf.moveDown().fontSize(11).text(words.nothing);
  for (const { book, asset, opening, lines, closing, days } of assets) {
    const write = (amount: bigint): string => written(decimal(amount, asset), asset, locale);
    if (pdf.y > bottom - 12 * rowHeight) pdf.addPage();
    pdf
      .moveDown()
      .font('Bold')
      .fontSize(13)
      .text(`${asset} – ${words.accounts[book]}`, margin)
      .moveDown(0.5)
      .fontSize(10);
    row([words.opening, write(opening)], { bold: true });
    for (const line of statementKinds) if (lines[line] !== 0n) row([words.lines[line], write(lines[line])]);
    rule();
    row([words.closing, write(closing)], { bold: true });
    const moved = days.filter((day) => statementKinds.some((line) => day.lines[line] !== 0n));
    if (moved.length === 0) continue;
    const shown = statementKinds.filter((line) => lines[line] !== 0n);
    pdf.moveDown().fontSize(7.5);
    row([words.day, ...shown.map((line) => words.lines[line]), words.closing], { bold: true, first: 0.12 });
    rule();
    for (const day of moved) {
      row([day.day, ...shown.map((line) => write(day.lines[line])), write(day.closing)], { first: 0.12 });
    }
  }
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // The text is below the margin, where it would otherwise start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('Regular').fontSize(8).fillColor(grey);
    pdf.text(words.page(page + 1, count), margin, pdf.page.height - margin + 10, { width, align: 'right' });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The column's head names the asset. The font has no narrow space. */
function written(amount: string, asset: string, locale: string): string {
  const decimals = isCurrency(asset) ? (amount.split('.')[1]?.length ?? 0) : 2;
  return numberText(amount, locale, decimals).replaceAll(/[\u00a0\u202f]/g, ' ');
}
