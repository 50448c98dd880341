/** Numbers as people type them. */

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
