/** Columns under their headings, each as wide as its widest cell. */
export function table(headings: string[], rows: string[][], whenEmpty: string): string {
  if (rows.length === 0) return whenEmpty;
  return aligned([headings, ...rows]);
}

/** Labels and values, one pair per line. */
export function details(pairs: [label: string, value: string][]): string {
  return aligned(pairs);
}

/** JSON for machines: amounts in minor units are strings, since a JSON number cannot hold every one exactly. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, entry) => (typeof entry === 'bigint' ? entry.toString() : entry), 2);
}

export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const gap = '  ';

function aligned(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}
