/**
 * Parses a report of Mercado Pago into rows keyed by column name. Mercado Pago puts raw JSON into fields, with its own
 * quotes and commas, so such a field extends to its closing bracket.
 */
export function parseReport(text: string): Record<string, string>[] {
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  const [header, ...rows] = lines.filter((line) => line.length > 0);
  if (header === undefined) return [];
  const separator = header.includes(';') ? ';' : ',';
  const names = splitFields(header, separator);
  return rows.map((row) => {
    const fields = splitFields(row, separator);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}

function splitLines(text: string): string[] {
  return text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function splitFields(line: string, separator: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const { value, end } = fieldAt(line, at, separator);
    fields.push(value);
    at = end + 1;
  }
  return fields;
}

/** `end` is the position of the separator after the field, or the line's end. */
function fieldAt(line: string, start: number, separator: string): { value: string; end: number } {
  if (line[start] !== '"') {
    const found = line.indexOf(separator, start);
    const end = found < 0 ? line.length : found;
    return { value: line.slice(start, end), end };
  }
  const opening = line[start + 1];
  const closing = opening === '[' ? ']"' : opening === '{' ? '}"' : '"';
  for (let from = start + 1; ; ) {
    const found = line.indexOf(closing, from);
    if (found < 0) return { value: line.slice(start + 1), end: line.length };
    const end = found + closing.length;
    if (end === line.length || line[end] === separator)
      return { value: line.slice(start + 1, end - 1).replaceAll('""', '"'), end };
    // A doubled quote is an escaped quote.
    from = closing === '"' && line[end] === '"' ? end + 1 : end;
  }
}
