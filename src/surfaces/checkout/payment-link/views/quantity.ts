import { html } from 'ghtml';
import { formatMoney } from '../../../../base/money/written.ts';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import type { PaymentLinkCheckout, PaymentLinkReturned } from '../payment-link-checkout.ts';

/** The totals that the page's script shows by itself; for more numbers than these the server is asked. */
const mostTotals = 100;

/** The total of each number that may be chosen, from the smallest. */
export function quantityTotals({ link }: PaymentLinkCheckout, { locale }: PageContext): string[] {
  const { minQuantity: min, maxQuantity: max, amountMinor, currency } = link;
  if (min === null || max === null || amountMinor === null) return [];
  return Array.from({ length: Math.min(mostTotals, max - min + 1) }, (_, at) =>
    formatMoney({ amountMinor: amountMinor * BigInt(min + at), currency }, locale),
  );
}

/** How many the customer buys. Without script each step asks the server, in a form of its own. */
export function quantityField(
  { link, pieces }: PaymentLinkCheckout,
  context: PageContext,
  { values, faults }: PaymentLinkReturned,
): string {
  const { minQuantity: min, maxQuantity: max, amountMinor, currency } = link;
  if (min === null || max === null || amountMinor === null) return '';
  const { texts, locale } = context;
  const typed = /^\d{1,7}$/.test(values.quantity) ? Number(values.quantity) : min;
  const chosen = Math.min(max, Math.max(min, typed));
  const total = formatMoney({ amountMinor: amountMinor * BigInt(chosen), currency }, locale);
  const fault = faults.quantity
    ? fill(texts[faults.quantity], { min, max, ...(pieces && { left: pieces.left }) })
    : '';
  const hint = pieces && pieces.left < max ? fill(texts.link_quantity_left, { left: pieces.left }) : null;
  const step = (to: number, label: string, sign: string): string =>
    html`<button class="step" form="steps" name="quantity" value="${Math.min(max, Math.max(min, to))}" aria-label="${label}">${sign}</button>`;
  return html`<div class="field"><label for="quantity">${texts.link_quantity}</label>
<div class="quantity">!${step(chosen - 1, texts.link_quantity_less, '−')}<div class="box"><input id="quantity" name="quantity" required type="number" inputmode="numeric" min="${min}" max="${max}" step="1" value="${chosen}" aria-describedby="quantity-hint quantity-error"!${fault ? ' aria-invalid="true" autofocus' : ''}></div>!${step(chosen + 1, texts.link_quantity_more, '+')}<p class="total">${texts.amount_total} <b id="total" role="status">${total}</b></p></div>
<p class="hint" id="quantity-hint">${hint ?? fill(texts.link_quantity_hint, { min, max })}</p>
<p class="error" id="quantity-error">${fault}</p></div>`;
}
