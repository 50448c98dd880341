import { html } from 'ghtml';
import { fill } from '../../texts/fill.ts';
import { renderAddress } from '../../views/address.ts';
import { renderPaymentLinkBack } from '../../views/choose-method.ts';
import type { PageContext } from '../../views/context.ts';
import { renderQr } from '../../views/qr.ts';
import { renderReceipt, renderTime } from '../../views/receipt.ts';
import {
  type CryptoCheckout,
  type CryptoState,
  heldBy,
  networkOf,
  remainingUnits,
  shownRates,
  worthOf,
} from '../crypto-checkout.ts';
import { paymentUri } from '../payment-uri.ts';
import type { FailedSearch } from '../search.ts';
import { renderOtherNetworks } from './other-networks.ts';
import { renderRescue } from './rescue.ts';
import { renderStrays } from './strays.ts';
import { transactionRows } from './transactions.ts';

/** The amount and the address in every form that a wallet may need: the whole amount, or the rest. */
export function renderPay(
  checkout: CryptoCheckout,
  context: PageContext,
  state: CryptoState,
  search: FailedSearch | null,
): string {
  const { order } = checkout;
  const { texts } = context;
  const hold = heldBy(order);
  const network = networkOf(checkout);
  const address = network.formatAddress(hold.address);
  const explorer = network.explorerAddress(hold.address);
  const isRest = state.view === 'rest';
  const worth = worthOf(checkout);
  const title = { network: network.title };
  return html`<section class="panel">
<h1>${isRest ? texts.rest_heading : fill(texts.usdt_heading, title)}</h1>
<p class="left" id="left" role="timer">${texts.held_until} !${renderTime(hold.heldUntil, context.locale)}</p>
!${isRest ? html`<p class="notice">${fill(texts.rest_text, { received: state.received, amount: state.amount ?? '' })}!${worth ? html` ${fill(texts.received_worth, worth)}` : ''}</p>` : ''}
!${checkout.chain?.isUnread ? html`<p class="notice warn">${texts.unread_note}</p>` : ''}
!${renderStrays(checkout, context)}
<div class="send">
<h2>${isRest ? texts.rest_label : texts.send_label}</h2>
<p class="value"><strong><span id="amount">${state.remaining}</span> ${order.asset}</strong>!${copyButton(state.remaining ?? '', texts.copy_amount, context)}</p>
<h2>${fill(texts.to_label, title)}</h2>
<p class="value"><code id="address">!${renderAddress(address)}</code>!${copyButton(address, texts.copy_address, context)}</p>
!${explorer === null ? '' : html`<a class="small" href="${explorer}" target="_blank" rel="noopener noreferrer">${texts.see_address}</a>`}
</div>
<p class="notice warn"><b>${fill(texts.only_usdt, title)}.</b> ${texts.only_usdt_text}</p>
!${renderOtherNetworks(checkout, context)}
!${ways(paymentUri(network, hold.address, remainingUnits(order)), address, context)}
<button type="button" class="pay" id="wallet" hidden>${texts.wallet_button}</button>
<p class="progress" id="progress" role="status"></p>
<p class="waiting">${checkout.chain?.isSent ? texts.sent_waiting : texts.waiting}</p>
<p class="small">${texts.fee_note}</p>
!${isRest ? '' : renderPaymentLinkBack(checkout.linkToken, context)}
!${renderRescue(checkout, context, search)}
!${renderReceipt([
    ...transactionRows(state, context),
    [texts.rate_label, html`${shownRates(checkout)}`],
    [texts.reference_label, html`<code>${order.id}</code>`],
  ])}
</section>`;
}

/** Hidden until the script shows it, because copying needs the script. */
function copyButton(text: string, label: string, { texts }: PageContext): string {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="${label}" hidden>${texts.copy}</button>`;
}

/** A payment URI also carries the amount, but exchanges and simple wallets read only an address. */
function ways(link: string | null, address: string, { texts }: PageContext): string {
  const plain = html`<figure>!${renderQr(address, texts.qr_label)}<figcaption>${texts.qr_address_only}</figcaption></figure>`;
  if (link === null) return plain;
  return html`<a class="pay app" href="${link}">${texts.open_wallet}</a>
<figure>!${renderQr(link, texts.qr_label)}<figcaption>${texts.qr_with_amount}</figcaption></figure>
<details class="fold"><summary>${texts.qr_other}</summary>!${plain}</details>`;
}
