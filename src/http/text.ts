import { Type } from 'typebox';

/**
 * A character that fits a column and a page: neither a control character nor half of a surrogate
 * pair. PostgreSQL can store neither NUL nor such a half.
 */
export const cleanCharacter = '[^\\p{Cc}\\p{Cs}]';

export function text(
  maxLength: number,
  expected = `text of at most ${maxLength} characters, without control characters`,
) {
  return Type.String({ maxLength, pattern: `^${cleanCharacter}*$`, expected });
}
