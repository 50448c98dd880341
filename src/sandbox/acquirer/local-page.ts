import { html } from 'ghtml';
import { methods } from '../../accounts/methods/methods.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Language } from '../../base/money/language.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { formatMoney } from '../../base/money/written.ts';
import type { CheckoutTexts } from '../../base/texts/checkout/en.ts';
import { page } from './challenge-page.ts';
import type { LocalPayment } from './local-payments.ts';

type BankTexts = CheckoutTexts['bank'];

/** A bank's page, or a counter at which cash and transfers can also come late or as another amount. */
export function localPage(language: Language, texts: BankTexts, payment: LocalPayment): string {
  const { amountMinor, currency, description, status, method, returnUrl } = payment;
  const { name, way } = methods[method];
  const title = texts.pageTitle.replace('{method}', name ?? method);
  if (amountMinor === null || currency === null) return page(language, texts, texts.unknownTitle, '');
  const amount = formatMoney({ amountMinor, currency }, language);
  const atCounter = way === 'instructions';
  const isOpen = status === 'waiting' || status === 'pending';
  const mayPay = isOpen || (atCounter && (status === 'expired' || status === 'canceled'));
  return page(
    language,
    texts,
    title,
    html`<p>${texts.pageExplanation}</p>
<dl>
<dt>${texts.amount}</dt><dd>${amount}</dd>
<dt>${texts.state}</dt><dd>${texts[`state_${status}`]}</dd>
!${description ? html`<dt>${texts.concept}</dt><dd>${description}</dd>` : ''}
</dl>
!${mayPay ? button('pay', 'approve', texts.payExactly.replace('{amount}', amount)) : ''}
!${mayPay && atCounter ? otherAmount(texts, formatDecimal(amountMinor, exponentOf(currency))) : ''}
!${status === 'waiting' ? button('delay', 'fail', texts.bankDelays) : ''}
!${isOpen ? button('refuse', 'fail', texts.refusePayment) : ''}
!${returnUrl === null ? '' : html`<p><a href="${returnUrl}">${texts.goBack}</a></p>`}`,
  );
}

function button(decision: 'pay' | 'delay' | 'refuse', look: 'approve' | 'fail', text: string): string {
  return html`<form method="post"><button class="${look}" name="decision" value="${decision}">${text}</button></form>`;
}

function otherAmount(texts: BankTexts, decimal: string): string {
  return html`<form method="post"><label>${texts.otherAmount} <input name="amount" value="${decimal}" inputmode="decimal" maxlength="20"></label>
<button class="fail" name="decision" value="pay">${texts.payOther}</button></form>`;
}
