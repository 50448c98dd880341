import { html } from 'ghtml';

/** The ends stand out: they are what people compare. Where one line is too short, it breaks in the middle. */
export function renderAddress(address: string): string {
  const middle = address.length / 2;
  return html`<b>${address.slice(0, 6)}</b>${address.slice(6, middle)}<wbr>${address.slice(middle, -6)}<b>${address.slice(-6)}</b>`;
}
