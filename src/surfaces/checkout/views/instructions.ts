import { html } from 'ghtml';
import { formatMoney } from '../../../base/money/written.ts';
import type { PaymentInstructions } from '../../../payments/charges/payment-processor.ts';
import { addOutcome, type Checkout, webAddress } from '../checkout.ts';
import { fill } from '../texts/fill.ts';
import { renderBarcode } from './barcode.ts';
import { renderOtherWay } from './choose-method.ts';
import type { PageContext } from './context.ts';
import { methodName } from './method.ts';
import { renderQr } from './qr.ts';
import { renderReceipt, renderTime } from './receipt.ts';

/** What the customer needs in order to pay elsewhere: a code, an account or a voucher. It can be printed. */
export function renderInstructions(
  checkout: Checkout,
  context: PageContext,
  { expiresAt, details, qr, barcode, documentUrl }: PaymentInstructions,
): string {
  const { charge, attempt, merchantName } = checkout;
  const { texts, locale } = context;
  const method = methodName(attempt?.method ?? charge.method, context);
  const amount = formatMoney(charge.amount, locale);
  const back = addOutcome(charge.returnUrl, charge.id, 'pending');
  const url = documentUrl === null ? null : webAddress(documentUrl);
  return html`<section class="panel pay-by">
<h1>${fill(texts.instructions_title, { method })}</h1>
<p class="lead">${fill(texts.instructions_text, { amount })}</p>
<p class="notice warn">${texts.instructions_until} <b>!${renderTime(new Date(expiresAt), locale)}</b></p>
!${qr === null ? '' : html`<figure>!${renderQr(qr, texts.instructions_qr)}<figcaption>${texts.instructions_scan}</figcaption></figure>`}
!${barcode === null ? '' : html`<figure>!${renderBarcode(barcode, texts.instructions_barcode)}</figure>`}
<div class="send">
!${details.map(({ label, value }) => detail(texts[`label_${label}`], value, context))}
</div>
<form method="post" action="/pay/${charge.id}/look"><button class="pay">${texts.instructions_look}</button></form>
<p class="small">${texts.instructions_look_hint}</p>
<p class="waiting">${texts.waiting}</p>
<p class="links">!${url === null ? '' : html`<a href="${url.href}" target="_blank" rel="noopener noreferrer">${texts.instructions_document}</a>`}<button type="button" class="plain" id="print" hidden>${texts.instructions_print}</button></p>
!${renderReceipt([[texts.reference_label, html`<code>${charge.id}</code>`]])}
!${checkout.staysPayable ? besideFold(checkout, context, expiresAt) : startAgain(checkout, context)}
!${back === null ? '' : html`<p class="links"><a href="${back}">${fill(texts.back_to, { merchant: merchantName })}</a></p>`}
</section>`;
}

function startAgain(checkout: Checkout, context: PageContext): string {
  const { texts } = context;
  return html`<details class="fold cancel"><summary>${texts.instructions_other}</summary>
<form method="post" action="/pay/${checkout.charge.id}/other-card"><p>${texts.instructions_other_text}</p><button class="plain">${texts.instructions_other_confirm}</button></form>
</details>
!${renderOtherWay(checkout, context)}`;
}

/** Nobody can call the voucher back: another way is open all the same, behind a warning not to pay both. */
function besideFold(
  { charge, merchantName: merchant }: Checkout,
  context: PageContext,
  expiresAt: string,
): string {
  const { texts, locale } = context;
  const chooses = charge.anyMethod && charge.method !== 'ALL';
  return html`<details class="fold cancel"><summary>${chooses ? texts.other_way : texts.instructions_other}</summary>
<form method="post" action="/pay/${charge.id}/${chooses ? 'method' : 'other-card'}"><input type="hidden" name="beside" value="yes">!${chooses ? html`<input type="hidden" name="method" value="ALL">` : ''}
<p>${texts.beside_text} <b>!${renderTime(new Date(expiresAt), locale)}</b>. ${fill(texts.beside_warning, { merchant })}</p>
<button class="plain">${texts.beside_confirm}</button></form>
</details>`;
}

/** Long codes are cut on the screen and whole on paper; a button copies them. */
function detail(label: string, value: string, { texts }: PageContext): string {
  return html`<h2>${label}</h2>
<p class="value"><code class="given">${value}</code><button type="button" class="copy" data-copy="${value}" aria-label="${fill(texts.copy_label, { label })}" hidden>${texts.copy}</button></p>`;
}
