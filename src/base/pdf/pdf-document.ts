import { encode } from 'uqr';
import type { Language } from '../money/language.ts';
import { type Face, fontOf, runsOf } from './pdf-fonts.ts';

/** The look that every PDF file shares: A4, our fonts, a head with name and logo, numbered pages. */

export interface PdfHead {
  title: string;
  merchantName: string;
  /** null: none. A PDF takes PNG and JPEG. */
  logo: { mediaType: string; content: Buffer } | null;
  language: Language;
  /** At the foot of each page. */
  pageText(number: number, of: number): string;
}

export interface TextPlace {
  x?: number;
  y?: number;
  width?: number;
  size?: number;
  isBold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

const margin = 50;
const black = '#111111';
export const grey = '#555555';
const lineColor = '#bbbbbb';
const nameSize = 18;
const logoSize = { width: 140, height: 56 };
/** Of the size of the letters. */
const lineHeight = 1.36;

type Weight = 400 | 700;

export class PdfDocument {
  readonly left = margin;
  readonly width: number;
  readonly bottom: number;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #known = new Set<string>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.width = pdf.page.width - 2 * margin;
    this.bottom = pdf.page.height - margin - 20;
  }

  get y(): number {
    return this.#pdf.y;
  }

  set y(y: number) {
    this.#pdf.y = y;
  }

  /** A new page if so much does not fit on this one. */
  ensureRoom(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.#pdf.addPage();
    this.y = margin;
  }

  /** In as many fonts as it has scripts, wrapped at words; ends below it and returns its height. */
  text(text: string, place: TextPlace = {}): number {
    const { x = this.left, y = this.y, size = 10, isBold = false, color = black, align = 'left' } = place;
    const width = place.width ?? this.left + this.width - x;
    const weight = isBold ? 700 : 400;
    const lines = this.#wrapped(text, width, size, weight);
    lines.forEach((line, at) => {
      const from = align === 'left' ? x : x + width - this.#widthOf(line, size, weight);
      this.#draw(line, from, y + at * size * lineHeight, size, weight, color);
    });
    const height = lines.length * size * lineHeight;
    this.y = y + height;
    return height;
  }

  /** How high a text will be. */
  heightOf(text: string, width: number, size = 10): number {
    return this.#wrapped(text, width, size, 400).length * size * lineHeight;
  }

  /** Ends where it began. On one line, cut with "…" if it is too long. */
  cell(text: string, x: number, width: number, place: Omit<TextPlace, 'x' | 'width'> = {}): void {
    const { y = this.y, size = 10, isBold = false, color = black, align = 'left' } = place;
    const weight = isBold ? 700 : 400;
    let shown = spaced(text);
    if (this.#widthOf(shown, size, weight) > width) {
      const letters = [...shown];
      while (letters.length > 0 && this.#widthOf(`${letters.join('')}…`, size, weight) > width) letters.pop();
      shown = `${letters.join('')}…`;
    }
    const from = align === 'left' ? x : x + width - this.#widthOf(shown, size, weight);
    this.#draw(shown, from, y, size, weight, color);
  }

  rule(color = lineColor): void {
    this.#pdf
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  /** The merchant's name, smaller if it is long, and the logo on the right. Ends below both. */
  head({ merchantName, logo }: Pick<PdfHead, 'merchantName' | 'logo'>): number {
    const top = this.y;
    const logoWidth = logo && this.#logo(logo) ? logoSize.width + 12 : 0;
    const room = this.width - logoWidth;
    const size = Math.min(
      nameSize,
      Math.max(8, (nameSize * room) / Math.max(1, this.#widthOf(merchantName, nameSize, 700))),
    );
    this.#draw(merchantName, this.left, top, size, 700, black);
    this.y = top + nameSize * 1.5;
    return logoWidth > 0 ? top + logoSize.height : top;
  }

  /** A text in a frame, turned a little, like a rubber stamp. `x` is its right edge. */
  stamp(text: string, below: string, x: number, y: number, color: string): void {
    const [size, small] = [20, 9];
    const width = Math.max(this.#widthOf(text, size, 700), this.#widthOf(below, small, 400)) + 28;
    const height = 50;
    this.#pdf.save().rotate(-6, { origin: [x - width / 2, y + height / 2] });
    this.#pdf
      .roundedRect(x - width, y, width, height, 8)
      .lineWidth(2)
      .strokeColor(color)
      .stroke();
    const middle = x - width / 2;
    this.#draw(text, middle - this.#widthOf(text, size, 700) / 2, y + 4, size, 700, color);
    this.#draw(below, middle - this.#widthOf(below, small, 400) / 2, y + 31, small, 400, color);
    this.#pdf.restore();
  }

  qr(content: string, x: number, y: number, side: number): void {
    const { size, data } = encode(content, { ecc: 'M', border: 4 });
    const module = side / size;
    data.forEach((row, down) => {
      row.forEach((isDark, along) => {
        if (isDark) this.#pdf.rect(x + along * module, y + down * module, module, module);
      });
    });
    this.#pdf.fill('#000000');
  }

  /** Makes a place on the page lead to an address. */
  link(url: string, x: number, y: number, width: number, height: number): void {
    this.#pdf.link(x, y, width, height, url);
  }

  numberPages(pageText: PdfHead['pageText']): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page);
      const y = this.#pdf.page.height - margin + 10;
      this.cell(pageText(page + 1, count), this.left, this.width, {
        y,
        size: 8,
        color: grey,
        align: 'right',
      });
    }
  }

  #logo({ mediaType, content }: NonNullable<PdfHead['logo']>): boolean {
    if (mediaType !== 'image/png' && mediaType !== 'image/jpeg') return false;
    const { y } = this;
    try {
      const { width, height } = logoSize;
      const x = this.left + this.width - width;
      this.#pdf.image(content, x, y, { fit: [width, height], align: 'right' });
      return true;
    } catch {
      // A picture that browsers show and the library cannot read: the name is there.
      return false;
    } finally {
      this.y = y;
    }
  }

  #wrapped(text: string, width: number, size: number, weight: Weight): string[] {
    const fits = (line: string): boolean => this.#widthOf(line, size, weight) <= width;
    const lines: string[] = [];
    for (const paragraph of spaced(text).split('\n')) {
      let line = '';
      for (const word of paragraph.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (fits(longer)) {
          line = longer;
          continue;
        }
        if (line !== '') lines.push(line);
        line = word;
        // A word that is wider than the column, such as an address, is broken between letters.
        while (!fits(line)) {
          const letters = [...line];
          let taken = letters.length - 1;
          while (taken > 1 && !fits(letters.slice(0, taken).join(''))) taken--;
          if (taken < 1) break;
          lines.push(letters.slice(0, taken).join(''));
          line = letters.slice(taken).join('');
        }
      }
      lines.push(line);
    }
    return lines;
  }

  #draw(text: string, x: number, y: number, size: number, weight: Weight, color: string): void {
    const { y: before } = this;
    let at = x;
    for (const { face, text: run } of runsOf(spaced(text))) {
      this.#use(face, weight, size);
      this.#pdf.fillColor(color).text(run, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
      at += this.#pdf.widthOfString(run);
    }
    this.y = before;
  }

  #widthOf(text: string, size: number, weight: Weight): number {
    return runsOf(spaced(text)).reduce((sum, { face, text: run }) => {
      this.#use(face, weight, size);
      return sum + this.#pdf.widthOfString(run);
    }, 0);
  }

  #use(face: Face, weight: Weight, size: number): void {
    const name = `${face.name}-${weight}`;
    if (!this.#known.has(name)) {
      this.#pdf.registerFont(name, fontOf(face, weight));
      this.#known.add(name);
    }
    this.#pdf.font(name).fontSize(size);
  }
}

/** The fonts have no narrow and no fixed space. */
function spaced(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}

/** Writes a file. The library is loaded at the first request. */
export async function writePdf(head: PdfHead, write: (page: PdfDocument) => void): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: head.language,
    // The default one is of the PDF's own fonts; ours follow with the first text.
    font: '',
    info: { Title: `${head.title} – ${head.merchantName}`, Creator: 'Pasarela' },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const page = new PdfDocument(pdf);
  write(page);
  page.numberPages(head.pageText);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
