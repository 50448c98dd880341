/**
 * An amount as somebody typed it, in the manner of their language, as a plain decimal; null: it is none, or can be read in two ways.
 * Groups are told from decimals by the language; a mark that can only be the other's is taken for what it is, so that "10.50" is
 * read everywhere. Three digits after one mark are thousands or decimals: language and currency must agree which. `decimals` is how
 * many the currency has.
 */
export function readTypedAmount(text: string, locale: string, decimals: number): string | null {
  const typed = bare(text);
  if (!/^\d[\d.,]*$/.test(typed) || typed.length > maxLength) return null;
  if (isAmbiguousAmount(typed, locale, decimals)) return null;
  return read(typed, locale);
}

/** "50.000" in English of a currency with cents, or "10.125" in Spanish of one with three decimals: to be asked back. */
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

function decimalMarkOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
