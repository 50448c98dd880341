import { html } from 'ghtml';
import { timeIn } from '../../../base/money/written-time.ts';
import { fill } from '../texts/fill.ts';
import type { PageContext } from './context.ts';

/** The parts at the end of every page once money has moved. */

/** The value is already HTML. */
export type ReceiptRow = [label: string, value: string];

export function renderReceipt(rows: ReceiptRow[]): string {
  return html`<dl>!${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>!${value}</dd></div>`)}</dl>`;
}

/** In UTC, with the zone shown; the script rewrites it in the customer's own time zone. */
export function renderTime(time: Date, locale: string): string {
  return html`<time datetime="${time.toISOString()}" lang="${locale}">${timeIn(time, locale, 'UTC')}</time>`;
}

export function renderWayBack(url: string | null, merchantName: string, { texts }: PageContext): string {
  if (url === null) return '';
  return html`<a class="pay" href="${url}">${fill(texts.back_to, { merchant: merchantName })}</a>
<p class="forward" id="forward" hidden><span role="timer"></span> <button type="button" class="plain">${texts.stay}</button></p>`;
}
