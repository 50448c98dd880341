/** The text on a customer's card statement, beside or after that of the processor's account. */

const maxLength = 22;
/** The characters that all processors accept: some strip accents and others refuse them. */
const allowed = /^[A-Za-z0-9 .,&/_+#()!?:;=@%$^~|{}[\]`-]+$/;

/** Why a processor would refuse the text, or null. */
export function statementDescriptorFault(text: string): string | null {
  if (text.length < 2 || text.length > maxLength) return `must have 2 to ${maxLength} characters`;
  if (!allowed.test(text)) {
    return 'may have Latin letters without accents, digits, spaces and punctuation other than < > \\ \' " *';
  }
  if (text.trim() !== text) return 'may not begin or end with a space';
  return /[A-Za-z]/.test(text) ? null : 'must have at least one letter';
}
