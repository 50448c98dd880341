import { html } from 'ghtml';
import { holdMs } from '../../../../crypto/orders/order.ts';
import { fill, waitTime } from '../../texts/fill.ts';
import { renderPaymentLinkBack } from '../../views/choose-method.ts';
import type { PageContext } from '../../views/context.ts';
import { type CryptoCheckout, type CryptoState, type NetworkChoice, shownRates } from '../crypto-checkout.ts';

/** Takes two steps, so that a wrong choice can be corrected. */
export function renderChoose(
  checkout: CryptoCheckout,
  context: PageContext,
  state: CryptoState,
  missing: boolean,
): string {
  const { order, networks } = checkout;
  const { texts, language } = context;
  const time = waitTime(holdMs / 1000, language);
  return html`<section class="panel">
<form method="post" action="/crypto/${order.id}/network">
<fieldset aria-describedby="choose-text"><legend><h1>${texts.choose_heading}</h1></legend>
<p class="lead" id="choose-text">${texts.choose_text}</p>
!${missing ? html`<div class="notice bad" role="alert">${texts.choose_missing}</div>` : ''}
!${networks.map((network) => choice(network, context, networks.length === 1))}
</fieldset>
<p class="quote"><b>${fill(texts.choose_amount, { amount: state.amount ?? '' })}</b> <small>${fill(texts.choose_rate, { rates: shownRates(checkout), time })}</small></p>
<button class="pay">${texts.choose_button}</button>
</form>
!${renderPaymentLinkBack(checkout.linkToken, context)}
</section>`;
}

function choice(network: NetworkChoice, { texts }: PageContext, only: boolean): string {
  const fee = fill(texts[`fee_${network.feeLevel}`], { coin: network.coin });
  return html`<label class="choice"><input type="radio" name="network" value="${network.id}" required!${only ? ' checked' : ''}>
<span><b>${network.title}</b><span>${texts[`wallets_${network.family}`]}</span><span>${fee}</span><span>${texts[`speed_${network.finalWithin}`]}</span></span></label>`;
}
