import { isId } from '../../db/ids.ts';
import type { FieldFault } from '../../ground/errors.ts';

/** Parsers of list parameters: they return the value, or null for one that is not as expected. */

export const defaultPageSize = 50;
export const maxPageSize = 200;
export const pageSizeExpected = `a whole number from 1 to ${maxPageSize}`;

export const timeExpected = 'a date or time in ISO 8601, e.g. 2026-01-31T00:00:00Z';

export function readTime(text: string): Date | null {
  const day = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text)?.[1];
  const time = new Date(text);
  if (day === undefined || Number.isNaN(time.getTime())) return null;
  // Date reads 31 February as 3 March.
  if (!new Date(day).toISOString().startsWith(day)) return null;
  // PostgreSQL has no year 0, and does not read a year of five digits as Date writes it.
  return /^(?!0000)\d{4}-/.test(time.toISOString()) ? time : null;
}

export function readId(text: string): string | null {
  const id = text.toLowerCase();
  return isId(id) ? id : null;
}

export function readPageSize(text: string): number | null {
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= maxPageSize ? size : null;
}

/** A misspelt filter that is ignored would return everything, as if everything matched. */
export function unknownFilters(query: object, schema: { properties: object }): FieldFault[] {
  const known = Object.keys(schema.properties);
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `is no filter; there are ${known.join(', ')}` }));
}
