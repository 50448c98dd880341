import { Type } from 'typebox';
import { validationFailed } from '../../ground/errors.ts';
import { defaultPageSize, readId } from './list-values.ts';

/** Lists that go on after a row: what they are asked with, and where the next page begins. */

/** Of a list that goes on at an id. */
export const cursorSchema = Type.Optional(
  Type.String({ maxLength: 40, description: 'next_cursor of the page before' }),
);

/** The id after which a page begins; null: it is the first. */
export function readCursor(text: string | undefined): string | null {
  if (text === undefined) return null;
  const id = readId(text);
  if (id !== null) return id;
  throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
}

/** One row more than a page holds tells whether there is a next one. */
export const pageLimit = defaultPageSize + 1;

/** The rows of a page, of those that were found up to `pageLimit`. */
export function cutPage<Row>(
  found: readonly Row[],
  cursorOf: (row: Row) => string,
): { page: Row[]; next_cursor: string | null } {
  const page = found.slice(0, defaultPageSize);
  const last = page.at(-1);
  return { page, next_cursor: found.length > page.length && last !== undefined ? cursorOf(last) : null };
}
