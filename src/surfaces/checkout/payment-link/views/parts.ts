import { html } from 'ghtml';
import { exponentOf } from '../../../../base/money/currency.ts';
import { formatDecimal } from '../../../../base/money/money.ts';
import { decimalMarkOf } from '../../../../base/money/typed-amount.ts';
import { formatMoney } from '../../../../base/money/written.ts';
import { fill } from '../../texts/fill.ts';
import type { PageContext } from '../../views/context.ts';
import type { PaymentLinkCheckout } from '../payment-link-checkout.ts';

/** What the page of an invoice says about parts: how much is paid, and how much this customer may pay. */

function writer({ link }: PaymentLinkCheckout, { locale }: PageContext): (amountMinor: bigint) => string {
  return (amountMinor) => formatMoney({ amountMinor, currency: link.currency }, locale);
}

/** What is free; all that is left while others are paying all of it. */
function payableMinor({ parts }: PaymentLinkCheckout): bigint {
  if (!parts) return 0n;
  return parts.freeMinor > 0n ? parts.freeMinor : parts.leftMinor;
}

/** How much is paid, as a bar and in words. */
export function partNotes(checkout: PaymentLinkCheckout, context: PageContext): string {
  const { link, parts } = checkout;
  if (!parts || parts.paidMinor === 0n) return '';
  const { texts } = context;
  const write = writer(checkout, context);
  const totalMinor = link.amountMinor ?? 0n;
  const text = fill(texts.link_part_paid, { paid: write(parts.paidMinor), total: write(totalMinor) });
  // In thousandths, so that a number is exact enough.
  const thousandths = Math.min(1000, Number((parts.paidMinor * 1000n) / totalMinor));
  return html`<p class="paid">${text}</p><progress max="1000" value="${thousandths}" aria-label="${text}"></progress>`;
}

/** The last rows of the invoice's table. */
export function partRows(checkout: PaymentLinkCheckout, context: PageContext): string {
  const { parts } = checkout;
  if (!parts || parts.paidMinor === 0n) return '';
  const write = writer(checkout, context);
  const row = (name: string, amountMinor: bigint) =>
    html`<tr><td>${name}</td><td class="number">${write(amountMinor)}</td></tr>`;
  return (
    row(context.texts.link_part_paid_label, parts.paidMinor) +
    row(context.texts.link_part_left, parts.leftMinor)
  );
}

export function partHint(checkout: PaymentLinkCheckout, context: PageContext): string | null {
  const { parts } = checkout;
  if (!parts) return null;
  const { texts } = context;
  const write = writer(checkout, context);
  const bounds = fill(texts.link_part_hint, {
    min: write(parts.smallestMinor),
    max: write(payableMinor(checkout)),
  });
  const held = parts.heldMinor > 0n ? ` ${fill(texts.link_part_held, { held: write(parts.heldMinor) })}` : '';
  return bounds + held;
}

/** The field says at first what is left, as this language writes it. */
export function partPreset(checkout: PaymentLinkCheckout, { locale }: PageContext): string {
  if (!checkout.parts) return '';
  const decimal = formatDecimal(payableMinor(checkout), exponentOf(checkout.link.currency));
  return decimal.replace(/\.0+$/, '').replace('.', decimalMarkOf(locale));
}

/** The amounts that faults name. */
export function partFaultValues(checkout: PaymentLinkCheckout, context: PageContext): Record<string, string> {
  const { parts } = checkout;
  if (!parts) return {};
  const write = writer(checkout, context);
  const freeMinor = payableMinor(checkout);
  return {
    min: write(parts.smallestMinor),
    max: write(parts.leftMinor),
    free: write(freeMinor),
    most: write(freeMinor - parts.smallestMinor),
  };
}
