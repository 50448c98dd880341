import { html } from 'ghtml';
import { brandName } from '../../../payments/charges/cards/card-brands.ts';

/** Drawn here, simply, in the brands' known colours; screen readers get their names. */

const text = (content: string, fill: string, size: number, more = ''): string =>
  `<text x="19" y="${12 + size * 0.36}" fill="${fill}" stroke="none" font-family="Arial,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle"${more}>${content}</text>`;
const plate = (fill: string): string => `<rect width="38" height="24" rx="4" fill="${fill}" stroke="none"/>`;
const disc = (x: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="12" r="${radius}" fill="${fill}" stroke="none"/>`;

const drawings: Readonly<Record<string, string>> = {
  visa: plate('#fff') + text('VISA', '#1a1f71', 13, ' font-style="italic"'),
  mastercard:
    plate('#fff') +
    disc(15, 7, '#eb001b') +
    disc(23, 7, '#f79e1b') +
    '<path d="M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4" fill="#ff5f00" stroke="none"/>',
  amex: plate('#006fcf') + text('AMEX', '#fff', 10.5),
  diners:
    plate('#fff') +
    disc(19, 8.5, '#0069aa') +
    disc(19, 6.5, '#fff') +
    '<path d="M17 7v10a5.4 5.4 0 0 1 0-10m4 0v10a5.4 5.4 0 0 0 0-10" fill="#0069aa" stroke="none"/>',
  elo: plate('#000') + text('elo', '#fff', 14),
  hipercard: plate('#b3131b') + text('Hiper', '#fff', 11, ' font-style="italic"'),
  naranja: plate('#e8480c') + text('Naranja', '#fff', 8.5),
  cabal: plate('#0b3f8a') + text('cabal', '#fff', 11),
  carnet: plate('#a6192e') + text('carnet', '#fff', 10),
};

/** Brands that only customers of one country have. */
const homes: Readonly<Record<string, string>> = {
  elo: 'BRA',
  hipercard: 'BRA',
  naranja: 'ARG',
  cabal: 'ARG',
  carnet: 'MEX',
};

/** The brands that the processor takes and that a customer of this country may have. */
export function renderBrands(taken: readonly string[], country: string, label: string): string {
  const shown = Object.keys(drawings).filter(
    (id) => taken.includes(id) && (homes[id] ?? country) === country,
  );
  return html`<ul class="brands" aria-label="${label}">!${shown.map(
    (id) =>
      html`<li><svg viewBox="0 0 38 24" role="img" aria-label="${brandName(id)}">!${drawings[id] ?? ''}</svg></li>`,
  )}</ul>`;
}
