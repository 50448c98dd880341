import { html } from 'ghtml';
import { assetOn, networkById } from '../../../../chain/chains/networks.ts';
import type { RecordedStray } from '../../../../crypto/deposits/strays/stray-store.ts';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import type { PageContext } from '../../views/context.ts';
import { assetText } from '../amounts.ts';
import { type CryptoCheckout, networkOf } from '../crypto-checkout.ts';

/**
 * Money that the customer sent on another network or in another coin: shows that it was seen, and what happens to it.
 */
export function renderStrays(checkout: CryptoCheckout, { texts }: PageContext): string {
  const { order, strays, merchantName } = checkout;
  if (order.hold === null) return '';
  // Strays that were counted for this order appear among its payments.
  const shown = strays.filter(({ decision }) => decision !== 'adopted');
  const asked = `${order.asset}, ${networkOf(checkout).title}`;
  return html`!${shown.map((stray) => {
    const came = `${assetText(stray.amountUnits)} ${assetOn(stray.network)}`;
    const network = networkById(stray.network)?.title ?? stray.network;
    const words = { came, network, asked, merchant: merchantName };
    return html`<p class="notice warn" role="status">${fill(texts.stray_seen, words)} ${fill(texts[standing(stray)], words)}</p>`;
  })}`;
}

function standing({ decision, toldAt }: RecordedStray): TextKey {
  if (decision !== null) return 'stray_returned';
  return toldAt === null ? 'stray_untold' : 'stray_told';
}
