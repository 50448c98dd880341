import { html } from 'ghtml';
import type { Language } from '../../base/money/language.ts';
import { formatMoney } from '../../base/money/written.ts';
import type { CheckoutTexts } from '../../base/texts/checkout/en.ts';
import type { Payment } from './payments.ts';

type BankTexts = CheckoutTexts['bank'];

export const css = `
:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; color: #1f2430; background: #eef1f5 }
* { box-sizing: border-box }
body { margin: 0; padding: 1.5rem 1rem }
main { max-width: 26rem; margin: 0 auto; background: #fff; border-radius: .75rem; padding: 1.5rem; box-shadow: 0 1px 4px #1f243026 }
.bank { margin: 0 0 1rem; padding-bottom: 1rem; border-bottom: 1px solid #d5dae2; font-weight: 600; color: #7a3e00 }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25 }
p { margin: 0 0 1rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem }
dt { color: #525a69 }
dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere }
form { display: grid; gap: .75rem; margin-bottom: .75rem }
input { width: 100%; min-height: 3rem; padding: .5rem; border: 1px solid #525a69; border-radius: .5rem; font: inherit }
button { min-height: 3rem; padding: .5rem 1rem; border: 2px solid #1d4f91; border-radius: .5rem; font: inherit; font-weight: 600; cursor: pointer }
.approve { background: #1d4f91; color: #fff }
.fail { background: #fff; color: #1d4f91 }
button:focus-visible { outline: 3px solid #e08a00; outline-offset: 2px }
`;

export function challengePage(language: Language, texts: BankTexts, payment: Payment): string {
  const { amountMinor, currency, cardLast4, description } = payment;
  if (amountMinor === null || currency === null) throw new Error(`payment ${payment.id} has no amount`);
  return page(
    language,
    texts,
    texts.title,
    html`<p>${texts.explanation}</p>
<dl>
<dt>${texts.amount}</dt><dd>${formatMoney({ amountMinor, currency }, language)}</dd>
<dt>${texts.card}</dt><dd>•••• ${cardLast4 ?? ''}</dd>
!${description ? html`<dt>${texts.concept}</dt><dd>${description}</dd>` : ''}
</dl>
<form method="post">
<button class="approve" name="decision" value="approve">${texts.approve}</button>
<button class="fail" name="decision" value="fail">${texts.fail}</button>
</form>`,
  );
}

export function unknownPaymentPage(language: Language, texts: BankTexts): string {
  return page(language, texts, texts.unknownTitle, html`<p>${texts.unknownExplanation}</p>`);
}

/** The style is inline and allowed by its hash in the CSP: one request, no nonce. */
export function page(language: Language, texts: BankTexts, title: string, content: string): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} · ${texts.bank}</title>
<style>!${css}</style>
</head>
<body>
<main>
<p class="bank">${texts.bank}</p>
<h1>${title}</h1>
!${content}
</main>
</body>
</html>`;
}
