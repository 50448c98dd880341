import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Cell } from './csv-row.ts';

/**
 * A list as a workbook: amounts are numbers, times are dates, and what people wrote is text, which no spreadsheet takes for
 * a formula. Written while rows are read, so it needs no more memory for a million rows than for a thousand. Rows beyond
 * Excel's bound continue on another sheet.
 */

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel keeps fifteen digits; longer numbers stay text. */
const number = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const maxDigits = 15;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;
const timeFormat = 'yyyy-mm-dd hh:mm:ss';
const dayFormat = 'yyyy-mm-dd';
/** Excel's bound of a cell. */
const maxCellLength = 32_767;
/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export async function xlsxStream(
  heads: readonly string[],
  first: readonly Cell[][],
  rows: AsyncIterable<Cell[]>,
): Promise<Readable> {
  // Its 74 modules are loaded at the first request: at each start they would take 50 ms of processor time.
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* values() {
    yield [...heads];
    for await (const row of rows) yield row.map(writtenCell);
  }
  const stream = writeXlsxStream(values(), {
    name: 'Pasarela',
    columns: heads.map((head, at) => {
      const texts = first.flatMap((row) => (row[at]?.isForeign ? [] : [row[at]?.text ?? '']));
      const longest = Math.max(head.length, ...first.map((row) => row[at]?.text.length ?? 0));
      const format = formatOf(texts);
      return { width: Math.min(60, longest + 2), ...(format && { numFmt: format }) };
    }),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>, { highWaterMark: 1 });
}

function writtenCell({ text, isForeign }: Cell): string | number | Date | null {
  if (text === '') return null;
  if (!isForeign) {
    if (isNumber(text)) return Number(text);
    if (time.test(text) || day.test(text)) return new Date(text);
  }
  return text.toWellFormed().replaceAll(unwritable, '').slice(0, maxCellLength);
}

function isNumber(text: string): boolean {
  return number.test(text) && text.replaceAll(/\D/g, '').length <= maxDigits;
}

/** The format of a column by its first rows: as many decimals as its currencies have. */
function formatOf(texts: readonly string[]): string | null {
  const given = texts.filter((text) => text !== '');
  if (given.some((text) => time.test(text))) return timeFormat;
  if (given.some((text) => day.test(text))) return dayFormat;
  const decimals = given.filter(isNumber).map((text) => number.exec(text)?.[1]?.length ?? 0);
  const most = Math.max(0, ...decimals);
  if (decimals.length === 0) return null;
  if (most === 0) return '#,##0';
  // A format without a fixed decimal shows "688." for a whole number.
  const least = Math.max(1, Math.min(...decimals.filter((count) => count > 0)));
  return `#,##0.${'0'.repeat(least)}${'#'.repeat(most - least)}`;
}
