const plain = /^\d+(\.\d+)?$/;
/** Thousands in groups of three with dots or commas, and decimals with the other mark. */
const grouped = [/^\d{1,3}(\.\d{3})+(,\d{1,2})?$/, /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/];
const decimalComma = /^\d+,\d{1,2}$/;
/** One mark before three digits: a thousands separator to some, a decimal mark to others. */
const ambiguous = /^\d{1,3}[.,]\d{3}$/;

/**
 * Converts a typed amount to the API's notation: accepts "1.234,56", "1,234.56" and "25,50". An ambiguous amount is
 * refused, not guessed.
 */
export function readFileAmount(
  typed: string,
): { amount: string } | { kind: 'amount' | 'amount_ambiguous'; fault: string } {
  const text = typed
    .trim()
    .replace(/^(?:USD|US\$|\$)/i, '')
    .replace(/USD$/i, '')
    .trim();
  if (ambiguous.test(text)) {
    const digits = text.replace(/[.,]/, '');
    return {
      kind: 'amount_ambiguous',
      fault: `"${text}" can be read in two ways. Write ${digits}.00 if it is thousands, or two decimals if it is not`,
    };
  }
  if (plain.test(text)) return { amount: text };
  if (decimalComma.test(text)) return { amount: text.replace(',', '.') };
  for (const [at, shape] of grouped.entries()) {
    if (!shape.test(text)) continue;
    return {
      amount: at === 0 ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''),
    };
  }
  return { kind: 'amount', fault: 'must be an amount in USD, such as 25.50' };
}
