/** A line of a file: where it begins, for whoever mends it, and its fields. */
export interface CsvRow {
  line: number;
  fields: string[];
}

export interface CsvFault {
  line: number;
  kind: 'quote_inside' | 'quote_open' | 'quote_followed';
  message: string;
}

/**
 * Reads a file as RFC 4180 has it, and as spreadsheets of Latin America write it: with a byte order mark, with semicolons. What
 * separates the fields is told by the heading. Lines that are empty are passed over.
 */
export function readCsv(text: string): { rows: CsvRow[] } | { fault: CsvFault } {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(content);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < content.length) {
    const row = readRow(content, at, line, separator);
    if ('fault' in row) return row;
    if (row.fields.some((field) => field.trim() !== '')) rows.push({ line, fields: row.fields });
    line = row.nextLine;
    at = row.end;
  }
  return { rows };
}

/** Whichever stands most often in the first line; a name of a column has neither. */
function separatorOf(content: string): string {
  const [heading = ''] = content.split(/\r\n|\n|\r/, 1);
  const count = (separator: string): number => heading.split(separator).length;
  return [';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

interface ReadRow {
  fields: string[];
  end: number;
  nextLine: number;
}

function readRow(
  content: string,
  start: number,
  line: number,
  separator: string,
): ReadRow | { fault: CsvFault } {
  const fields: string[] = [];
  let at = start;
  let nextLine = line;
  for (;;) {
    const field =
      content[at] === '"'
        ? quotedField(content, at, nextLine, separator)
        : plainField(content, at, nextLine, separator);
    if ('fault' in field) return field;
    fields.push(field.text);
    nextLine = field.line;
    if (content[field.end] !== separator) return { fields, ...lineBreak(content, field.end, nextLine) };
    at = field.end + 1;
  }
}

function lineBreak(content: string, at: number, line: number): Pick<ReadRow, 'end' | 'nextLine'> {
  const length = content.startsWith('\r\n', at) ? 2 : 1;
  return { end: at + length, nextLine: line + 1 };
}

type Field = { text: string; end: number; line: number } | { fault: CsvFault };

function plainField(content: string, start: number, line: number, separator: string): Field {
  let end = start;
  while (end < content.length && content[end] !== separator && !/[\r\n]/.test(content[end] as string)) {
    if (content[end] === '"') {
      return {
        fault: {
          line,
          kind: 'quote_inside',
          message:
            'has a quotation mark inside a field. Put the whole field in quotation marks, and write those inside it twice',
        },
      };
    }
    end += 1;
  }
  return { text: content.slice(start, end), end, line };
}

function quotedField(content: string, start: number, line: number, separator: string): Field {
  let text = '';
  let at = start + 1;
  let current = line;
  for (;;) {
    const quote = content.indexOf('"', at);
    if (quote < 0)
      return {
        fault: { line, kind: 'quote_open', message: 'begins with a quotation mark that is never closed' },
      };
    const part = content.slice(at, quote);
    current += part.match(/\r\n|\n|\r/g)?.length ?? 0;
    text += part;
    at = quote + 1;
    if (content[at] === '"') {
      text += '"';
      at += 1;
      continue;
    }
    if (at >= content.length || content[at] === separator || /[\r\n]/.test(content[at] as string)) {
      return { text, end: at, line: current };
    }
    return {
      fault: { line: current, kind: 'quote_followed', message: 'has text after a closing quotation mark' },
    };
  }
}
