/** A cell as spreadsheets show it, and never as something that they calculate or run. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Rows as a file that spreadsheets open, accents and all. */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map((each) => cell(each ?? '')).join(',')).join('\r\n')}\r\n`;
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
