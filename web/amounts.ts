/** With the comma or the point of the language; the server takes the point. */
export function asTyped(amount: string, language: string): string {
  const point = new Intl.NumberFormat(language).formatToParts(0.1).find(({ type }) => type === 'decimal');
  return amount.replace('.', point?.value ?? '.');
}

/** Either of them, and no more decimals than the currency has: a thousand written as 1.000 is not taken for one. */
export function amountPattern(left: string): string {
  const decimals = left.split('.')[1]?.length ?? 0;
  return decimals === 0 ? '[0-9]+' : `[0-9]+([.,][0-9]{1,${decimals}})?`;
}
