import { html } from 'ghtml';
import { dustUnits } from '../../../../crypto/orders/order.ts';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import { renderPaymentLinkBack } from '../../views/choose-method.ts';
import type { PageContext } from '../../views/context.ts';
import { icons } from '../../views/icons.ts';
import { type ReceiptRow, renderReceipt, renderTime, renderWayBack } from '../../views/receipt.ts';
import { assetText } from '../amounts.ts';
import { confirmationsText } from '../confirmations-text.ts';
import {
  arrivedUnits,
  type CryptoCheckout,
  type CryptoState,
  type CryptoView,
  networkOf,
  shownRates,
  worthOf,
} from '../crypto-checkout.ts';
import type { FailedSearch } from '../search.ts';
import { renderRescue } from './rescue.ts';
import { renderStrays } from './strays.ts';
import { transactionRows } from './transactions.ts';

type Outcome = Exclude<CryptoView, 'choose' | 'pay' | 'rest'>;

interface Look {
  icon: keyof typeof icons;
  tone: 'good' | 'bad' | 'calm';
  title: TextKey;
  text: TextKey;
  /** Whether a payment of the customer may be missing here. */
  rescue: boolean;
}

/** The look of each outcome; a new one does not compile until it has a row. */
const looks: Readonly<Record<Outcome, Look>> = {
  no_rate: { icon: 'clock', tone: 'calm', title: 'no_rate_title', text: 'no_rate_text', rescue: false },
  no_network: {
    icon: 'clock',
    tone: 'calm',
    title: 'unavailable_title',
    text: 'unavailable_text',
    rescue: false,
  },
  reorganised: {
    icon: 'clock',
    tone: 'calm',
    title: 'orphaned_title',
    text: 'orphaned_note',
    rescue: true,
  },
  checking: { icon: 'clock', tone: 'calm', title: 'checking_title', text: 'checking_text', rescue: true },
  confirming: {
    icon: 'clock',
    tone: 'calm',
    title: 'confirming_title',
    text: 'confirming_text',
    rescue: false,
  },
  success: { icon: 'done', tone: 'good', title: 'success_title', text: 'approved_text', rescue: false },
  expired: { icon: 'clock', tone: 'calm', title: 'expired_title', text: 'unpaid_text', rescue: true },
  underpaid: {
    icon: 'question',
    tone: 'bad',
    title: 'underpaid_title',
    text: 'underpaid_text',
    rescue: true,
  },
  late: { icon: 'question', tone: 'bad', title: 'late_title', text: 'late_text', rescue: true },
  refunded: { icon: 'back', tone: 'calm', title: 'returned_title', text: 'returned_text', rescue: false },
};

export function cryptoOutcomeTitle(view: Outcome, { texts }: PageContext): string {
  return texts[looks[view].title];
}

export function renderCryptoOutcome(
  checkout: CryptoCheckout,
  context: PageContext,
  view: Outcome,
  state: CryptoState,
  search: FailedSearch | null,
): string {
  const { order, merchantName } = checkout;
  const { texts } = context;
  const look = looks[view];
  // No network was chosen: there was no address to pay to, and there is nothing to search for.
  const unopened = view === 'expired' && order.hold === null;
  const text = fill(texts[unopened ? 'expired_text' : look.text], {
    merchant: merchantName,
    received: state.received,
    amount: state.amount ?? '',
  });
  const turning = ['confirming', 'checking', 'reorganised'].includes(view) ? ' turning' : '';
  return html`<section class="panel outcome ${look.tone}">
<div class="mark${turning}">!${icons[look.icon]}</div>
<h1>${texts[look.title]}</h1>
<p class="lead">${text}</p>
!${worthNote(checkout, context, view)}
!${view === 'confirming' ? progress(checkout, context, state) : ''}
!${notes(checkout, context, state)}
!${renderUnread(checkout, context, view)}
!${renderStrays(checkout, context)}
!${renderReceipt(receiptRows(checkout, context, view, state))}
!${look.rescue && !unopened ? renderRescue(checkout, context, search) : ''}
!${view === 'expired' ? renderPaymentLinkBack(checkout.linkToken, context) : ''}
!${renderWayBack(state.forwardTo, merchantName, context)}
</section>`;
}

/** What is to be accepted or returned is counted in the asset; the customer knows the price. */
function worthNote(checkout: CryptoCheckout, { texts }: PageContext, view: Outcome): string {
  const worth = view === 'underpaid' || view === 'late' ? worthOf(checkout) : null;
  return worth ? html`<p class="small">${fill(texts.received_worth, worth)}</p>` : '';
}

/** Seen, confirming, done. The script moves the bar; on Ethereum it takes minutes. */
function progress(checkout: CryptoCheckout, context: PageContext, { confirmations }: CryptoState): string {
  const { texts, language } = context;
  const { seen, needed } = confirmations ?? { seen: 1, needed: 1 };
  const { blockSeconds } = networkOf(checkout);
  const text = confirmations ? confirmationsText(confirmations, blockSeconds, texts, language) : '';
  return html`<ol class="steps"><li class="over">${texts.step_seen}</li><li aria-current="step">${texts.step_confirming}</li><li>${texts.step_done}</li></ol>
<progress id="bar" max="${needed}" value="${confirmations ? seen : 0}" aria-label="${texts.step_confirming}"></progress>
<p class="count" id="count">${text}</p>`;
}

/** Payments on their way are not visible now; none is lost. */
function renderUnread({ chain }: CryptoCheckout, { texts }: PageContext, view: Outcome): string {
  const waits = ['confirming', 'checking', 'reorganised'].includes(view);
  return waits && chain?.isUnread ? html`<p class="notice warn">${texts.unread_note}</p>` : '';
}

function notes(checkout: CryptoCheckout, { texts }: PageContext, { view, anomalies }: CryptoState): string {
  const { order, merchantName } = checkout;
  const extraUnits = arrivedUnits(checkout) - (order.hold?.amountUnits ?? 0n);
  const ended = view === 'success' || view === 'confirming';
  if (ended && anomalies.includes('overpaid') && extraUnits >= dustUnits) {
    const text = fill(texts.overpaid_note, { extra: assetText(extraUnits), merchant: merchantName });
    return html`<p class="notice">${text}</p>`;
  }
  if (view === 'checking' && anomalies.includes('orphaned')) {
    return html`<p class="notice bad">${texts.orphaned_note}</p>`;
  }
  return '';
}

function receiptRows(
  checkout: CryptoCheckout,
  context: PageContext,
  view: Outcome,
  state: CryptoState,
): ReceiptRow[] {
  const { order, transfers } = checkout;
  const { texts, locale } = context;
  const reference: ReceiptRow = [texts.reference_label, html`<code>${order.id}</code>`];
  if (order.hold === null) return [reference];
  const lastTime = transfers.at(-1)?.blockTime;
  const rows: ReceiptRow[] = [[texts.network_label, html`${networkOf(checkout).title}`]];
  if (state.transactions.length > 1 || view === 'success') {
    rows.push([texts.received_label, html`${state.received} ${order.asset}`]);
  }
  rows.push(...transactionRows(state, context));
  if (order.hold.local) rows.push([texts.rate_label, html`${shownRates(checkout)}`]);
  if (lastTime && state.transactions.length > 0) rows.push([texts.date_label, renderTime(lastTime, locale)]);
  return [...rows, reference];
}
