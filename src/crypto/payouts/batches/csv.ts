import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync';

/** A row of a file, with the line it begins on. */
export interface CsvRow {
  line: number;
  fields: string[];
}

export interface CsvFault {
  line: number;
  kind: 'quote_inside' | 'quote_open' | 'quote_followed';
  message: string;
}

const lineBreak = /\r\n|\n|\r/g;
const faults: Readonly<Record<string, Omit<CsvFault, 'line'>>> = {
  INVALID_OPENING_QUOTE: {
    kind: 'quote_inside',
    message:
      'has a quotation mark inside a field. Put the whole field in quotation marks, and write those inside it twice',
  },
  CSV_QUOTE_NOT_CLOSED: { kind: 'quote_open', message: 'begins with a quotation mark that is never closed' },
  CSV_INVALID_CLOSING_QUOTE: {
    kind: 'quote_followed',
    message: 'has text after a closing quotation mark',
  },
};

/** Reads RFC 4180 and the variants of Latin American spreadsheets: a byte order mark, semicolons. Skips empty rows. */
export function readCsv(text: string): { rows: CsvRow[] } | { fault: CsvFault } {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const rows = records.map(({ record, info }) => ({
      line: info.lines - record.reduce((count, field) => count + (field.match(lineBreak)?.length ?? 0), 0),
      fields: record,
    }));
    return { rows: rows.filter(({ fields }) => fields.some((field) => field.trim() !== '')) };
  } catch (error) {
    const fault = error instanceof CsvError ? faults[error.code as CsvErrorCode] : undefined;
    if (!fault) throw error;
    return { fault: { ...fault, line: Number((error as CsvError).lines) } };
  }
}

/** The most frequent separator in the heading. Column names contain none. */
function separatorOf(content: string): string {
  const [heading = ''] = content.split(/\r\n|\n|\r/, 1);
  const count = (separator: string): number => heading.split(separator).length;
  return [';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}
