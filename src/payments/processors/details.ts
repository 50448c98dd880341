import type { AskedAttempt } from '../charges/card-processor.ts';

/** What is told of a payment to whoever reads a processor's panel, report or statement. */

/**
 * In one line: the merchant's own words, its name, its order number and our reference, which is never cut. An attempt without details
 * is described as it was by the version that made it.
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

/** As much of a statement descriptor as a processor has room for; null: what is left of it would be refused. */
export function fitDescriptor(descriptor: string | null | undefined, maxLength: number): string | null {
  const fitted = descriptor?.slice(0, maxLength).trim() ?? '';
  return fitted.length >= 2 && /[A-Za-z]/.test(fitted) ? fitted : null;
}

/** No half of a character stands at its end. */
function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
