import { html } from 'ghtml';
import { assetText, priceText } from '../../crypto/amounts.ts';
import { confirmationTexts } from '../../crypto/confirmations-text.ts';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import type { PageContext } from '../../views/context.ts';
import { renderPage } from '../../views/page.ts';
import type { Pace } from '../../views/page-data.ts';
import { renderSummary } from '../../views/summary.ts';
import {
  networkOf,
  type PayoutCheckout,
  type PayoutState,
  type PayoutView,
  payoutStateOf,
} from '../payout-checkout.ts';
import { type ReturnedWallet, renderChoose } from './choose.ts';
import { type ReturnedCode, renderCode, renderUndelivered } from './code.ts';
import { payoutOutcomeTitle, renderPayoutOutcome } from './outcome.ts';
import type { PayoutPageData } from './page-data.ts';
import { renderReview } from './review.ts';

/** The input and faults of a form that was not accepted. */
export interface PayoutReturned {
  /** Set: the wallet is entered again, even if one was entered before. */
  wallet: ReturnedWallet | null;
  code: ReturnedCode;
  /** Shown beside the review, in words. */
  reviewFault: string | null;
}

export const nothingReturned: PayoutReturned = {
  wallet: null,
  code: { fault: null, notice: null },
  reviewFault: null,
};
export const emptyWallet: ReturnedWallet = { network: '', text: '', networkFault: null, walletFault: null };

interface Liveness {
  pace: Pace | null;
  /** Without script: frequent enough to feel live, rare enough to read. null: no refresh. */
  refreshSeconds: number | null;
}
const still: Liveness = { pace: null, refreshSeconds: null };
const patient: Liveness = { pace: { firstMs: 3_000, mostMs: 20_000 }, refreshSeconds: 30 };
const eager: Liveness = { pace: { firstMs: 2_000, mostMs: 6_000 }, refreshSeconds: 10 };

const liveness: Readonly<Record<PayoutView, Liveness>> = {
  choose: still,
  no_network: eager,
  // Its mail may be refused a moment after it is shown.
  code: { ...patient, refreshSeconds: null },
  undelivered: patient,
  review: still,
  checking: patient,
  queued: eager,
  waiting: patient,
  sending: eager,
  confirming: eager,
  success: still,
  expired: still,
  canceled: still,
  rejected: still,
  failed: still,
};

const isForm = (view: PayoutView): view is 'choose' | 'code' | 'undelivered' | 'review' =>
  view === 'choose' || view === 'code' || view === 'undelivered' || view === 'review';

const scriptTexts: Readonly<Partial<Record<PayoutView, readonly TextKey[]>>> = {
  code: ['payout_code_resend_wait'],
  undelivered: ['payout_code_resend_wait'],
  review: ['payout_sending_form'],
  confirming: confirmationTexts,
};

/** The page of a payout in its current state. */
export function renderPayoutCheckout(
  checkout: PayoutCheckout,
  context: PageContext,
  path: string,
  now: Date,
  returned: PayoutReturned = nothingReturned,
): string {
  const state = payoutStateOf(checkout, now);
  const data = pageData(checkout, context, state, path);
  // A refresh must not lose the wallet that the recipient is typing.
  const isEntering = isForm(state.view) && returned.wallet !== null;
  const refreshSeconds = isEntering ? null : liveness[state.view].refreshSeconds;
  return renderPage(context, {
    title: title(checkout, context, state.view),
    main: html`<main class="sheet">!${summary(checkout, context, state.view)}!${panel(checkout, context, state, path, returned, now)}</main>`,
    payee: checkout,
    path,
    testText: context.texts.payout_test_mode,
    data,
    withoutScript: refreshSeconds === null ? null : { afterSeconds: refreshSeconds, url: path },
  });
}

function panel(
  checkout: PayoutCheckout,
  context: PageContext,
  state: PayoutState,
  path: string,
  returned: PayoutReturned,
  now: Date,
): string {
  const { view } = state;
  const { claim } = checkout;
  if (!isForm(view)) return renderPayoutOutcome(checkout, context, view, state);
  if (returned.wallet || view === 'choose' || !claim) {
    return renderChoose(checkout, context, state, path, returned.wallet ?? emptyWallet);
  }
  if (view === 'undelivered') return renderUndelivered(checkout, context, path, claim, returned.code, now);
  return view === 'code'
    ? renderCode(checkout, context, path, claim, returned.code, now)
    : renderReview(checkout, context, state, path, claim, returned.reviewFault);
}

function title(checkout: PayoutCheckout, context: PageContext, view: PayoutView): string {
  const { merchantName } = checkout;
  if (!isForm(view)) return `${payoutOutcomeTitle(view, context)} · ${merchantName}`;
  const amount = priceText({ amountMinor: checkout.payout.amountMinor, currency: 'USD' });
  return fill(context.texts.payout_title, { amount, merchant: merchantName });
}

function summary(checkout: PayoutCheckout, context: PageContext, view: PayoutView): string {
  const { payout, merchantName, logoUrl } = checkout;
  const over = payout.status === 'failed' || view === 'expired';
  return renderSummary(context, {
    partyLabel: 'payout_from',
    merchantName,
    logoUrl,
    amountLabel: view === 'success' ? 'payout_amount_paid' : over ? 'amount_total' : 'payout_amount_due',
    amount: priceText({ amountMinor: payout.amountMinor, currency: 'USD' }),
    amountNote: `${assetText(payout.amountUnits)} ${payout.asset}`,
    description: payout.description,
    orderNumber: payout.merchantIdCustom,
  });
}

function pageData(
  checkout: PayoutCheckout,
  { texts }: PageContext,
  state: PayoutState,
  path: string,
): PayoutPageData {
  const { view } = state;
  const keys = scriptTexts[view] ?? [];
  const { network } = checkout.payout;
  return {
    view,
    version: state.version,
    isForm: isForm(view),
    pace: liveness[view].pace,
    path,
    secondsLeft: state.secondsLeft,
    forward: null,
    resendSeconds: state.resendSeconds,
    blockSeconds: network === null ? 0 : networkOf(checkout, network).blockSeconds,
    texts: Object.fromEntries(keys.map((key) => [key, texts[key]])),
  };
}
