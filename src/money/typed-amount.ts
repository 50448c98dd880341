/**
 * An amount as somebody typed it, in the manner of their language, as a plain decimal; null: it is none. Groups are told from
 * decimals by the language; a mark that can only be the other's is taken for what it is, so that "10.50" is read everywhere.
 */
export function readTypedAmount(text: string, locale: string): string | null {
  const typed = text.replace(/[\s\u00a0\u202f'’$]/g, '');
  if (!/^\d[\d.,]*$/.test(typed) || typed.length > maxLength) return null;
  const decimalMark = decimalMarkOf(locale);
  const groupMark = decimalMark === ',' ? '.' : ',';
  for (const [group, mark] of [
    [groupMark, decimalMark],
    [decimalMark, groupMark],
  ] as const) {
    const [whole = '', decimals, ...more] = typed.split(mark);
    if (more.length > 0 || decimals === '' || decimals?.includes(group)) continue;
    const groups = whole.split(group);
    const areGroups = groups.slice(1).every((part) => part.length === 3) && (groups[0]?.length ?? 0) <= 3;
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
