import { html } from 'ghtml';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import type { PageContext } from '../../views/context.ts';
import { renderPage } from '../../views/page.ts';
import type { Pace } from '../../views/page-data.ts';
import { renderSummary } from '../../views/summary.ts';
import { priceText } from '../amounts.ts';
import { confirmationTexts } from '../confirmations-text.ts';
import {
  type CryptoCheckout,
  type CryptoState,
  type CryptoView,
  cryptoForwardsByItself,
  cryptoStateOf,
  heldBy,
  networkOf,
  remainingUnits,
} from '../crypto-checkout.ts';
import { transferCallData } from '../payment-uri.ts';
import type { FailedSearch } from '../search.ts';
import { renderChoose } from './choose.ts';
import { cryptoOutcomeTitle, renderCryptoOutcome } from './outcome.ts';
import type { CryptoPageData, WalletPayment } from './page-data.ts';
import { renderPay } from './pay.ts';

/** The input and faults of a form that was not accepted. */
export interface CryptoReturned {
  networkMissing: boolean;
  search: FailedSearch | null;
}

export const nothingReturned: CryptoReturned = { networkMissing: false, search: null };

interface Liveness {
  pace: Pace | null;
  /** Without script: frequent enough to feel live, rare enough to read, copy and type. null: no refresh. */
  refreshSeconds: number | null;
}
const still: Liveness = { pace: null, refreshSeconds: null };

/** A block of the slowest network takes 12 s; more frequent polling gains nothing on faster ones. */
const liveness: Readonly<Record<CryptoView, Liveness>> = {
  choose: still,
  no_rate: { pace: { firstMs: 2_000, mostMs: 15_000 }, refreshSeconds: 10 },
  no_network: { pace: { firstMs: 2_000, mostMs: 15_000 }, refreshSeconds: 10 },
  pay: { pace: { firstMs: 2_000, mostMs: 5_000 }, refreshSeconds: 30 },
  rest: { pace: { firstMs: 2_000, mostMs: 5_000 }, refreshSeconds: 30 },
  reorganised: { pace: { firstMs: 2_000, mostMs: 10_000 }, refreshSeconds: 30 },
  checking: { pace: { firstMs: 2_000, mostMs: 10_000 }, refreshSeconds: 30 },
  confirming: { pace: { firstMs: 2_000, mostMs: 6_000 }, refreshSeconds: 10 },
  success: still,
  // A payment on its way when the time ran out may still be recorded, as late.
  expired: { pace: { firstMs: 5_000, mostMs: 30_000 }, refreshSeconds: null },
  underpaid: still,
  late: still,
  refunded: still,
};

const scriptTexts: Readonly<Partial<Record<CryptoView, readonly TextKey[]>>> = {
  confirming: confirmationTexts,
  success: ['going_back'],
};
const payTexts: readonly TextKey[] = [
  'held_left',
  'copied',
  'wallet_waiting',
  'wallet_sent',
  'wallet_rejected',
  'wallet_wrong_network',
  'wallet_failed',
];

/** Long enough to see that it worked, short enough not to look stuck. */
const forwardSeconds = 8;

/** The page of an order in its current state. */
export function renderCryptoCheckout(
  checkout: CryptoCheckout,
  context: PageContext,
  now: Date,
  returned: CryptoReturned = nothingReturned,
): string {
  const state = cryptoStateOf(checkout, now);
  const { view } = state;
  const data = pageData(checkout, context, state, now);
  const { refreshSeconds } = liveness[view];
  // A returned form has faults to correct: the page does not refresh.
  const stays = returned.networkMissing || returned.search !== null;
  return renderPage(context, {
    title: title(checkout, context, view),
    main: html`<main class="sheet">!${summary(checkout, context, view)}!${panel(checkout, context, state, returned)}</main>`,
    payee: checkout,
    path: data.path,
    testText: context.texts.crypto_test_mode,
    testLink: testWallet(checkout, context, view),
    data,
    withoutScript:
      refreshSeconds !== null && !stays ? { afterSeconds: refreshSeconds, url: data.path } : data.forward,
  });
}

/** On a local chain of the sandbox nobody has a wallet of their own. */
function testWallet(
  { order, networks }: CryptoCheckout,
  { mode, texts }: PageContext,
  view: CryptoView,
): { url: string; text: string } | null {
  const isLocal = networks.every(({ explorerAddress }) => explorerAddress(noAddress) === null);
  if (mode !== 'sandbox' || !isLocal || !(view === 'choose' || view === 'pay' || view === 'rest'))
    return null;
  return { url: `/sandbox/wallet/${order.id}`, text: texts.crypto_test_wallet };
}

const noAddress = `0x${'0'.repeat(40)}`;

function panel(
  checkout: CryptoCheckout,
  context: PageContext,
  state: CryptoState,
  returned: CryptoReturned,
): string {
  switch (state.view) {
    case 'choose':
      return renderChoose(checkout, context, state, returned.networkMissing);
    case 'pay':
    case 'rest':
      return renderPay(checkout, context, state, returned.search);
    default:
      return renderCryptoOutcome(checkout, context, state.view, state, returned.search);
  }
}

function title(checkout: CryptoCheckout, context: PageContext, view: CryptoView): string {
  const { merchantName } = checkout;
  if (view !== 'choose' && view !== 'pay' && view !== 'rest') {
    return `${cryptoOutcomeTitle(view, context)} · ${merchantName}`;
  }
  const amount = priceText(checkout.order.price);
  return fill(context.texts.pay_title, { amount, merchant: merchantName });
}

function summary(checkout: CryptoCheckout, context: PageContext, view: CryptoView): string {
  const { order, merchantName, logoUrl } = checkout;
  const ended = order.status === 'success' || order.status === 'failed' || view === 'expired';
  return renderSummary(context, {
    merchantName,
    logoUrl,
    amountLabel: view === 'success' ? 'amount_paid' : ended ? 'amount_total' : 'amount_due',
    amount: priceText(order.price),
    description: order.description,
    orderNumber: order.merchantIdCustom,
  });
}

function pageData(
  checkout: CryptoCheckout,
  { texts }: PageContext,
  state: CryptoState,
  now: Date,
): CryptoPageData {
  const { order } = checkout;
  const { view, forwardTo } = state;
  const paying = view === 'pay' || view === 'rest';
  const keys = paying ? payTexts : (scriptTexts[view] ?? []);
  const forwards = forwardTo !== null && cryptoForwardsByItself(order, now);
  return {
    view,
    version: state.version,
    isForm: view === 'choose',
    pace: liveness[view].pace,
    path: `/crypto/${order.id}`,
    secondsLeft: state.secondsLeft,
    forward: forwards ? { url: forwardTo, afterSeconds: forwardSeconds } : null,
    payment: paying ? walletPayment(checkout) : null,
    blockSeconds: order.hold ? networkOf(checkout).blockSeconds : 0,
    texts: Object.fromEntries(keys.map((key) => [key, fillNetwork(checkout, texts[key])])),
  };
}

/** Only the network is known here; placeholders for the script stay. */
function fillNetwork(checkout: CryptoCheckout, text: string): string {
  return text.includes('{network}') ? text.replaceAll('{network}', networkOf(checkout).title) : text;
}

function walletPayment(checkout: CryptoCheckout): WalletPayment | null {
  const network = networkOf(checkout);
  const { address } = heldBy(checkout.order);
  const amountUnits = remainingUnits(checkout.order);
  if (network.family === 'tron') {
    const to = network.formatAddress(address);
    return {
      family: 'tron',
      token: network.token,
      address: to,
      amountParts: String(network.partsOf(amountUnits)),
    };
  }
  if (network.chainId === null) return null;
  const chainId = `0x${network.chainId.toString(16)}`;
  return {
    family: 'evm',
    chainId,
    token: network.token,
    callData: transferCallData(network, address, amountUnits),
  };
}
