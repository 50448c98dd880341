import { html } from 'ghtml';
import type { Claim } from '../../../../crypto/payouts/claim/claim.ts';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { renderReceipt } from '../../views/receipt.ts';
import type { PayoutCheckout, PayoutState } from '../payout-checkout.ts';
import { renderChange, renderWallet, walletFields } from './wallet.ts';

/** The last check. After the button nothing can be changed. */
export function renderReview(
  checkout: PayoutCheckout,
  context: PageContext,
  state: PayoutState,
  path: string,
  claim: Claim,
  fault: string | null,
): string {
  const { texts } = context;
  return html`<section class="panel">
<h1>${texts.payout_review_heading}</h1>
<p class="lead">${texts.payout_review_text}</p>
!${fault === null ? '' : html`<p class="notice bad" role="alert">${fault}</p>`}
!${renderWallet(checkout, context, claim)}
!${renderReceipt([
    [texts.payout_amount_label, html`<b>${state.amount} ${checkout.payout.asset}</b>`],
    [texts.payout_fee_label, html`${texts.payout_fee_none}`],
  ])}
!${claim.isContract ? html`<p class="notice warn">${texts.payout_review_contract}</p>` : ''}
<p class="notice warn"><b>${texts.payout_irreversible}</b> ${fill(texts.payout_irreversible_text, { merchant: checkout.merchantName })}</p>
<form method="post" action="${path}/confirm" id="confirm">!${walletFields(claim)}
<button class="pay">${fill(texts.payout_confirm_button, { amount: state.amount })}</button>
<p class="progress" id="progress" role="status"></p>
</form>
!${renderChange(path, context)}
</section>`;
}
