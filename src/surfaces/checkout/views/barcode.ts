import { createRequire } from 'node:module';
import { html } from 'ghtml';
import type { PaymentInstructions } from '../../../payments/charges/payment-processor.ts';

/** White bars around the code, which scanners need to find it. */
const quietZone = 10;
const height = 60;

/** Loads its 54 modules with the first barcode instead of at each start. */
const barcodes = (): typeof import('jsbarcode') => require('jsbarcode');
const require = createRequire(import.meta.url);

type Barcode = NonNullable<PaymentInstructions['barcode']>;

const formats: Readonly<Record<Barcode['kind'], string>> = { itf: 'ITF', code128: 'CODE128' };

/** A barcode as one path, a unit wide for each bar. Empty if the digits do not fit its kind: the number is shown anyway. */
export function renderBarcode({ kind, digits }: Barcode, label: string): string {
  const bars = barsOf(kind, digits);
  if (bars === null) return '';
  const width = bars.length + 2 * quietZone;
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}"><path d="!${strokes(bars)}"/></svg>`;
}

function barsOf(kind: Barcode['kind'], digits: string): string | null {
  const drawn: { encodings?: { data: string }[] } = {};
  let isValid = true;
  const valid = (is: boolean): void => {
    isValid = is;
  };
  barcodes()(drawn, digits, { format: formats[kind], valid });
  return isValid && drawn.encodings ? drawn.encodings.map(({ data }) => data).join('') : null;
}

function strokes(bars: string): string {
  const runs = [...bars.matchAll(/1+/g)];
  return runs
    .map(({ index, 0: run }) => `M${quietZone + index} 0h${run.length}v${height}h-${run.length}z`)
    .join('');
}
