import type { AskedAttempt } from '../charges/payment-processor.ts';

/** Descriptions of a payment for a processor's panel, reports and statements. */

/**
 * A one-line description: the merchant's own words, its name, its order number and our reference, which is never cut.
 * An attempt without details keeps the description of the version that made it.
 */
export function describePayment(
  { description, details }: Pick<AskedAttempt, 'description' | 'details'>,
  maxLength: number,
): string | null {
  if (!details) return description && cut(description, maxLength);
  const { merchantName, orderNumber, reference } = details;
  const words = [description, merchantName, orderNumber && `order ${orderNumber}`].filter(Boolean);
  const beside = cut(words.join(' - '), maxLength - reference.length - ' - '.length).trim();
  return beside === '' ? reference : `${beside} - ${reference}`;
}

/** Cuts a statement descriptor to a processor's length; null: the rest would be refused. */
export function fitDescriptor(descriptor: string | null | undefined, maxLength: number): string | null {
  const fitted = descriptor?.slice(0, maxLength).trim() ?? '';
  return fitted.length >= 2 && /[A-Za-z]/.test(fitted) ? fitted : null;
}

/** Never cuts a surrogate pair in half. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
