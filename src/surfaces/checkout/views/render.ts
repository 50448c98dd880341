import { html } from 'ghtml';
import { formatMoney } from '../../../base/money/written.ts';
import { takenMoney } from '../../../payments/charges/charge.ts';
import { inputFaults } from '../card-input.ts';
import { type Checkout, forwardsByItself, stateOf, type View, type ViewKind, viewOf } from '../checkout.ts';
import { fill } from '../texts/fill.ts';
import type { TextKey } from '../texts/texts.ts';
import { nothingReturned, type Returned, renderCardForm, testNumber } from './card-form.ts';
import { renderMethodChoice } from './choose-method.ts';
import type { PageContext } from './context.ts';
import { icons } from './icons.ts';
import { renderInstructions } from './instructions.ts';
import { methodName } from './method.ts';
import { outcomeTitle, renderOutcome } from './outcome.ts';
import { renderPage } from './page.ts';
import type { CardPageData, Pace, PageData } from './page-data.ts';
import { amountWithCode, renderSummary } from './summary.ts';
import { renderUnexpected } from './unexpected.ts';

/** The page of a charge in its current state. */
export function renderCheckout(
  checkout: Checkout,
  shared: PageContext,
  now: Date,
  returned: Returned = nothingReturned,
  /** It redirects to the processor's page by itself. */
  isGoing = false,
): string {
  const context =
    checkout.processorKind === 'direct' ? shared : { ...shared, texts: payerTexts(shared.texts) };
  const view = viewOf(checkout, now);
  const panel =
    view.kind === 'form'
      ? renderCardForm(checkout, context, view, returned)
      : view.kind === 'choose'
        ? renderMethodChoice(checkout, context, view.offered)
        : view.kind === 'instructions'
          ? renderInstructions(checkout, context, view.instructions)
          : renderOutcome(checkout, context, view);
  const data = pageData(checkout, context, view, now, isGoing);
  return renderPage(context, {
    title: title(checkout, context, view),
    main: html`<main class="sheet">!${summary(checkout, context, view.kind)}!${panel}</main>`,
    payee: checkout,
    path: data.path,
    testText:
      view.kind === 'form' && !data.hosted
        ? fill(context.texts.test_mode, { number: testNumber })
        : context.texts.test_mode_short,
    data,
    withoutScript:
      view.kind === 'processing' || view.kind === 'pending' || view.kind === 'instructions'
        ? { afterSeconds: processingRefreshSeconds, url: data.path }
        : data.forward && {
            ...data.forward,
            afterSeconds: view.kind === 'at_processor' ? 0 : Math.max(data.forward.afterSeconds, readSeconds),
          },
  });
}

/** Where no card is asked for, name and document are the payer's. */
function payerTexts(texts: PageContext['texts']): PageContext['texts'] {
  return {
    ...texts,
    name_missing: texts.payer_name_missing,
    name_wrong: texts.payer_name_wrong,
    document_missing: texts.payer_document_missing,
    document_wrong: texts.payer_document_wrong,
    document_hint: texts.payer_document_hint,
  };
}

/** Without script: frequent enough to feel live, rare enough to read. */
const processingRefreshSeconds = 5;
/** Without script there is no "stay here": a little more time to read, and to choose another card. */
const readSeconds = 4;
/** Long enough to see that it worked, short enough not to look stuck. */
const forwardSeconds = 8;

function summary(checkout: Checkout, context: PageContext, view: ViewKind): string {
  const { charge, merchantName, logoUrl } = checkout;
  return renderSummary(context, {
    merchantName,
    logoUrl,
    amountLabel: amountLabel(view),
    amount: amountWithCode(takenMoney(charge), context.locale),
    description: charge.description,
    orderNumber: charge.orderNumber,
    notes: renderUnexpected(checkout, context),
  });
}

const due: ReadonlySet<ViewKind> = new Set([
  'choose',
  'form',
  'challenge',
  'at_processor',
  'instructions',
  'processing',
  'pending',
  'unpayable',
]);

function amountLabel(view: ViewKind): TextKey {
  if (due.has(view)) return 'amount_due';
  if (view === 'authorized') return 'amount_held';
  return view === 'approved' || view === 'partially_refunded' ? 'amount_paid' : 'amount_total';
}

function title({ charge, merchantName }: Checkout, context: PageContext, view: View): string {
  if (view.kind === 'instructions') {
    return `${fill(context.texts.instructions_title, { method: methodName(charge.method, context) })} · ${merchantName}`;
  }
  if (view.kind !== 'form' && view.kind !== 'choose')
    return `${outcomeTitle(view.kind, charge.method, context)} · ${merchantName}`;
  const amount = formatMoney(charge.amount, context.locale);
  return fill(context.texts.pay_title, { amount, merchant: merchantName });
}

const formTexts: readonly TextKey[] = [
  ...inputFaults,
  'summary_heading',
  'code_hint',
  'code_hint_amex',
  'paying',
  'paying_long',
  'connection_lost',
  'not_sent',
  'limited',
  'limited_card',
  'time_left',
];
const outcomeTexts: readonly TextKey[] = ['going_back'];
const instructionTexts: readonly TextKey[] = ['copied'];

/** The polling of views that may change by themselves while the charge is open. */
const paces: Readonly<Partial<Record<ViewKind, Pace>>> = {
  processing: { firstMs: 1_000, mostMs: 8_000 },
  pending: { firstMs: 15_000, mostMs: 60_000 },
  challenge: { firstMs: 3_000, mostMs: 15_000 },
  at_processor: { firstMs: 3_000, mostMs: 15_000 },
  instructions: { firstMs: 3_000, mostMs: 20_000 },
  unpayable: { firstMs: 10_000, mostMs: 60_000 },
  expired: { firstMs: 3_000, mostMs: 30_000 },
};
const unavailablePace: Pace = { firstMs: 2_000, mostMs: 15_000 };

function pageData(
  checkout: Checkout,
  { texts }: PageContext,
  view: View,
  now: Date,
  isGoing: boolean,
): CardPageData {
  const { charge } = checkout;
  const state = stateOf(checkout, now);
  const keys =
    view.kind === 'form' ? formTexts : view.kind === 'instructions' ? instructionTexts : outcomeTexts;
  return {
    view: view.kind,
    version: state.version,
    isForm: view.kind === 'form',
    pace: (charge.status === 'open' && paces[view.kind]) || null,
    path: `/pay/${charge.id}`,
    nowMs: now.getTime(),
    secondsLeft: state.secondsLeft,
    hosted: checkout.processorKind !== 'direct',
    country: charge.country,
    emailAsked: charge.email === null,
    payerFields: checkout.payerFields,
    instalments: checkout.instalments,
    forward: forwardOf(checkout, view, state.forwardTo, now, isGoing),
    texts: Object.fromEntries(keys.map((key) => [key, texts[key]])),
  };
}

function forwardOf(
  checkout: Checkout,
  view: View,
  url: string | null,
  now: Date,
  isGoing: boolean,
): { url: string; afterSeconds: number } | null {
  if (url === null) return null;
  if (view.kind === 'challenge') return { url, afterSeconds: 0 };
  // A customer who returns from the processor's page, also with the back button, is not redirected there again.
  if (view.kind === 'at_processor') return isGoing ? { url, afterSeconds: 0 } : null;
  return forwardsByItself(checkout, now) ? { url, afterSeconds: forwardSeconds } : null;
}

export type MessageKind = 'not_found' | 'unavailable' | 'bad_request' | 'limited';

/** Pages that belong to no charge, or to one that cannot be read now. */
export function renderMessage(
  context: PageContext,
  kind: MessageKind,
  /** A payout's recipient has paid nothing: the texts differ. */
  words: MessageKind | `payout_${Exclude<MessageKind, 'limited'>}`,
  path: string | null,
): string {
  const { texts } = context;
  const retry = path === null ? '' : html`<a class="pay" href="${path}">${texts.retry}</a>`;
  return renderPage(context, {
    title: texts[`${words}_title`],
    main: html`<main class="sheet single"><section class="panel outcome calm">
<div class="mark">!${icons[kind === 'unavailable' ? 'clock' : 'question']}</div>
<h1>${texts[`${words}_title`]}</h1>
<p class="lead">${texts[`${words}_text`]}</p>
!${retry}
</section></main>`,
    payee: null,
    path: path ?? '',
    testText: texts.test_mode_short,
    data: kind === 'unavailable' && path !== null ? unavailableData(path) : null,
    withoutScript:
      kind === 'unavailable' && path !== null ? { afterSeconds: unavailableRefreshSeconds, url: path } : null,
  });
}

const unavailableRefreshSeconds = 10;

/** Lets the script wait until the state can be read again. */
function unavailableData(path: string): PageData {
  return {
    view: 'unavailable',
    version: '',
    isForm: false,
    pace: unavailablePace,
    path,
    secondsLeft: 0,
    forward: null,
    texts: {},
  };
}
