import { html } from 'ghtml';
import type { Checkout } from '../checkout.ts';
import { fill } from '../texts/fill.ts';
import type { PageContext } from './context.ts';
import { renderTime } from './receipt.ts';
import { amountWithCode } from './summary.ts';

/** What became of money that came late, a second time or as another amount. What paid the charge is its receipt. */
export function renderUnexpected(
  { unexpected, merchantName }: Checkout,
  { texts, locale }: PageContext,
): string {
  const shown = unexpected.filter(({ pays }) => !pays);
  if (shown.length === 0) return '';
  return html`<section class="unexpected">!${shown.map(({ status, paid, arrivedAt }) => {
    const [before = '', after = ''] = fill(texts[`unexpected_${status}`], {
      merchant: merchantName,
      amount: amountWithCode(paid, locale),
    }).split('{date}');
    return html`<p class="notice">${before}!${renderTime(arrivedAt, locale)}${after}</p>`;
  })}</section>`;
}
