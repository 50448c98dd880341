import type { FieldFault } from '../../../base/ground/errors.ts';
import { brandOf, numberLengths, passesLuhn } from './card-brands.ts';

/** Separators that people write between the groups of a number: blanks of any width, dashes, dots, a slash. */
const separators = '[ \\u00a0\\u2000-\\u2015\\u202f\\u3000./-]';
/** Almost no text has this many digits, and this check takes a tenth of the time. */
const enoughDigits = new RegExp(`\\d(?:${separators}{0,3}\\d){12}`);
/** Groups of digits; groups further apart than " - " are not one number. */
const runs = new RegExp(`\\d+(?:${separators}{1,3}\\d+)*`, 'g');
const gap = new RegExp(`${separators}+`);
/** Shorter numbers are phone numbers far more often than cards; no brand but Maestro has them, and hardly any more. */
const minLength = 13;

const fault =
  'holds what looks like a card number (13 to 19 digits of a card brand, with a valid check digit); card numbers may be typed on the payment page only';

/**
 * The fields whose text holds a card number, of those that are `sound`. Such a text must not be stored, shown or passed
 * on outside the payment itself.
 */
export function cardNumberFaults(
  fields: Readonly<Record<string, string | undefined>>,
  sound: (field: string) => boolean,
): FieldFault[] {
  return Object.entries(fields)
    .filter(([field, text]) => text !== undefined && sound(field) && looksLikeCardNumber(text))
    .map(([field]) => ({ field, message: fault }));
}

/** Names metadata values by their keys; a key that is a card number itself is not repeated. */
export function metadataFaults(metadata: Readonly<Record<string, string>>): FieldFault[] {
  const names = Object.keys(metadata);
  const numbers = names.filter(looksLikeCardNumber);
  const values = names.filter((name) => !numbers.includes(name) && looksLikeCardNumber(metadata[name] ?? ''));
  const fields = [...(numbers.length > 0 ? ['metadata'] : []), ...values.map((name) => `metadata.${name}`)];
  return fields.map((field) => ({ field, message: fault }));
}

/**
 * Digits in one piece, or in pieces with little between them, that some brand could have issued. Digits with letters on
 * both sides are part of a longer name, such as a hexadecimal hash.
 */
export function looksLikeCardNumber(text: string): boolean {
  if (!enoughDigits.test(text)) return false;
  for (const { 0: run, index } of text.matchAll(runs)) {
    const letter = /[\p{L}_]/u;
    const isInside = letter.test(text[index - 1] ?? '') && letter.test(text[index + run.length] ?? '');
    if (!isInside && holdsNumber(run.split(gap))) return true;
  }
  return false;
}

/** Whether some consecutive pieces form a card number. */
function holdsNumber(pieces: string[]): boolean {
  return pieces.some((_, start) => {
    let digits = '';
    for (const piece of pieces.slice(start, start + numberLengths.max)) {
      digits += piece;
      if (digits.length > numberLengths.max) return false;
      if (digits.length >= minLength && isCardNumber(digits)) return true;
    }
    return false;
  });
}

function isCardNumber(digits: string): boolean {
  return (brandOf(digits)?.lengths.includes(digits.length) ?? false) && passesLuhn(digits);
}
