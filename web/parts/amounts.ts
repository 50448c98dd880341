/** Numbers as people type them. */

function pointOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.1);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** With the comma or the point of the language; the server takes the point. */
export function asTyped(amount: string, language: string): string {
  return amount.replace('.', pointOf(language));
}

/**
 * Either of them, and no more decimals than the currency has: a thousand written as 1.000 is not taken for one. Three decimals
 * look like a thousand: they are taken only after the point of the language.
 */
export function amountPattern(left: string, language: string): string {
  const decimals = left.split('.')[1]?.length ?? 0;
  if (decimals === 0) return '[0-9]+';
  if (decimals < 3) return `[0-9]+([.,][0-9]{1,${decimals}})?`;
  const more = decimals > 3 ? `|[.,][0-9]{4,${decimals}}` : '';
  return `[0-9]+([.,][0-9]{1,2}|[${pointOf(language)}][0-9]{3}${more})?`;
}

/** Fees are kept in hundredths of a percent, and typed in percent as the language writes it. */
export function typedPercent(basisPoints: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }).format(
    basisPoints / 100,
  );
}

/** As an input's pattern, for both points that there are. */
export const percentPattern = String.raw`\d{1,3}([.,]\d{1,2})?`;

export function readPercent(typed: string): number {
  const [whole = '', decimals = ''] = typed.trim().split(/[.,]/);
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The decimal of what `asTyped` wrote. */
export function readDecimal(typed: string): string {
  return typed.trim().replace(',', '.');
}
