import { groupNumber, numberLengths, onlyDigits } from '../../../payments/charges/cards/card-brands.ts';

/** A field's text and the caret's position in it. */
export interface Edit {
  text: string;
  caret: number;
}

/** Groups the digits of a card number and keeps the caret after the same digit. */
export function formatNumber(edit: Edit): Edit {
  const text = groupNumber(onlyDigits(edit.text).slice(0, numberLengths.max));
  return { text, caret: caretAfter(text, onlyDigits(edit.text.slice(0, edit.caret)).length) };
}

/**
 * Writes an expiry as MM/YY while it is typed. The slash appears once the month is complete, but never while deleting:
 * otherwise it could not be deleted.
 */
export function formatExpiry(edit: Edit, deleting: boolean): Edit {
  const slashAfterOne = /^\s*[1-9]\s*[/.-]/.test(edit.text);
  const typed = onlyDigits(edit.text);
  const atEnd = edit.caret >= edit.text.length;
  const padded = slashAfterOne || /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const month = padded.slice(0, 2);
  // Some browsers fill in all four digits of the year.
  const year = padded.slice(2, 4) === '20' && padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4);
  const text = month + (year || (month.length === 2 && !deleting) ? '/' : '') + year;
  if (atEnd) return { text, caret: text.length };
  const before = onlyDigits(edit.text.slice(0, edit.caret)).length + padded.length - typed.length;
  return { text, caret: caretAfter(text, before) };
}

function caretAfter(text: string, digits: number): number {
  let seen = 0;
  let position = 0;
  while (seen < digits && position < text.length) {
    if (/\d/.test(text[position] ?? '')) seen++;
    position++;
  }
  return position;
}
