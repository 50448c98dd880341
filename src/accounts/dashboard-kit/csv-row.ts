import type { DocumentTexts } from '../../base/texts/documents/en.ts';

export interface Column<Row> {
  head: keyof DocumentTexts['columns'];
  /** Written by a merchant or a customer: protected from being read as a formula. */
  isForeign?: true;
  of(row: Row): string | null;
}

/** Writes a table as text that spreadsheets can read: RFC 4180. */

/** Without it Excel reads UTF-8 in the machine's own encoding, and ñ as two other letters. */
export const byteOrderMark = '\uFEFF';

/** Either foreign text, or our own: a number, a time, a code. */
export interface Cell {
  text: string;
  isForeign: boolean;
}

/**
 * Spreadsheets read text that begins this way as a formula and would execute it. Wide letters count: some convert them
 * to narrow ones.
 */
const formula = /^[\s\0]*[=+\-@\t\r|%＝＋－＠]/;
const needsQuotes = /[",;\r\n]|^\s|\s$/;
/** Our own amounts and rates; codes and times never look so. */
const decimal = /^-?\d+\.\d+$/;

/** How a spreadsheet of a place reads a file: where the comma separates decimals, a semicolon separates cells. */
export type DecimalMark = '.' | ',';

export function csvRow(cells: readonly Cell[], mark: DecimalMark = '.'): string {
  return `${cells.map((cell) => written(cell, mark)).join(mark === ',' ? ';' : ',')}\r\n`;
}

function written({ text, isForeign }: Cell, mark: DecimalMark): string {
  // No cell with a decimal comma needs quotes: semicolons separate them.
  if (!isForeign && decimal.test(text)) return text.replace('.', mark);
  const harmless = isForeign && formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
