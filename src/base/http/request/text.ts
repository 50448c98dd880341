import { Type } from 'typebox';
import { plainly, unplain } from '../../ground/plain-text.ts';

/** A character that is safe in a column and on a page. */
export const plainCharacter = `[^${unplain}]`;

/** A visible text. */
export function text(maxLength: number, expected = `text of at most ${maxLength} characters, ${plainly}`) {
  return Type.String({ maxLength, pattern: `^${plainCharacter}*$`, expected });
}

/** A text to search for. It may match one that was stored before marks of direction were refused. */
export function searchText(maxLength: number) {
  return Type.String({
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    expected: `text of at most ${maxLength} characters, without control characters`,
  });
}
