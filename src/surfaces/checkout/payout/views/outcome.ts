import { html } from 'ghtml';
import type { WaitReason } from '../../../../crypto/payouts/payout.ts';
import { confirmationsText } from '../../crypto/confirmations-text.ts';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import { renderAddress } from '../../views/address.ts';
import type { PageContext } from '../../views/context.ts';
import { icons } from '../../views/icons.ts';
import { type ReceiptRow, renderReceipt, renderTime } from '../../views/receipt.ts';
import {
  networkOf,
  type PayoutCheckout,
  type PayoutState,
  type PayoutView,
  walletOf,
} from '../payout-checkout.ts';

export type PayoutOutcome = Exclude<PayoutView, 'choose' | 'code' | 'undelivered' | 'review'>;

interface Look {
  icon: keyof typeof icons;
  tone: 'good' | 'bad' | 'calm';
  /** The stage of sending: before it is sent, and after. */
  way: 'to_send' | 'sent' | null;
}

/** The look of each outcome; a new one does not compile until it has a row. */
const looks: Readonly<Record<PayoutOutcome, Look>> = {
  no_network: { icon: 'clock', tone: 'calm', way: null },
  checking: { icon: 'clock', tone: 'calm', way: 'to_send' },
  queued: { icon: 'clock', tone: 'calm', way: 'to_send' },
  waiting: { icon: 'clock', tone: 'calm', way: 'to_send' },
  sending: { icon: 'clock', tone: 'calm', way: 'sent' },
  confirming: { icon: 'clock', tone: 'calm', way: 'sent' },
  success: { icon: 'done', tone: 'good', way: null },
  expired: { icon: 'clock', tone: 'calm', way: null },
  canceled: { icon: 'failed', tone: 'calm', way: null },
  rejected: { icon: 'failed', tone: 'calm', way: null },
  failed: { icon: 'failed', tone: 'bad', way: null },
};

/** Reasons in words that help a recipient; details are only for the operator. */
const waitingTexts: Readonly<Record<WaitReason, TextKey>> = {
  paused: 'payout_waiting_paused',
  fee_above_cap: 'payout_waiting_busy',
  node_unavailable: 'payout_waiting_network',
  no_wallet: 'payout_waiting_preparing',
  low_usdt: 'payout_waiting_preparing',
  low_gas: 'payout_waiting_preparing',
  would_fail: 'payout_waiting_preparing',
  address_blocked: 'payout_waiting_preparing',
  nonce_gap: 'payout_waiting_preparing',
  outcome_unproven: 'payout_waiting_outcome',
  wallet_ahead_of_books: 'payout_waiting_check',
  merchant_in_the_red: 'payout_waiting_check',
  deposit_reversed: 'payout_waiting_check',
  over_limit: 'payout_waiting_check',
  signer_unavailable: 'payout_waiting_preparing',
};

export function payoutOutcomeTitle(view: PayoutOutcome, { texts }: PageContext): string {
  return texts[`payout_${view}_title`];
}

export function renderPayoutOutcome(
  checkout: PayoutCheckout,
  context: PageContext,
  view: PayoutOutcome,
  state: PayoutState,
): string {
  const look = looks[view];
  const text = fill(context.texts[textOf(checkout, view)], {
    merchant: checkout.merchantName,
    amount: state.amount,
  });
  const turning = look.way === null ? '' : ' turning';
  return html`<section class="panel outcome ${look.tone}">
<div class="mark${turning}">!${icons[look.icon]}</div>
<h1>${payoutOutcomeTitle(view, context)}</h1>
<p class="lead">${text}</p>
!${look.way === null ? '' : progress(checkout, context, look.way === 'sent', state)}
!${renderReceipt(receiptRows(checkout, context, state))}
</section>`;
}

function textOf({ payout }: PayoutCheckout, view: PayoutOutcome): TextKey {
  switch (view) {
    case 'waiting':
      return waitingTexts[payout.waitReason ?? 'paused'];
    case 'failed':
      return payout.failure === 'reverted' ? 'payout_failed_reverted' : 'payout_failed_not_carried';
    default:
      return `payout_${view}_text`;
  }
}

function progress(
  checkout: PayoutCheckout,
  { texts, language }: PageContext,
  isSent: boolean,
  { confirmations }: PayoutState,
): string {
  const names = [texts.payout_step_confirmed, texts.payout_step_sending, texts.payout_step_done];
  const steps = names.map((name, at) => {
    const mark = at === 0 ? ' class="over"' : isSent && at === 1 ? ' aria-current="step"' : '';
    return html`<li!${mark}>${name}</li>`;
  });
  const list = html`<ol class="steps">!${steps}</ol>`;
  if (!confirmations) return list;
  const { blockSeconds } = networkOf(checkout, checkout.payout.network ?? '');
  return html`!${list}
<progress id="bar" max="${confirmations.needed}" value="${confirmations.seen}" aria-label="${texts.payout_step_sending}"></progress>
<p class="count" id="count">${confirmationsText(confirmations, blockSeconds, texts, language)}</p>`;
}

function receiptRows(
  checkout: PayoutCheckout,
  { texts, locale }: PageContext,
  state: PayoutState,
): ReceiptRow[] {
  const { payout } = checkout;
  const reference: ReceiptRow = [texts.reference_label, html`<code>${payout.id}</code>`];
  const wallet = payout.network === null ? null : walletOf(checkout);
  if (!wallet) return [reference];
  const network = networkOf(checkout, wallet.network);
  const rows: ReceiptRow[] = [
    [
      texts[payout.status === 'failed' ? 'amount_total' : 'payout_amount_label'],
      html`${state.amount} ${payout.asset}`,
    ],
    [texts.network_label, html`${network.title}`],
    [texts.payout_to_label, html`<code>!${renderAddress(network.formatAddress(wallet.address))}</code>`],
  ];
  if (state.transaction) {
    const { hash, explorer } = state.transaction;
    const shown = html`<code>${hash}</code>`;
    rows.push([
      texts.transaction_label,
      explorer === null
        ? shown
        : html`<a href="${explorer}" target="_blank" rel="noopener noreferrer">!${shown}</a>`,
    ]);
  }
  if (payout.confirmedAt) rows.push([texts.payout_confirmed_label, renderTime(payout.confirmedAt, locale)]);
  if (payout.status === 'success' && payout.decidedAt) {
    rows.push([texts.date_label, renderTime(payout.decidedAt, locale)]);
  }
  return [...rows, reference];
}
