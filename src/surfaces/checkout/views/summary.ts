import { html } from 'ghtml';
import type { Money } from '../../../base/money/money.ts';
import { formatMoney } from '../../../base/money/money.ts';
import type { TextKey } from '../texts/texts.ts';
import type { PageContext } from './context.ts';

export interface Summary {
  /** Who is to pay whom. */
  partyLabel?: TextKey;
  merchantName: string;
  /** Shown in place of its initial. */
  logoUrl: string | null;
  amountLabel: TextKey;
  /** As the page writes it. */
  amount: string;
  /** The same in what is paid with, where that is not money. */
  amountNote?: string;
  description: string | null;
  orderNumber: string | null;
}

/** Who is paid, how much, and for what: the first thing a careful payer looks for. */
export function renderSummary({ texts, locale }: PageContext, summary: Summary): string {
  const { merchantName, logoUrl, description, orderNumber } = summary;
  const initial = Array.from(merchantName.trim())[0] ?? '';
  const mark = logoUrl
    ? html`<img class="logo" src="${logoUrl}" alt="" height="44">`
    : html`<span class="avatar" aria-hidden="true">${initial.toLocaleUpperCase(locale)}</span>`;
  return html`<section class="summary">
<p class="payee">!${mark}<span><small>${texts[summary.partyLabel ?? 'pay_to']}</small> <b>${merchantName}</b></span></p>
<p class="amount"><small>${texts[summary.amountLabel]}</small> <strong>${summary.amount}</strong>!${summary.amountNote ? html` <small>${summary.amountNote}</small>` : ''}</p>
!${description ? renderDescription(description, texts.show_all) : ''}
!${orderNumber ? html`<p class="order">${texts.order_label} ${orderNumber}</p>` : ''}
</section>`;
}

/** More than the two or three lines that leave the form on a phone's first screen is folded. */
const longDescription = 100;

function renderDescription(text: string, showAll: string): string {
  if (text.length <= longDescription && !text.includes('\n')) return html`<p class="description">${text}</p>`;
  return html`<details class="long"><summary><span>${text}</span> <u>${showAll}</u></summary></details>`;
}

/** A bare "$" means a dozen currencies in America: there the code follows. "R$", "US$" and the French "$US" say it themselves. */
export function amountWithCode(amount: Money, locale: string): string {
  const text = formatMoney(amount, locale);
  return /(^|[^A-Z])\$(?!\s?[A-Z])/.test(text) ? `${text}\u00a0${amount.currency}` : text;
}
