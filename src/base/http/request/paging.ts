import { Type } from 'typebox';
import { validationFailed } from '../../ground/errors.ts';
import { defaultPageSize, readId } from './list-values.ts';

/** Lists that continue after a row: their parameters, and the start of the next page. */

/** For a list that continues after an id. */
export const cursorSchema = Type.Optional(
  Type.String({ maxLength: 40, description: 'next_cursor of the page before' }),
);

/** The id after which a page begins; null: the first page. */
export function readCursor(text: string | undefined): string | null {
  if (text === undefined) return null;
  const id = readId(text);
  if (id !== null) return id;
  throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
}

/** One row more than a page holds shows whether there is a next page. */
export const pageLimit = defaultPageSize + 1;

/** Cuts the found rows, at most `pageLimit`, to one page. */
export function cutPage<Row>(
  found: readonly Row[],
  cursorOf: (row: Row) => string,
): { page: Row[]; next_cursor: string | null } {
  const page = found.slice(0, defaultPageSize);
  const last = page.at(-1);
  return { page, next_cursor: found.length > page.length && last !== undefined ? cursorOf(last) : null };
}
