import { isMailAddress } from '../../../accounts/mail/address.ts';
import { isPlainText } from '../../../base/ground/plain-text.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { type Money, parseDecimal } from '../../../base/money/money.ts';
import { isAmbiguousAmount, readTypedAmount } from '../../../base/money/typed-amount.ts';
import type { Payer } from '../../../commerce/payment-links/pay-payment-link.ts';
import type { PaymentLinkCheckout, PaymentLinkFaults, PaymentLinkForm } from './payment-link-checkout.ts';

type Typed = Pick<Payer, 'quantity' | 'amount' | 'methodCode' | 'email' | 'name'>;

const maxNameCharacters = 100;

/** Parses the form of a payment link; returns every fault at once. */
export function readPaymentLinkForm(
  checkout: PaymentLinkCheckout,
  form: PaymentLinkForm,
  locale: string,
): { ok: true; typed: Typed } | { ok: false; faults: PaymentLinkFaults } {
  const { link, methods } = checkout;
  const faults: PaymentLinkFaults = {};
  const quantity = readQuantity(link, form.quantity);
  if (quantity === null) faults.quantity = 'link_quantity_wrong';
  const amount = readAmount(checkout, form.amount, locale);
  if (typeof amount === 'string') faults.amount = amount;
  // With only one method there is nothing to choose.
  const methodCode = methods.length === 1 ? methods[0] : methods.find((each) => each === form.method);
  if (!methodCode) faults.method = 'link_method_missing';
  const name = form.name.trim() || null;
  if (name !== null && (name.length > maxNameCharacters || !isPlainText(name)))
    faults.name = 'link_name_wrong';
  const email = link.invoice?.customerEmail ?? form.email.trim();
  if (email === '') faults.email = 'email_missing';
  else if (!isMailAddress(email)) faults.email = 'email_wrong';
  if (Object.keys(faults).length > 0 || typeof amount === 'string' || !methodCode || quantity === null)
    return { ok: false, faults };
  const total = { ...amount, amountMinor: amount.amountMinor * BigInt(quantity) };
  return {
    ok: true,
    typed: { quantity, amount: total, methodCode, email, name: link.invoice?.customerName ?? name },
  };
}

/** null: not one of the numbers that may be chosen. */
function readQuantity(
  { minQuantity, maxQuantity }: PaymentLinkCheckout['link'],
  text: string,
): number | null {
  if (minQuantity === null || maxQuantity === null) return 1;
  const typed = text.trim();
  const quantity = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  return quantity >= minQuantity && quantity <= maxQuantity ? quantity : null;
}

function readAmount(
  { link, parts }: PaymentLinkCheckout,
  text: string,
  locale: string,
): Money | NonNullable<PaymentLinkFaults['amount']> {
  const { amountMinor, minMinor, maxMinor, currency } = link;
  if (amountMinor !== null && !parts) return { amountMinor, currency };
  if (text.trim() === '') return 'link_amount_missing';
  const exponent = exponentOf(currency);
  if (isAmbiguousAmount(text, locale, exponent)) return 'link_amount_ambiguous';
  const decimal = readTypedAmount(text, locale, exponent);
  const typedMinor = decimal === null ? null : parseDecimal(decimal, exponent);
  if (typeof typedMinor !== 'bigint' || typedMinor <= 0n) return 'link_amount_wrong';
  if (parts) {
    const isPart = typedMinor >= parts.smallestMinor && typedMinor <= parts.leftMinor;
    return isPart ? { amountMinor: typedMinor, currency } : 'link_part_bounds';
  }
  const isWithin = typedMinor >= (minMinor ?? 1n) && (maxMinor === null || typedMinor <= maxMinor);
  return isWithin ? { amountMinor: typedMinor, currency } : 'link_amount_bounds';
}
