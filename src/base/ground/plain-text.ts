/**
 * The characters forbidden in visible text, as the inside of a character class: control characters, halves of surrogate
 * pairs (PostgreSQL stores neither these nor NUL), line and paragraph separators, and the characters with the Unicode
 * property Bidi_Control, which invisibly make "100" read as "001". Arabic and Hebrew letters carry their direction
 * themselves. Joiners are allowed: emoji and Indic scripts need them. Listed one by one, because code generators for
 * other languages do not know the property.
 */
export const unplain =
  '\\p{Cc}\\p{Cs}\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069';

const unplainCharacter = new RegExp(`[${unplain}]`, 'u');

export function isPlainText(text: string): boolean {
  return !unplainCharacter.test(text);
}

/** The expectation that a refusal states. */
export const plainly = 'without control characters and marks of direction';
