import { html } from 'ghtml';
import { encode } from 'uqr';

/** The second of the four levels: readable on a scratched screen, and coarse enough for a long URI. */
const errorCorrection = 'M';
/** White modules around the code, which readers need to find it. */
const quietZone = 4;

/** A QR code as one path of horizontal strokes: a tenth of the bytes of a square per module. */
export function renderQr(content: string, label: string): string {
  const { size, data } = encode(content, { ecc: errorCorrection, border: quietZone });
  return html`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"><path d="!${strokes(data)}"/></svg>`;
}

function strokes(rows: boolean[][]): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}.5h${x + 1 - start}`;
    }
  });
  return path;
}
