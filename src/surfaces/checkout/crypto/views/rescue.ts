import { html } from 'ghtml';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { type CryptoCheckout, networkOf } from '../crypto-checkout.ts';
import type { FailedSearch } from '../search.ts';

/** Lets the customer name the transaction of a payment that the page does not show. */
export function renderRescue(
  checkout: CryptoCheckout,
  context: PageContext,
  search: FailedSearch | null,
): string {
  const { texts } = context;
  const fault = search ? searchText(checkout, context, search.result) : '';
  const state = search ? ' aria-invalid="true" autofocus' : '';
  return html`<details class="fold rescue"!${search ? ' open' : ''}><summary>${texts.rescue_heading}</summary>
<form method="post" action="/crypto/${checkout.order.id}/transaction">
<p id="rescue-text">${texts.rescue_text}</p>
<div class="field"><label for="transaction">${texts.rescue_label}</label>
<input id="transaction" name="transaction" required maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false" value="${search?.text ?? ''}" aria-describedby="rescue-text transaction-error"!${state}>
<p class="error" id="transaction-error"!${search ? ' role="alert"' : ''}>${fault}</p></div>
<button class="plain">${texts.rescue_button}</button>
</form></details>`;
}

export function searchText(
  checkout: CryptoCheckout,
  { texts }: PageContext,
  result: FailedSearch['result'],
): string {
  return fill(texts[`search_${result}`], {
    network: networkOf(checkout).title,
    merchant: checkout.merchantName,
  });
}
