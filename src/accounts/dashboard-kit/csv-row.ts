import type { DocumentTexts } from '../../base/texts/documents/en.ts';

export interface Column<Row> {
  head: keyof DocumentTexts['columns'];
  /** Written by a merchant or a customer: kept from being taken for a formula. */
  isForeign?: true;
  of(row: Row): string | null;
}

/** How a table is written as text that spreadsheets read: RFC 4180. */

/** Without it Excel takes UTF-8 for the alphabet of the machine it runs on, and ñ for two other letters. */
export const byteOrderMark = '\uFEFF';

/** What somebody else wrote, or what we did: a number, a time, a code. */
export interface Cell {
  text: string;
  isForeign: boolean;
}

/** Spreadsheets take what begins so for a formula, and would do what it says. Wide letters count: some turn them into narrow ones. */
const formula = /^[\s\0]*[=+\-@\t\r|%＝＋－＠]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written({ text, isForeign }: Cell): string {
  const harmless = isForeign && formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
