import { type Static, Type } from 'typebox';
import { firstIdAt, isId } from '../db/ids.ts';
import type { FieldFault } from '../errors.ts';
import { tokenLifetimeSeconds } from '../merchants/session-token.ts';
import { chargeStatuses } from './charge.ts';
import type { ChargeFilter } from './store.ts';

const defaultPageSize = 50;
const maxPageSize = 200;

/** Query values are text; numbers and dates are read here, so that every fault reads alike. */
export const listQuerySchema = Type.Object({
  status: Type.Optional(Type.Enum([...chargeStatuses], { expected: `one of ${chargeStatuses.join(', ')}` })),
  customer_id: Type.Optional(Type.String({ maxLength: 200, expected: 'text of at most 200 characters' })),
  reference: Type.Optional(Type.String({ description: 'One transaction by its reference' })),
  created_from: Type.Optional(Type.String({ description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ description: 'ISO 8601, exclusive' })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before' })),
  limit: Type.Optional(Type.String({ description: `1 to ${maxPageSize}; ${defaultPageSize} if absent` })),
});

export function readListQuery(
  query: Static<typeof listQuerySchema>,
): { filter: ChargeFilter; limit: number } | { faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const filter: ChargeFilter = {};
  if (query.status) filter.status = query.status;
  if (query.customer_id) filter.customerId = query.customer_id;
  if (query.reference !== undefined) {
    if (isId(query.reference)) filter.id = query.reference;
    else faults.push({ field: 'reference', message: 'must be a reference as given at creation' });
  }
  const from = readDate('created_from', query.created_from, faults);
  const to = readDate('created_to', query.created_to, faults);
  if (from) {
    filter.createdFrom = from;
    // A charge has the id of its session, which may be as much older as the token lives.
    filter.idFrom = firstIdAt(new Date(from.getTime() - (tokenLifetimeSeconds + 1) * 1000));
  }
  if (to) {
    filter.createdTo = to;
    filter.idTo = firstIdAt(to);
  }
  if (query.cursor !== undefined) {
    if (isId(query.cursor)) filter.afterId = query.cursor;
    else faults.push({ field: 'cursor', message: 'must be the next_cursor of an earlier page' });
  }
  const limit = query.limit === undefined ? defaultPageSize : Number(query.limit);
  if (!/^\d{1,3}$/.test(query.limit ?? '1') || limit < 1 || limit > maxPageSize) {
    faults.push({ field: 'limit', message: `must be a whole number from 1 to ${maxPageSize}` });
  }
  return faults.length > 0 ? { faults } : { filter, limit };
}

function readDate(field: string, text: string | undefined, faults: FieldFault[]): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(date.getTime()))
    return date;
  faults.push({ field, message: 'must be a date or time in ISO 8601, e.g. 2026-01-31T00:00:00Z' });
  return null;
}
