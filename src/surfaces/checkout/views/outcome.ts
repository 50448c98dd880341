import { html } from 'ghtml';
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import { formatMoney } from '../../../base/money/written.ts';
import { brandName } from '../../../payments/charges/cards/card-brands.ts';
import { type Charge, takenMoney } from '../../../payments/charges/charge.ts';
import { addOutcome, type Checkout, returnAddress, type View } from '../checkout.ts';
import { fill } from '../texts/fill.ts';
import type { TextKey } from '../texts/texts.ts';
import { instalmentsText } from './card-form.ts';
import { renderOtherWay, renderPaymentLinkBack } from './choose-method.ts';
import type { PageContext } from './context.ts';
import { icons } from './icons.ts';
import { methodName } from './method.ts';
import { type ReceiptRow, renderReceipt, renderTime, renderWayBack } from './receipt.ts';
import { amountWithCode } from './summary.ts';

type Outcome = Exclude<View['kind'], 'form' | 'instructions' | 'choose'>;

/** The look of each outcome; a new one does not compile until it has a row. */
const looks: Readonly<Record<Outcome, { icon: keyof typeof icons; tone: 'good' | 'bad' | 'calm' }>> = {
  processing: { icon: 'clock', tone: 'calm' },
  pending: { icon: 'clock', tone: 'calm' },
  challenge: { icon: 'bank', tone: 'calm' },
  at_processor: { icon: 'lock', tone: 'calm' },
  unpayable: { icon: 'question', tone: 'calm' },
  authorized: { icon: 'lock', tone: 'good' },
  approved: { icon: 'done', tone: 'good' },
  declined: { icon: 'failed', tone: 'bad' },
  canceled: { icon: 'failed', tone: 'calm' },
  voided: { icon: 'back', tone: 'calm' },
  expired: { icon: 'clock', tone: 'calm' },
  partially_refunded: { icon: 'back', tone: 'calm' },
  refunded: { icon: 'back', tone: 'calm' },
  charged_back: { icon: 'question', tone: 'calm' },
};

/** A card goes to a bank; what other methods wait for depends on the method. */
const methodTexts: Readonly<Partial<Record<Outcome, [title: TextKey, text: TextKey]>>> = {
  pending: ['pending_method_title', 'pending_method_text'],
  at_processor: ['at_method_title', 'at_method_text'],
  unpayable: ['unpayable_method_title', 'unpayable_text'],
};

function textsOf(kind: Outcome, method: MethodCode): [title: TextKey, text: TextKey] {
  const own = methods[method].way === 'card' ? undefined : methodTexts[kind];
  return own ?? [`${kind}_title`, `${kind}_text`];
}

export function outcomeTitle(kind: Outcome, method: MethodCode, context: PageContext): string {
  const [title] = textsOf(kind, method);
  return fill(context.texts[title], { method: methodName(method, context) });
}

export function renderOutcome(
  checkout: Checkout,
  context: PageContext,
  view: Exclude<View, { kind: 'form' | 'instructions' | 'choose' }>,
): string {
  const { charge, merchantName } = checkout;
  const { texts, locale } = context;
  const look = looks[view.kind];
  const [, textKey] = textsOf(view.kind, charge.method);
  const text = fill(texts[textKey], {
    merchant: merchantName,
    method: methodName(charge.method, context),
    amount: formatMoney(takenMoney(charge), locale),
    refunded: refundedAmount(checkout, locale),
  });
  return html`<section class="panel outcome ${look.tone}">
<div class="mark${view.kind === 'processing' ? ' turning' : ''}">!${icons[look.icon]}</div>
<h1>${outcomeTitle(view.kind, charge.method, context)}</h1>
<p class="lead">${text}</p>
!${view.kind === 'challenge' || view.kind === 'at_processor' ? challengeChoices(checkout, context, view) : ''}
!${view.kind === 'at_processor' || view.kind === 'unpayable' ? renderOtherWay(checkout, context) : ''}
!${endedUnpaid.has(view.kind) ? renderPaymentLinkBack(checkout.linkToken, context) : ''}
!${isReceipt(view.kind) ? receipt(checkout, context) : ''}
!${renderWayBack(wayBack(charge, view.kind), merchantName, context)}
</section>`;
}

const endedUnpaid: ReadonlySet<Outcome> = new Set(['declined', 'canceled', 'expired']);

/** A bank may take days: the customer can leave meanwhile. */
function wayBack(charge: Charge, kind: Outcome): string | null {
  return kind === 'pending' ? addOutcome(charge.returnUrl, charge.id, kind) : returnAddress(charge);
}

function challengeChoices(
  { charge }: Checkout,
  { texts }: PageContext,
  { kind, url }: { kind: 'challenge' | 'at_processor'; url: string },
): string {
  const [go, turn] =
    kind === 'at_processor'
      ? [texts.hosted_button, texts.begin_anew]
      : [texts.challenge_button, texts.other_card];
  return html`<a class="pay" href="${url}">${go}</a>
<form method="post" action="/pay/${charge.id}/other-card"><button class="plain">${turn}</button></form>`;
}

/** Once money has moved, the page is the customer's receipt. */
function isReceipt(kind: Outcome): boolean {
  return (
    kind === 'approved' || kind === 'partially_refunded' || kind === 'refunded' || kind === 'charged_back'
  );
}

function receipt(checkout: Checkout, context: PageContext): string {
  const { texts, locale } = context;
  const { charge, attempt } = checkout;
  const rows: ReceiptRow[] = [];
  if (charge.capturedMinor !== null && charge.capturedMinor < charge.amount.amountMinor) {
    rows.push([texts.captured_label, html`${amountWithCode(takenMoney(charge), locale)}`]);
  }
  if (charge.refundedMinor > 0n) rows.push([texts.refunded_label, html`${refundedAmount(checkout, locale)}`]);
  if (attempt?.card) {
    rows.push([texts.card_label, html`${brandName(attempt.card.brand)} •••• ${attempt.card.last4}`]);
  }
  if (methods[charge.method].way !== 'card') {
    rows.push([texts.paid_with, html`${methodName(charge.method, context)}`]);
  }
  if (attempt?.instalments && attempt.instalments > 1) {
    rows.push([texts.instalments, html`${instalmentsText(charge.amount, attempt.instalments, context)}`]);
  }
  if (attempt) rows.push([texts.date_label, renderTime(attempt.createdAt, locale)]);
  rows.push([texts.reference_label, html`<code>${charge.id}</code>`]);
  return renderReceipt(rows);
}

function refundedAmount({ charge }: Checkout, locale: string): string {
  return amountWithCode({ amountMinor: charge.refundedMinor, currency: charge.amount.currency }, locale);
}
