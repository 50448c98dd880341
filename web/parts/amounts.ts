/** Numbers as people type them. */

function pointOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.1);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Writes the decimal separator of the language; the server expects a point. */
export function asTyped(amount: string, language: string): string {
  return amount.replace('.', pointOf(language));
}

/**
 * Accepts comma or point, and at most the currency's decimals: 1.000 meant as a thousand is not read as one. Three decimals
 * look like thousands, so they are accepted only after the language's own decimal separator.
 */
export function amountPattern(left: string, language: string): string {
  const decimals = left.split('.')[1]?.length ?? 0;
  if (decimals === 0) return '[0-9]+';
  if (decimals < 3) return `[0-9]+([.,][0-9]{1,${decimals}})?`;
  const more = decimals > 3 ? `|[.,][0-9]{4,${decimals}}` : '';
  return `[0-9]+([.,][0-9]{1,2}|[${pointOf(language)}][0-9]{3}${more})?`;
}

/** Fees are stored in basis points and typed in percent. */
export function typedPercent(basisPoints: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }).format(
    basisPoints / 100,
  );
}

/** An input's `pattern`; accepts comma and point. */
export const percentPattern = String.raw`\d{1,3}([.,]\d{1,2})?`;

export function readPercent(typed: string): number {
  const [whole = '', decimals = ''] = typed.trim().split(/[.,]/);
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The inverse of `asTyped`. */
export function readDecimal(typed: string): string {
  return typed.trim().replace(',', '.');
}
