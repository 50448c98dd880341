import { html } from 'ghtml';
import type { NetworkChoice } from '../../crypto/crypto-checkout.ts';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { icons } from '../../views/icons.ts';
import { renderTime } from '../../views/receipt.ts';
import type { PayoutCheckout, PayoutState } from '../payout-checkout.ts';
import { maxWalletLength } from '../wallet-input.ts';

/** The input and faults of a wallet that was not accepted. */
export interface ReturnedWallet {
  network: string;
  text: string;
  /** In words; null: no fault. */
  networkFault: string | null;
  walletFault: string | null;
}

/** The network and the wallet are in one form, because an address means nothing without its network. */
export function renderChoose(
  { payout, merchantName, networks }: PayoutCheckout,
  context: PageContext,
  state: PayoutState,
  path: string,
  returned: ReturnedWallet,
): string {
  const { texts, locale } = context;
  const { networkFault, walletFault } = returned;
  const invalid = walletFault === null ? '' : ' aria-invalid="true" autofocus';
  return html`<section class="panel">
<h1>${texts.payout_choose_heading}</h1>
<p class="lead">${texts.payout_choose_text}</p>
<p class="quote"><b>${fill(texts.payout_exact, { amount: state.amount })}</b> <small>${fill(texts.payout_rate, { rate: state.rate })} !${renderTime(payout.rateAt, locale)}</small> <small>${fill(texts.payout_no_fee, { merchant: merchantName })}</small></p>
<form method="post" action="${path}/wallet">
<fieldset><legend>${texts.payout_network_legend}</legend>
!${networkFault === null ? '' : html`<div class="notice bad" role="alert">${networkFault}</div>`}
!${networks.map((network) => choice(network, context, networks.length === 1 || network.id === returned.network))}
</fieldset>
<details class="fold"><summary>${texts.payout_help_heading}</summary><p>${texts.payout_help_text}</p></details>
<div class="field"><label for="address">${texts.payout_wallet_label}</label>
<input id="address" name="wallet" class="mono" required maxlength="${maxWalletLength * 2}" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" value="${returned.text}" aria-describedby="address-error address-hint"!${invalid}>
<p class="error" id="address-error"!${walletFault === null ? '' : ' role="alert"'}>${walletFault ?? ''}</p>
<p class="hint" id="address-hint">${texts.payout_wallet_hint}</p></div>
<button class="pay">${texts.payout_continue}</button>
</form>
<p class="privacy">!${icons.lock}<span>${texts.payout_never_keys}</span></p>
</section>`;
}

function choice(network: NetworkChoice, { texts }: PageContext, checked: boolean): string {
  return html`<label class="choice"><input type="radio" name="network" value="${network.id}" required!${checked ? ' checked' : ''}>
<span><b>${network.title}</b><span>${texts[`wallets_${network.family}`]}</span><span>${texts[`payout_address_${network.family}`]}</span><span>${texts[`payout_speed_${network.finalWithin}`]}</span></span></label>`;
}
