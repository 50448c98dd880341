import { html } from 'ghtml';
import type { Checkout } from '../checkout.ts';
import { fill } from '../texts/fill.ts';
import type { PageContext } from './context.ts';
import { renderTime } from './receipt.ts';
import { amountWithCode } from './summary.ts';

/** What became of money that came late, a second time or as another amount. What paid the charge is its receipt. */
export function renderUnexpected(
  { charge, unexpected, merchantName }: Checkout,
  { texts, locale }: PageContext,
): string {
  const shown = unexpected.filter(({ pays }) => !pays);
  const notes = shown.map(({ status, paid, arrivedAt }) => {
    const words = { merchant: merchantName, amount: amountWithCode(paid, locale), date: '{date}' };
    const [before = '', after = ''] = fill(texts[`unexpected_${status}`], words).split('{date}');
    const mayPayTwice = status === 'waiting' && charge.status === 'open';
    const advice = mayPayTwice ? fill(texts.unexpected_ask, { merchant: merchantName }) : '';
    return html`<p class="notice">${before}!${renderTime(arrivedAt, locale)}${after} ${advice}</p>`;
  });
  return notes.join('');
}
