import { html } from 'ghtml';
import type { MethodCode } from '../../../accounts/methods/methods.ts';
import type { Checkout } from '../checkout.ts';
import type { PageContext } from './context.ts';
import { methodHint, methodName } from './method.ts';

/** The methods that can pay the charge, in the merchant's order. */
export function renderMethodChoice(
  { charge }: Checkout,
  context: PageContext,
  offered: readonly MethodCode[],
): string {
  const { texts } = context;
  const choices = offered.map(
    (method, at) =>
      html`<label class="choice"><input type="radio" name="method" value="${method}"!${at === 0 ? ' checked' : ''} required><span><b>${methodName(method, context)}</b><span>${methodHint(method, context)}</span></span></label>`,
  );
  return html`<section class="panel">
<form method="post" action="/pay/${charge.id}/method">
<fieldset><legend><h1>${texts.link_methods}</h1></legend>!${choices}</fieldset>
<button class="pay">${texts.link_button}</button>
</form>
<details class="fold cancel"><summary>${texts.cancel}</summary>
<form method="post" action="/pay/${charge.id}/cancel"><p>${texts.cancel_text}</p><button class="plain">${texts.cancel_confirm}</button></form>
</details>
</section>`;
}

/** Leads back to the choice: of the charge, or of the payment link that it was made under. */
export function renderOtherWay(
  { charge, linkToken }: Pick<Checkout, 'charge' | 'linkToken'>,
  context: PageContext,
): string {
  const { texts } = context;
  if (linkToken !== null) return renderPaymentLinkBack(linkToken, context);
  if (!charge.anyMethod || charge.status !== 'open' || charge.method === 'ALL') return '';
  return html`<form method="post" action="/pay/${charge.id}/method"><input type="hidden" name="method" value="ALL"><button class="plain">${texts.other_way}</button></form>`;
}

/** A payment link takes another way for as long as it is open, also after a charge of it ended unpaid. */
export function renderPaymentLinkBack(linkToken: string | null, { texts }: PageContext): string {
  return linkToken === null
    ? ''
    : html`<p class="other"><a href="/l/${linkToken}">${texts.other_way}</a></p>`;
}
