import { html } from 'ghtml';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { type CryptoCheckout, heldBy, otherNetworks } from '../crypto-checkout.ts';

/** Lets customers switch whose wallet uses another network; empty once a payment was seen. */
export function renderOtherNetworks(checkout: CryptoCheckout, { texts }: PageContext): string {
  const others = otherNetworks(checkout);
  if (others.length === 0) return '';
  const { order } = checkout;
  return html`<details class="fold"><summary>${texts.change_network}</summary>
<form method="post" action="/crypto/${order.id}/network">
<p>${texts.change_network_text}</p>
<input type="hidden" name="from" value="${heldBy(order).network}">
!${others.map(({ id, title }) => html`<button class="turn" name="network" value="${id}">${fill(texts.change_network_to, { network: title })}</button>`)}
</form></details>`;
}
