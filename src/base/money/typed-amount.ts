import { notationLocale } from './notation-locale.ts';

/**
 * Reads an amount typed in the notation of a language, as a plain decimal; null: not an amount, or ambiguous. The
 * language separates groups from decimals; a mark that can only be the other one is read as such, so "10.50" works
 * everywhere. Three digits after one mark are thousands or decimals: language and currency must agree which. `decimals`
 * is the number of the currency's decimals.
 */
export function readTypedAmount(text: string, locale: string, decimals: number): string | null {
  const typed = bare(text);
  if (!/^\d[\d.,]*$/.test(typed) || typed.length > maxLength) return null;
  if (isAmbiguousAmount(typed, locale, decimals)) return null;
  return read(typed, locale);
}

/**
 * "50.000" in English with a currency with cents, or "10.125" in Spanish with one of three decimals: the person has to
 * clarify.
 */
export function isAmbiguousAmount(text: string, locale: string, decimals: number): boolean {
  const mark = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(bare(text))?.[1];
  if (mark === undefined) return false;
  const isDecimalHere = mark === decimalMarkOf(locale);
  return isDecimalHere !== decimals >= 3;
}

const bare = (text: string): string => text.replace(/[\s\u00a0\u202f'’$]/g, '');

function read(typed: string, locale: string): string | null {
  const decimalMark = decimalMarkOf(locale);
  const groupMark = decimalMark === ',' ? '.' : ',';
  for (const [group, mark] of [
    [groupMark, decimalMark],
    [decimalMark, groupMark],
  ] as const) {
    const [whole = '', decimals, ...more] = typed.split(mark);
    if (more.length > 0 || decimals === '' || decimals?.includes(group)) continue;
    const groups = whole.split(group);
    const areGroups =
      groups.slice(1).every((part) => part.length === 3) && /^[1-9]\d{0,2}$/.test(groups[0] ?? '');
    if (groups.length > 1 && !areGroups) continue;
    return decimals === undefined ? groups.join('') : `${groups.join('')}.${decimals}`;
  }
  return null;
}

const maxLength = 30;

/** The mark before the decimals in a locale. */
export function decimalMarkOf(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(notationLocale(locale)).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
