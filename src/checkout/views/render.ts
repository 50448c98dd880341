import { html } from 'ghtml';
import { formatMoney } from '../../money/money.ts';
import { inputFaults } from '../card-input.ts';
import { type Checkout, forwardsByItself, stateOf, type View, viewOf } from '../checkout.ts';
import type { TextKey } from '../texts/es.ts';
import { fill } from '../texts/fill.ts';
import { nothingReturned, type Returned, renderCardForm } from './card-form.ts';
import { icons } from './icons.ts';
import { outcomeTitle, renderOutcome } from './outcome.ts';
import { type PageContext, renderPage } from './page.ts';
import type { PageData } from './page-data.ts';
import { renderSummary } from './summary.ts';

/** The page of a charge as it stands now. */
export function renderCheckout(
  checkout: Checkout,
  context: PageContext,
  now: Date,
  returned: Returned = nothingReturned,
): string {
  const view = viewOf(checkout, now);
  const panel =
    view.kind === 'form'
      ? renderCardForm(checkout, context, view, returned)
      : renderOutcome(checkout, context, view);
  const data = pageData(checkout, context, view, now);
  return renderPage(context, {
    title: title(checkout, context, view),
    main: html`<main class="sheet">!${renderSummary(checkout, context, view.kind)}!${panel}</main>`,
    data,
    withoutScript:
      view.kind === 'processing'
        ? { afterSeconds: processingRefreshSeconds, url: data.path }
        : data.forward && { ...data.forward, afterSeconds: Math.max(data.forward.afterSeconds, readSeconds) },
  });
}

/** Without script: often enough to feel live, seldom enough to be read. */
const processingRefreshSeconds = 5;
/** Without script there is no "stay here": a little longer to read, and to choose another card. */
const readSeconds = 4;
/** Long enough to see that it worked, short enough not to look stuck. */
const forwardSeconds = 8;

function title({ charge, merchantName }: Checkout, context: PageContext, view: View): string {
  if (view.kind !== 'form') return `${outcomeTitle(view.kind, context)} · ${merchantName}`;
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
  'time_left',
];
const outcomeTexts: readonly TextKey[] = ['going_back'];

function pageData(checkout: Checkout, { texts }: PageContext, view: View, now: Date): PageData {
  const { charge } = checkout;
  const state = stateOf(checkout, now);
  const keys = view.kind === 'form' ? formTexts : outcomeTexts;
  return {
    view: view.kind,
    version: state.version,
    live: charge.status === 'open',
    path: `/pay/${charge.id}`,
    nowMs: now.getTime(),
    secondsLeft: state.secondsLeft,
    hosted: checkout.processorKind === 'hosted',
    country: charge.country,
    emailAsked: charge.email === null,
    forward: forwardOf(checkout, view, state.forwardTo, now),
    texts: Object.fromEntries(keys.map((key) => [key, texts[key]])),
  };
}

function forwardOf(
  checkout: Checkout,
  view: View,
  url: string | null,
  now: Date,
): { url: string; afterSeconds: number } | null {
  if (url === null) return null;
  if (view.kind === 'challenge') return { url, afterSeconds: 0 };
  return forwardsByItself(checkout, now) ? { url, afterSeconds: forwardSeconds } : null;
}

/** Pages that belong to no charge, or to one that cannot be read now. */
export function renderMessage(
  context: PageContext,
  kind: 'not_found' | 'unavailable' | 'bad_request',
  path: string | null,
): string {
  const { texts } = context;
  const retry = path === null ? '' : html`<a class="pay" href="${path}">${texts.retry}</a>`;
  return renderPage(context, {
    title: texts[`${kind}_title`],
    main: html`<main class="sheet single"><section class="panel outcome calm">
<div class="mark">!${icons[kind === 'unavailable' ? 'clock' : 'question']}</div>
<h1>${texts[`${kind}_title`]}</h1>
<p class="lead">${texts[`${kind}_text`]}</p>
!${retry}
</section></main>`,
    data: kind === 'unavailable' && path !== null ? unavailableData(path) : null,
    withoutScript:
      kind === 'unavailable' && path !== null ? { afterSeconds: unavailableRefreshSeconds, url: path } : null,
  });
}

const unavailableRefreshSeconds = 10;

/** Lets the script wait for the state to come back. */
function unavailableData(path: string): PageData {
  return {
    view: 'unavailable',
    version: '',
    live: true,
    path,
    nowMs: 0,
    secondsLeft: 0,
    hosted: false,
    country: '',
    emailAsked: false,
    forward: null,
    texts: {},
  };
}
