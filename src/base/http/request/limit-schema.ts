import { Type } from 'typebox';
import { defaultPageSize, maxPageSize } from './list-values.ts';

/** How many rows a page has. A query value is text on the wire; the description says that it is a number. */
export const limitSchema = Type.Optional(
  Type.String({
    expected: 'given once',
    description: `How many at most; ${defaultPageSize} if absent`,
    'x-as': { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
  }),
);
