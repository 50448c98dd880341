import { html } from 'ghtml';
import type { Money } from '../../../base/money/money.ts';
import { formatMoney } from '../../../base/money/written.ts';
import type { TextKey } from '../texts/texts.ts';
import type { PageContext } from './context.ts';

export interface Summary {
  /** The label of the merchant as payee or payer. */
  partyLabel?: TextKey;
  merchantName: string;
  /** Shown in place of its initial. */
  logoUrl: string | null;
  amountLabel: TextKey;
  /** In the page's format. */
  amount: string;
  /** The amount in the asset to be paid, if that is not money. */
  amountNote?: string;
  description: string | null;
  orderNumber: string | null;
  /** What the customer has to know beside it; HTML. */
  notes?: string;
}

/** The payee, the amount and the purpose: the first things that a careful payer checks. */
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
!${summary.notes ?? ''}
</section>`;
}

/** A longer text than two or three lines, which keep the form on a phone's first screen, is folded. */
const longDescription = 100;

function renderDescription(text: string, showAll: string): string {
  if (text.length <= longDescription && !text.includes('\n')) return html`<p class="description">${text}</p>`;
  return html`<details class="long"><summary><span>${text}</span> <u>${showAll}</u></summary></details>`;
}

/**
 * A bare "$" means a dozen currencies in America: the code is added. "R$", "US$" and the French "$US" are unambiguous.
 */
export function amountWithCode(amount: Money, locale: string): string {
  const text = formatMoney(amount, locale);
  return /(^|[^A-Z])\$(?!\s?[A-Z])/.test(text) ? `${text}\u00a0${amount.currency}` : text;
}
