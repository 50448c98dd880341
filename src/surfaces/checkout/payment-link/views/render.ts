import { html } from 'ghtml';
import { formatMoney, numberText } from '../../../../base/money/written.ts';
import { dayText } from '../../../../base/money/written-time.ts';
import { adjustmentText } from '../../../../commerce/payment-links/adjustment-text.ts';
import { isOverdue, itemsOf, totalsOf } from '../../../../commerce/payment-links/payment-link.ts';
import { fill, waitTime } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import { icons } from '../../views/icons.ts';
import { methodHint, methodName } from '../../views/method.ts';
import { renderPage } from '../../views/page.ts';
import type { PageData } from '../../views/page-data.ts';
import { renderTime } from '../../views/receipt.ts';
import { amountWithCode, renderSummary } from '../../views/summary.ts';
import {
  type PaymentLinkCheckout,
  type PaymentLinkFaults,
  type PaymentLinkField,
  type PaymentLinkReturned,
  type PaymentLinkView,
  paymentLinkFields,
} from '../payment-link-checkout.ts';
import { partFaultValues, partHint, partNotes, partPreset, partRows } from './parts.ts';
import { quantityField, quantityTotals } from './quantity.ts';

export const nothingReturned: PaymentLinkReturned = {
  values: { quantity: '', amount: '', method: '', name: '', email: '' },
  faults: {},
  waitSeconds: null,
};

/** The page of a payment link in its current state. */
export function renderPaymentLinkCheckout(
  checkout: PaymentLinkCheckout,
  context: PageContext,
  view: PaymentLinkView,
  now: Date,
  returned: PaymentLinkReturned = nothingReturned,
): string {
  const { link, merchantName } = checkout;
  const { texts } = context;
  const path = `/l/${link.token}`;
  const goesTo = view.kind === 'going' ? `/pay/${view.chargeId}` : null;
  const panel =
    view.kind === 'form' ? form(checkout, context, now, returned) : outcome(checkout, context, view, now);
  const data: PageData = {
    view: view.kind,
    version: view.kind === 'going' ? `link.${view.chargeId}` : view.kind,
    isForm: view.kind === 'form',
    pace: null,
    path,
    secondsLeft: 0,
    forward: goesTo === null ? null : { url: goesTo, afterSeconds: 0 },
    texts: { link_sending: texts.link_sending },
    ...(view.kind === 'form' && { totals: quantityTotals(checkout, context) }),
  };
  return renderPage(context, {
    title: view.kind === 'form' ? `${link.title} · ${merchantName}` : texts[`link_${view.kind}_title`],
    main: html`<main class="sheet">!${summary(checkout, context)}!${panel}</main>`,
    payee: checkout,
    path,
    testText: texts.test_mode_short,
    data,
    withoutScript: goesTo === null ? null : { afterSeconds: 0, url: goesTo },
  });
}

function summary(checkout: PaymentLinkCheckout, context: PageContext): string {
  const { link, merchantName, logoUrl, parts } = checkout;
  const { currency } = link;
  const isPartlyPaid = parts !== null && parts.paidMinor > 0n && parts.leftMinor > 0n;
  const amountMinor = isPartlyPaid ? parts.leftMinor : link.amountMinor;
  const isEach = link.maxQuantity !== null;
  return renderSummary(context, {
    merchantName,
    logoUrl,
    amountLabel: isEach
      ? 'link_price_each'
      : isPartlyPaid
        ? 'link_part_left'
        : amountMinor === null
          ? 'amount_total'
          : 'amount_due',
    amount:
      amountMinor === null
        ? context.texts.link_open_amount
        : amountWithCode({ amountMinor, currency }, context.locale),
    description: link.title,
    orderNumber: link.invoice ? null : link.number,
    notes: partNotes(checkout, context),
  });
}

function form(
  checkout: PaymentLinkCheckout,
  context: PageContext,
  now: Date,
  returned: PaymentLinkReturned,
): string {
  const { link } = checkout;
  const { texts, locale } = context;
  return html`<section class="panel">
<h1>${link.invoice ? fill(texts.link_invoice_heading, { number: link.number }) : texts.link_heading}</h1>
!${invoice(checkout, context, now)}
!${link.expiresAt ? html`<p class="small">${texts.link_expires} !${renderTime(link.expiresAt, locale)}</p>` : ''}
!${notice(checkout, context, returned)}
!${link.maxQuantity === null ? '' : html`<form id="steps" action="/l/${link.token}"></form>`}
<form method="post" action="/l/${link.token}">
!${fields(checkout, context, returned)}
<button class="pay" id="pay">!${icons.lock}<span>${texts.link_button}</span></button>
<p class="progress" id="progress" role="status"></p>
</form>
</section>`;
}

function invoice(checkout: PaymentLinkCheckout, context: PageContext, now: Date): string {
  const { link, state } = checkout;
  const { texts, locale } = context;
  if (!link.invoice) return '';
  const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, locale);
  const rows = itemsOf(link).map(
    ({ text, quantity, priceMinor, totalMinor }) =>
      html`<tr><td>${text}<small>${numberText(quantity, locale)} × ${write(priceMinor)}</small></td><td class="number">${write(totalMinor)}</td></tr>`,
  );
  const { subtotalMinor, rows: adjustments } = totalsOf(link);
  const sum = (name: string, minor: bigint) =>
    html`<tr><td>${name}</td><td class="number">${write(minor)}</td></tr>`;
  const sums =
    adjustments.length === 0
      ? []
      : [
          sum(texts.link_subtotal, subtotalMinor),
          ...adjustments.map((each) => sum(adjustmentText(each, locale), each.totalMinor)),
        ];
  const date = dayText(link.invoice.dueOn, locale);
  return html`<p class="small">${fill(texts.link_for, { name: link.invoice.customerName })}</p>
<table class="lines"><thead><tr><th scope="col">${texts.link_text}</th><th scope="col" class="number">${texts.link_sum}</th></tr></thead>
<tbody>!${rows}</tbody>
<tfoot>!${sums}<tr class="sum"><td>${texts.amount_total}</td><td class="number">${write(link.amountMinor ?? 0n)}</td></tr>!${partRows(checkout, context)}</tfoot></table>
<p class="due">${fill(texts.link_due, { date })}!${isOverdue(link, state, now) ? html` <b>${texts.link_overdue}</b>` : ''}</p>
<p><a href="/l/${link.token}/pdf" download>${texts.link_pdf}</a></p>`;
}

/** One place above the form for everything that prevents the payment. */
function notice(
  checkout: PaymentLinkCheckout,
  context: PageContext,
  { faults, waitSeconds }: PaymentLinkReturned,
): string {
  const { texts, language } = context;
  const faulty = paymentLinkFields.filter((field) => faults[field] !== undefined);
  if (faulty.length > 0) {
    return html`<div class="notice bad" id="notice" role="alert"><b>${texts.summary_heading}</b><ul>!${faulty.map(
      (field) => html`<li><a href="#${field}">${faultText(checkout, context, faults, field)}</a></li>`,
    )}</ul></div>`;
  }
  if (waitSeconds === null) return '';
  const text = fill(texts.limited, { time: waitTime(waitSeconds, language) });
  return html`<div class="notice bad" id="notice" role="alert">${text}</div>`;
}

function faultText(
  checkout: PaymentLinkCheckout,
  context: PageContext,
  faults: PaymentLinkFaults,
  field: PaymentLinkField,
): string {
  const { link, pieces } = checkout;
  const fault = faults[field];
  if (fault === undefined) return '';
  const example = formatMoney({ amountMinor: 123450n, currency: link.currency }, context.locale);
  const { minQuantity: min, maxQuantity: max } = link;
  return fill(context.texts[fault], {
    example,
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(pieces && { left: pieces.left }),
    ...partFaultValues(checkout, context),
  });
}

function fields(checkout: PaymentLinkCheckout, context: PageContext, returned: PaymentLinkReturned): string {
  const { link, methods } = checkout;
  const { texts } = context;
  const { values, faults } = returned;
  const firstFaulty = paymentLinkFields.find((field) => faults[field] !== undefined);
  const input = (id: PaymentLinkField, spec: InputSpec): string =>
    renderInput(
      id,
      spec,
      values[id] || (spec.preset ?? ''),
      faultText(checkout, context, faults, id),
      id === firstFaulty,
    );
  return [
    quantityField(checkout, context, returned),
    link.amountMinor === null || checkout.parts
      ? input('amount', {
          label: fill(texts.link_amount, { currency: link.currency }),
          optional: null,
          attributes: 'inputmode="decimal" autocomplete="transaction-amount" maxlength="30"',
          hint: checkout.parts ? partHint(checkout, context) : boundsText(checkout, context),
          preset: partPreset(checkout, context),
        })
      : '',
    methods.length > 1 ? methodChoice(checkout, context, returned) : '',
    link.invoice
      ? ''
      : input('name', {
          label: texts.link_name,
          optional: texts.optional,
          attributes: 'autocomplete="name" autocapitalize="words" spellcheck="false" maxlength="100"',
          hint: null,
        }),
    link.invoice
      ? ''
      : input('email', {
          label: texts.email,
          optional: null,
          attributes: 'type="email" autocomplete="email" maxlength="254"',
          hint: texts.link_email_hint,
        }),
  ].join('\n');
}

function boundsText({ link }: PaymentLinkCheckout, { texts, locale }: PageContext): string | null {
  const write = (amountMinor: bigint) => formatMoney({ amountMinor, currency: link.currency }, locale);
  const min = link.minMinor === null ? null : write(link.minMinor);
  const max = link.maxMinor === null ? null : write(link.maxMinor);
  if (min !== null && max !== null) return fill(texts.link_amount_between, { min, max });
  if (min !== null) return fill(texts.link_amount_from, { min });
  return max === null ? null : fill(texts.link_amount_to, { max });
}

function methodChoice(
  checkout: PaymentLinkCheckout,
  context: PageContext,
  { values, faults }: PaymentLinkReturned,
): string {
  const { texts } = context;
  const chosen = checkout.methods.find((method) => method === values.method) ?? checkout.methods[0];
  const fault = faultText(checkout, context, faults, 'method');
  const choices = checkout.methods.map(
    (method) =>
      html`<label class="choice"><input type="radio" name="method" value="${method}"!${method === chosen ? ' checked' : ''} required><span><b>${methodName(method, context)}</b><span>${methodHint(method, context)}</span></span></label>`,
  );
  return html`<fieldset id="method"><legend>${texts.link_methods}</legend>!${choices}<p class="error" id="method-error">${fault}</p></fieldset>`;
}

interface InputSpec {
  label: string;
  /** Shown beside the label of a field that may stay empty. */
  optional: string | null;
  /** Written in this file: inserted into the tag unescaped. */
  attributes: string;
  hint: string | null;
  /** What stands in it at first. */
  preset?: string;
}

function renderInput(
  id: PaymentLinkField,
  spec: InputSpec,
  value: string,
  fault: string,
  focused: boolean,
): string {
  const describedBy = spec.hint === null ? `${id}-error` : `${id}-hint ${id}-error`;
  const state = `${fault ? ' aria-invalid="true"' : ''}${focused ? ' autofocus' : ''}`;
  return html`<div class="field"><label for="${id}">${spec.label}!${spec.optional === null ? '' : html` <small>${spec.optional}</small>`}</label>
<div class="box"><input id="${id}" name="${id}"!${spec.optional === null ? ' required' : ''} !${spec.attributes} value="${value}" aria-describedby="${describedBy}"!${state}></div>
!${spec.hint === null ? '' : html`<p class="hint" id="${id}-hint">${spec.hint}</p>`}
<p class="error" id="${id}-error">${fault}</p></div>`;
}

type Outcome = Exclude<PaymentLinkView, { kind: 'form' }>;

const looks: Readonly<Record<Outcome['kind'], { icon: keyof typeof icons; tone: 'good' | 'calm' }>> = {
  paid: { icon: 'done', tone: 'good' },
  closed: { icon: 'failed', tone: 'calm' },
  expired: { icon: 'clock', tone: 'calm' },
  sold_out: { icon: 'failed', tone: 'calm' },
  held: { icon: 'clock', tone: 'calm' },
  unavailable: { icon: 'question', tone: 'calm' },
  busy: { icon: 'clock', tone: 'calm' },
  going: { icon: 'lock', tone: 'calm' },
};

/** "Paid" with the day, as a stamp on the invoice. */
function stamp({ paidOn }: PaymentLinkCheckout, { texts, locale }: PageContext): string {
  if (paidOn === null) return '';
  return html`<p class="stamp"><b>${texts.link_stamp}</b> ${dayText(paidOn, locale)}</p>`;
}

function outcome(checkout: PaymentLinkCheckout, context: PageContext, view: Outcome, now: Date): string {
  const { texts } = context;
  const { icon, tone } = looks[view.kind];
  const isOwn = view.kind === 'busy' && view.chargeId !== null;
  const text = isOwn ? texts.link_busy_own_text : texts[`link_${view.kind}_text`];
  const next = view.kind === 'going' || view.kind === 'busy' ? view.chargeId : null;
  const button = view.kind === 'busy' ? texts.link_busy_own_button : texts.link_button;
  return html`<section class="panel outcome ${tone}">
<div class="mark">!${icons[icon]}</div>
<h1>${texts[`link_${view.kind}_title`]}</h1>
<p class="lead">${fill(text, { merchant: checkout.merchantName })}</p>
!${next === null ? '' : html`<a class="pay" href="/pay/${next}">${button}</a>`}
!${view.kind === 'paid' ? stamp(checkout, context) + invoice(checkout, context, now) : ''}
</section>`;
}
