import { html } from 'ghtml';
import type { Money } from '../../money/money.ts';
import { formatMoney } from '../../money/money.ts';
import type { Checkout, ViewKind } from '../checkout.ts';
import type { TextKey } from '../texts/es.ts';
import type { PageContext } from './page.ts';

/** Who is paid, how much, and for what: the first thing a careful payer looks for. */
export function renderSummary(
  { charge, merchantName }: Checkout,
  { texts, locale }: PageContext,
  view: ViewKind,
): string {
  const initial = Array.from(merchantName.trim())[0] ?? '';
  return html`<section class="summary">
<p class="payee"><span class="avatar" aria-hidden="true">${initial.toLocaleUpperCase(locale)}</span><span><small>${texts.pay_to}</small> <b>${merchantName}</b></span></p>
<p class="amount"><small>${texts[amountLabel(view)]}</small> <strong>${amountWithCode(charge.amount, locale)}</strong></p>
!${charge.description ? html`<p class="description">${charge.description}</p>` : ''}
!${charge.orderNumber ? html`<p class="order">${texts.order_label} ${charge.orderNumber}</p>` : ''}
</section>`;
}

function amountLabel(view: ViewKind): TextKey {
  if (view === 'form' || view === 'challenge' || view === 'processing') return 'amount_due';
  return view === 'approved' || view === 'partially_refunded' ? 'amount_paid' : 'amount_total';
}

/** A bare "$" means a dozen currencies in America: there the code follows. "R$" and "US$" say it themselves. */
export function amountWithCode(amount: Money, locale: string): string {
  const text = formatMoney(amount, locale);
  return /(^|[^A-Z])\$/.test(text) ? `${text}\u00a0${amount.currency}` : text;
}
