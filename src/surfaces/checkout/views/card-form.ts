import { html } from 'ghtml';
import { methods } from '../../../accounts/methods/methods.ts';
import { instalmentOf } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';
import { formatMoney } from '../../../base/money/written.ts';
import type { Limited } from '../../../payments/charges/attempts/start-attempt.ts';
import { maxRefusedAttempts } from '../../../payments/charges/charge.ts';
import type { PayerField, RefusalReason } from '../../../payments/charges/payment-processor.ts';
import { type CardField, type CardForm, cardFields, type InputFaults } from '../card-input.ts';
import type { Checkout, CheckoutState } from '../checkout.ts';
import { documentOf, documentOnCardForm } from '../payer-document.ts';
import { fill, waitTime } from '../texts/fill.ts';
import { renderBrands } from './brands.ts';
import { renderOtherWay } from './choose-method.ts';
import type { PageContext } from './context.ts';
import { icons } from './icons.ts';
import { methodName } from './method.ts';

/** The input and faults of a form that was not accepted. The number and the security code are never returned. */
export interface Returned {
  values: Omit<CardForm, 'number' | 'code'>;
  faults: InputFaults;
  limited: Limited | null;
}

/** Why the last attempt was refused, and how many are left. */
export interface RefusalNotice {
  reason: string;
  left: string;
}

/** What the page's script is told of an attempt. */
export interface PayAnswer extends CheckoutState {
  /** The customer stays on the form, with what was typed. */
  refused: RefusalNotice | null;
}

export const nothingReturned: Returned = {
  values: {
    expiry: '',
    name: '',
    email: '',
    document: '',
    phone: '',
    bank: '',
    street: '',
    city: '',
    state: '',
    postal_code: '',
    instalments: '',
  },
  faults: {},
  limited: null,
};

export interface FormView {
  refusal: RefusalReason | null;
  triesLeft: number;
}

/** The sandbox acquirer approves it. Non-breaking spaces keep it on one line. */
export const testNumber = '4242 4242 4242 4242'.replaceAll(' ', '\u00a0');

export function renderCardForm(
  checkout: Checkout,
  context: PageContext,
  view: FormView,
  returned: Returned,
): string {
  const { charge, merchantName } = checkout;
  const { texts, locale } = context;
  const hosted = checkout.processorKind !== 'direct';
  const { way } = methods[charge.method];
  const method = methodName(charge.method, context);
  const elsewhere = fill(
    {
      card: texts.hosted_text,
      redirect: texts.redirect_text,
      instructions: texts.instructions_intro,
      chain: '',
      choice: '',
    }[way],
    { method },
  );
  const heading = hosted ? texts.hosted_heading : texts.form_heading;
  // Live is https only; the sandbox may run without, and then does not claim it.
  const encrypted = context.mode === 'live' ? texts.encrypted : '';
  return html`<section class="panel">
<div class="head"><h1>${way === 'card' ? heading : fill(texts.method_heading, { method })}</h1>
!${renderBrands(checkout.brands, charge.country, texts.brands_label)}</div>
<p class="left" id="left" role="timer" hidden></p>
!${notice(context, view, returned)}
<form method="post" action="/pay/${charge.id}" id="card">
!${hosted ? html`<p class="lead">${elsewhere}!${walletsNote(checkout, context)}</p>!${payerFields(checkout, context, returned)}` : cardFieldsOf(checkout, context, returned)}
<button class="pay" id="pay">!${icons.lock}<span>${
    way === 'instructions'
      ? texts.instructions_button
      : hosted
        ? texts.hosted_button
        : fill(texts.pay_button, { amount: formatMoney(charge.amount, locale) })
  }</span></button>
<p class="progress" id="progress" role="status"></p>
</form>
<p class="privacy">!${icons.lock}<span>${encrypted} ${fill(way === 'card' ? texts.privacy : texts.method_privacy, { merchant: merchantName })}</span></p>
!${renderOtherWay(checkout, context)}
<details class="fold cancel"><summary>${texts.cancel}</summary>
<form method="post" action="/pay/${charge.id}/cancel"><p>${texts.cancel_text}</p><button class="plain">${texts.cancel_confirm}</button></form>
</details>
</section>`;
}

function walletsNote({ wallets }: Checkout, { texts, locale }: PageContext): string {
  if (wallets.length === 0) return '';
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(wallets);
  return html` ${fill(texts.hosted_wallets, { wallets: names })}`;
}

/** One place above the form for everything that prevents the payment: wrong fields, a refusal, a limit. */
function notice(context: PageContext, view: FormView, returned: Returned): string {
  const { texts } = context;
  const faulty = cardFields.filter((field) => returned.faults[field] !== undefined);
  if (faulty.length > 0) {
    return html`<div class="notice bad" id="notice" role="alert"><b>${texts.summary_heading}</b><ul>!${faulty.map(
      (field) => html`<li><a href="#${field}">${faultText(context, returned.faults, field)}</a></li>`,
    )}</ul></div>`;
  }
  if (returned.limited) {
    const { retryAfterSeconds, isByCard } = returned.limited;
    const time = waitTime(retryAfterSeconds, context.language);
    const text = fill(isByCard ? texts.limited_card : texts.limited, { time });
    return html`<div class="notice bad" id="notice" role="alert">${text}</div>`;
  }
  const refused = refusalNotice(context, view);
  if (refused)
    return html`<div class="notice bad" id="notice" role="alert"><b>${refused.reason}</b> ${refused.left}</div>`;
  return '<div class="notice" id="notice"></div>';
}

export function refusalNotice({ texts }: PageContext, view: FormView): RefusalNotice | null {
  if (view.refusal === null) return null;
  return {
    reason: fill(texts[`refusal_${view.refusal}`], { number: testNumber }),
    left: triesLeft(texts, view),
  };
}

function triesLeft(texts: PageContext['texts'], view: FormView): string {
  if (view.triesLeft >= maxRefusedAttempts) return '';
  return view.triesLeft === 1 ? texts.refusal_last_try : fill(texts.refusal_tries, { count: view.triesLeft });
}

function faultText({ texts }: PageContext, faults: InputFaults, field: CardField): string {
  const fault = faults[field];
  return fault === undefined ? '' : texts[fault];
}

type RenderField = (id: CardField, spec: FieldSpec) => string;

function fieldRenderer(context: PageContext, { faults }: Returned): RenderField {
  const firstFaulty = cardFields.find((field) => faults[field] !== undefined);
  return (id, spec) => renderField(id, spec, faultText(context, faults, id), id === firstFaulty);
}

function cardFieldsOf(checkout: Checkout, context: PageContext, returned: Returned): string {
  const { texts } = context;
  const field = fieldRenderer(context, returned);
  return [
    field('number', {
      label: texts.number,
      optional: null,
      attributes: 'autocomplete="cc-number" inputmode="numeric" placeholder="0000 0000 0000 0000"',
      value: '',
      hint: null,
      inside: html`<output class="brand" id="brand" for="number"></output>`,
    }),
    '<div class="pair">',
    field('expiry', {
      label: texts.expiry,
      optional: null,
      attributes: html`autocomplete="cc-exp" inputmode="numeric" maxlength="9"`,
      value: returned.values.expiry,
      hint: texts.expiry_hint,
      inside: '',
    }),
    field('code', {
      label: texts.code,
      optional: null,
      attributes: 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"',
      value: '',
      hint: texts.code_hint,
      inside: '',
    }),
    '</div>',
    nameField(field, returned, texts.name, 'cc-name'),
    cardDocumentField(field, checkout, context, returned),
    emailField(
      field,
      checkout,
      context,
      returned,
      checkout.payerFields.includes('email') ? null : texts.optional,
    ),
    instalmentsField(checkout, context, returned),
  ].join('\n');
}

/** The payer's data that a hosted processor needs; it asks for everything else itself. */
function payerFields(checkout: Checkout, context: PageContext, returned: Returned): string {
  const { texts } = context;
  const field = fieldRenderer(context, returned);
  const asks = (name: PayerField): boolean => checkout.payerFields.includes(name);
  return [
    asks('name') ? nameField(field, returned, texts.payer_name, 'name') : '',
    asks('document') ? documentField(field, checkout, context, returned, null) : '',
    asks('phone')
      ? plainField(field, 'phone', texts.phone, returned, 'type="tel" autocomplete="tel" maxlength="30"')
      : '',
    asks('bank') ? bankField(checkout, context, returned) : '',
    asks('address') ? addressFields(field, context, returned) : '',
    asks('email') ? emailField(field, checkout, context, returned, null) : '',
  ].join('\n');
}

function nameField(
  field: RenderField,
  returned: Returned,
  label: string,
  autocomplete: 'cc-name' | 'name',
): string {
  return field('name', {
    label,
    optional: null,
    attributes: `autocomplete="${autocomplete}" autocapitalize="words" spellcheck="false" maxlength="100"`,
    value: returned.values.name,
    hint: null,
    inside: '',
  });
}

function plainField(
  field: RenderField,
  id: 'phone' | 'street' | 'city' | 'state' | 'postal_code',
  label: string,
  returned: Returned,
  attributes: string,
): string {
  return field(id, { label, optional: null, attributes, value: returned.values[id], hint: null, inside: '' });
}

function addressFields(field: RenderField, { texts }: PageContext, returned: Returned): string {
  const plain = (id: 'street' | 'city' | 'state' | 'postal_code', attributes: string): string =>
    plainField(field, id, texts[id], returned, attributes);
  return [
    plain('street', 'autocomplete="street-address" maxlength="100"'),
    plain('city', 'autocomplete="address-level2" maxlength="100"'),
    '<div class="pair">',
    plain('state', 'autocomplete="address-level1" maxlength="30"'),
    plain('postal_code', 'autocomplete="postal-code" maxlength="12"'),
    '</div>',
  ].join('\n');
}

function bankField({ banks }: Checkout, context: PageContext, { values, faults }: Returned): string {
  const { texts } = context;
  if (banks === null) return html`<p class="notice warn">${texts.banks_away}</p>`;
  const options = banks.map(
    ({ id, name }) => html`<option value="${id}"!${id === values.bank ? ' selected' : ''}>${name}</option>`,
  );
  const fault = faultText(context, faults, 'bank');
  return html`<div class="field"><label for="bank">${texts.bank}</label>
<div class="box choose"><select id="bank" name="bank" required aria-describedby="bank-error"!${fault ? ' aria-invalid="true"' : ''}><option value="">${texts.bank_choose}</option>!${options}</select></div>
<p class="error" id="bank-error">${fault}</p></div>`;
}

/** Only if the country's cards benefit from it, or the processor needs it. */
function cardDocumentField(
  field: RenderField,
  checkout: Checkout,
  context: PageContext,
  returned: Returned,
): string {
  const how = documentOnCardForm(checkout.charge.country, checkout.payerFields);
  if (how === null) return '';
  const optional = how === 'required' ? null : context.texts.optional;
  return documentField(field, checkout, context, returned, optional);
}

function documentField(
  field: RenderField,
  { charge }: Checkout,
  { texts }: PageContext,
  returned: Returned,
  optional: string | null,
): string {
  const { label, hasLetters } = documentOf(charge.country);
  return field('document', {
    label: texts[label],
    optional,
    attributes: `autocomplete="off" maxlength="25"${hasLetters ? '' : ' inputmode="numeric"'}`,
    value: returned.values.document,
    hint: texts.document_hint,
    inside: '',
  });
}

function emailField(
  field: RenderField,
  { charge }: Checkout,
  { texts }: PageContext,
  returned: Returned,
  optional: string | null,
): string {
  if (charge.email !== null) return '';
  return field('email', {
    label: texts.email,
    optional,
    attributes: 'type="email" autocomplete="email" maxlength="254"',
    value: returned.values.email,
    hint: null,
    inside: '',
  });
}

/** Empty if there is nothing to choose. */
function instalmentsField(
  { charge, instalments }: Checkout,
  context: PageContext,
  { values, faults }: Returned,
): string {
  if (instalments.length === 0) return '';
  const { texts } = context;
  const options = [1, ...instalments].map((count) => {
    const selected = String(count) === values.instalments ? ' selected' : '';
    return html`<option value="${count}"!${selected}>${instalmentsText(charge.amount, count, context)}</option>`;
  });
  const fault = faultText(context, faults, 'instalments');
  return html`<div class="field"><label for="instalments">${texts.instalments}</label>
<div class="box choose"><select id="instalments" name="instalments" aria-describedby="instalments-hint instalments-error"!${fault ? ' aria-invalid="true"' : ''}>!${options}</select></div>
<p class="hint" id="instalments-hint">${texts.instalments_hint}</p>
<p class="error" id="instalments-error">${fault}</p></div>`;
}

export function instalmentsText(amount: Money, count: number, { texts, locale }: PageContext): string {
  const each = formatMoney(instalmentOf(amount, count), locale);
  return fill(count === 1 ? texts.one_payment : texts.several_payments, { count, amount: each });
}

interface FieldSpec {
  label: string;
  /** Shown beside the label of a field that may stay empty. */
  optional: string | null;
  /** Written in this file: inserted into the tag unescaped. */
  attributes: string;
  value: string;
  hint: string | null;
  inside: string;
}

function renderField(id: CardField, spec: FieldSpec, fault: string, focused: boolean): string {
  const describedBy = spec.hint === null ? `${id}-error` : `${id}-hint ${id}-error`;
  const state = `${fault ? ' aria-invalid="true"' : ''}${focused ? ' autofocus' : ''}`;
  return html`<div class="field"><label for="${id}">${spec.label}!${spec.optional === null ? '' : html` <small>${spec.optional}</small>`}</label>
<div class="box"><input id="${id}" name="${id}"!${spec.optional === null ? ' required' : ''} !${spec.attributes} value="${spec.value}" aria-describedby="${describedBy}"!${state}>!${spec.inside}</div>
!${spec.hint === null ? '' : html`<p class="hint" id="${id}-hint">${spec.hint}</p>`}
<p class="error" id="${id}-error">${fault}</p></div>`;
}
