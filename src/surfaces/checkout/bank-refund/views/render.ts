import { html } from 'ghtml';
import type { BankField } from '../../../../payments/charges/refunds/bank/bank-refund.ts';
import { documentOf } from '../../payer-document.ts';
import { fill } from '../../texts/fill.ts';
import type { TextKey } from '../../texts/texts.ts';
import type { PageContext } from '../../views/context.ts';
import { icons } from '../../views/icons.ts';
import { renderPage } from '../../views/page.ts';
import type { PageData } from '../../views/page-data.ts';
import { amountWithCode, renderSummary } from '../../views/summary.ts';
import type { BankCheckout } from '../bank-checkout.ts';
import type { accountKinds, BankFaults, BankForm } from '../bank-input.ts';

interface FormView {
  kind: 'form';
  fields: readonly BankField[];
  kinds: readonly (typeof accountKinds)[number][];
  /** The country's other way to name an account was chosen. */
  isOther: boolean;
  hasOther: boolean;
  values: BankForm;
  faults: BankFaults;
}

export type BankView = FormView | { kind: 'asked' | 'given' | 'paid' | 'withdrawn' };

/** The page of a refund to a bank account in its current state. */
export function renderBankCheckout(
  checkout: BankCheckout,
  context: PageContext,
  token: string,
  view: BankView,
): string {
  const { texts } = context;
  const path = `/bank-refund/${token}`;
  const words = { merchant: checkout.merchantName, account: checkout.bank.detailsHint ?? '' };
  const title =
    view.kind === 'form'
      ? texts.bank_heading
      : texts[`bank_${view.kind === 'asked' ? 'given' : view.kind}_title`];
  const panel =
    view.kind === 'form' ? form(checkout, context, path, view) : outcome(checkout, context, path, view);
  const data: PageData = {
    view: view.kind,
    version: view.kind,
    isForm: view.kind === 'form',
    pace: null,
    path,
    secondsLeft: 0,
    forward: null,
    texts: { link_sending: texts.bank_sending },
  };
  const summary = renderSummary(context, {
    partyLabel: 'bank_from',
    merchantName: checkout.merchantName,
    logoUrl: checkout.logoUrl,
    amountLabel: 'bank_amount',
    amount: amountWithCode(checkout.amount, context.locale),
    description: checkout.description,
    orderNumber: checkout.orderNumber,
  });
  return renderPage(context, {
    title: fill(title, words),
    main: html`<main class="sheet">!${summary}!${panel}</main>`,
    payee: checkout,
    path,
    testText: texts.test_mode_short,
    data,
    withoutScript: null,
  });
}

function form(checkout: BankCheckout, context: PageContext, path: string, view: FormView): string {
  const { texts } = context;
  const { merchantName: merchant } = checkout;
  const { fields, faults, isOther, hasOther } = view;
  const faulty = fields.filter((name) => faults[name] !== undefined);
  const notice =
    faulty.length === 0
      ? ''
      : html`<div class="notice bad" id="notice" role="alert"><b>${texts.summary_heading}</b><ul>!${faulty.map(
          (name) => html`<li><a href="#${name}">${faultText(context, faults, name)}</a></li>`,
        )}</ul></div>`;
  const other = hasOther
    ? html`<p class="small"><a href="${path}?change${isOther ? '' : '&by=account'}">${texts[isOther ? 'bank_by_pix' : 'bank_by_account']}</a></p>`
    : '';
  return html`<section class="panel">
<h1>${texts.bank_heading}</h1>
<p class="small">${fill(texts.bank_intro, { merchant })}</p>
!${notice}
<form method="post" action="${path}">
<input type="hidden" name="by" value="${isOther ? 'account' : ''}">
!${fields.map((name) => (name === 'account_kind' ? kindChoice(context, view) : input(checkout, context, view, name)))}
!${other}
<button class="pay" id="pay">!${icons.lock}<span>${fill(texts.bank_button, { merchant })}</span></button>
<p class="progress" id="progress" role="status"></p>
</form>
<p class="small">${texts.bank_safe}</p>
</section>`;
}

function faultText({ texts }: PageContext, faults: BankFaults, name: BankField): string {
  const fault = faults[name];
  return fault === undefined ? '' : texts[fault];
}

/** Written in this file: inserted into the tag unescaped. */
const attributes: Readonly<Record<BankField, string>> = {
  holder: 'autocomplete="name" autocapitalize="words" spellcheck="false" maxlength="100"',
  document: 'autocomplete="off" spellcheck="false" maxlength="40"',
  pix_key: 'autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100"',
  clabe: 'inputmode="numeric" autocomplete="off" maxlength="30"',
  cbu: 'inputmode="numeric" autocomplete="off" maxlength="40"',
  cci: 'inputmode="numeric" autocomplete="off" maxlength="40"',
  bank: 'autocomplete="off" autocapitalize="words" maxlength="60"',
  branch: 'inputmode="numeric" autocomplete="off" maxlength="10"',
  account_kind: '',
  account: 'autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"',
};

const hints: Readonly<Partial<Record<BankField, TextKey>>> = {
  holder: 'bank_holder_hint',
  document: 'bank_document_hint',
  pix_key: 'bank_pix_key_hint',
  clabe: 'bank_clabe_hint',
  cbu: 'bank_cbu_hint',
  cci: 'bank_cci_hint',
  account: 'bank_account_hint',
};

function input({ bank }: BankCheckout, context: PageContext, view: FormView, name: BankField): string {
  const { texts } = context;
  const { values, faults, fields } = view;
  const label = name === 'document' ? documentOf(bank.country).label : (`bank_${name}` as const);
  const fault = faultText(context, faults, name);
  const hint = hints[name];
  const first = fields.find((each) => faults[each] !== undefined);
  const describedBy = hint === undefined ? `${name}-error` : `${name}-hint ${name}-error`;
  const state = `${fault ? ' aria-invalid="true"' : ''}${name === first ? ' autofocus' : ''}`;
  return html`<div class="field"><label for="${name}">${texts[label]}</label>
<div class="box"><input id="${name}" name="${name}" required !${attributes[name]} value="${values[name] ?? ''}" aria-describedby="${describedBy}"!${state}></div>
!${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${texts[hint]}</p>`}
<p class="error" id="${name}-error">${fault}</p></div>`;
}

function kindChoice(context: PageContext, { kinds, values, faults }: FormView): string {
  const { texts } = context;
  const chosen = kinds.find((kind) => kind === values.account_kind) ?? kinds[0];
  const choices = kinds.map(
    (kind) =>
      html`<label class="choice"><input type="radio" name="account_kind" value="${kind}"!${kind === chosen ? ' checked' : ''} required><span><b>${texts[`bank_kind_${kind}`]}</b></span></label>`,
  );
  return html`<fieldset id="account_kind"><legend>${texts.bank_account_kind}</legend>!${choices}<p class="error">${faultText(context, faults, 'account_kind')}</p></fieldset>`;
}

const looks = {
  asked: { icon: 'clock', tone: 'calm' },
  given: { icon: 'clock', tone: 'calm' },
  paid: { icon: 'done', tone: 'good' },
  withdrawn: { icon: 'failed', tone: 'calm' },
} as const;

function outcome(
  { bank, merchantName: merchant }: BankCheckout,
  { texts }: PageContext,
  path: string,
  { kind }: Exclude<BankView, FormView>,
): string {
  const { icon, tone } = looks[kind];
  const state = kind === 'asked' ? 'given' : kind;
  const text = kind === 'paid' && bank.detailsHint === null ? 'bank_paid_elsewhere' : `bank_${state}_text`;
  const words = { merchant, account: bank.detailsHint ?? '' };
  return html`<section class="panel outcome ${tone}">
<div class="mark">!${icons[icon]}</div>
<h1>${fill(texts[`bank_${state}_title`], words)}</h1>
<p class="lead">${fill(texts[text as TextKey], words)}</p>
!${kind === 'paid' && bank.reference ? html`<p class="small">${texts.bank_reference}: ${bank.reference}</p>` : ''}
!${kind === 'given' ? html`<p class="small"><a href="${path}?change">${texts.bank_change}</a></p>` : ''}
</section>`;
}
