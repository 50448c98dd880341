import { html } from 'ghtml';
import type { Wallet } from '../../../../crypto/payouts/claim/claim.ts';
import { renderAddressInGroups } from '../../views/address.ts';
import type { PageContext } from '../../views/context.ts';
import { networkOf, type PayoutCheckout } from '../payout-checkout.ts';

/** A form carries the wallet it was rendered for: if another one was entered meanwhile, the form has no effect. */
export function walletFields({ network, address }: Wallet): string {
  return html`<input type="hidden" name="network" value="${network}"><input type="hidden" name="address" value="${address}">`;
}

export function renderWallet(checkout: PayoutCheckout, context: PageContext, wallet: Wallet): string {
  const network = networkOf(checkout, wallet.network);
  const address = network.formatAddress(wallet.address);
  return html`<div class="wallet"><p><small>${context.texts.network_label}</small> <b>${network.title}</b></p>
<p><small>${context.texts.payout_to_label}</small> <code class="groups" translate="no">!${renderAddressInGroups(address)}</code></p></div>`;
}

export function renderChange(path: string, { texts }: PageContext): string {
  return html`<p class="change"><a href="${path}?change">${texts.payout_change}</a></p>`;
}
