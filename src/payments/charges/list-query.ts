import { type Static, Type } from 'typebox';
import { tokenLifetimeSeconds } from '../../accounts/merchants/sessions/session-token.ts';
import { firstIdAt } from '../../base/db/ids.ts';
import type { FieldFault } from '../../base/ground/errors.ts';
import { limitSchema } from '../../base/http/request/limit-schema.ts';
import {
  defaultPageSize,
  pageSizeExpected,
  readId,
  readPageSize,
  readTime,
  timeExpected,
  unknownFilters,
} from '../../base/http/request/list-values.ts';
import { searchText } from '../../base/http/request/text.ts';
import { chargeStatuses } from './charge.ts';
import type { ChargeFilter } from './list-store.ts';

/**
 * How far the clocks of two processes may differ: the one that issued the session, and the one that made the charge.
 */
const clockSkewMs = 60_000;

const one = { expected: 'given once' };

/** Query values are text; numbers and dates are parsed here, so that all faults have the same form. */
export const listQuerySchema = Type.Object({
  status: Type.Optional(Type.Enum([...chargeStatuses], { expected: `one of ${chargeStatuses.join(', ')}` })),
  customer_id: Type.Optional(searchText(200)),
  order_number: Type.Optional(searchText(200)),
  email: Type.Optional(searchText(254)),
  transaction_hash: Type.Optional(
    Type.String({
      ...one,
      description: 'The hash of a transfer that paid a crypto charge, in its network’s notation',
    }),
  ),
  card_last4: Type.Optional(
    Type.String({ ...one, description: 'The last four digits of a card that was used, approved or not' }),
  ),
  reference: Type.Optional(Type.String({ ...one, description: 'One transaction by its reference' })),
  created_from: Type.Optional(Type.String({ ...one, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ ...one, description: 'ISO 8601, exclusive' })),
  cursor: Type.Optional(Type.String({ ...one, description: 'next_cursor of the page before' })),
  limit: limitSchema,
});
type ListQuery = Static<typeof listQuerySchema>;

/** Like a charge request: fields that the schema refused are not checked again, all others are. */
export function readListQuery(
  query: ListQuery,
  schemaFaults: FieldFault[],
): { filter: ChargeFilter; limit: number } | { faults: FieldFault[] } {
  const faults = [...schemaFaults, ...unknownFilters(query, listQuerySchema)];
  const filter: ChargeFilter = {};

  function read<T>(
    field: keyof ListQuery,
    expected: string,
    understand: (value: string) => T | null,
  ): T | undefined {
    const value = query[field];
    if (value === undefined || schemaFaults.some((fault) => fault.field === field)) return undefined;
    const understood = understand(value);
    if (understood === null) faults.push({ field, message: `must be ${expected}` });
    return understood ?? undefined;
  }

  if (query.status !== undefined) filter.status = query.status;
  if (query.customer_id !== undefined) filter.customerId = query.customer_id;
  if (query.order_number !== undefined) filter.orderNumber = query.order_number;
  if (query.email !== undefined) filter.email = query.email;
  const transactionHash = read('transaction_hash', '64 hex digits, with or without 0x', readHash);
  if (transactionHash) filter.transactionHash = transactionHash;
  const cardLast4 = read('card_last4', 'four digits', (digits) => (/^\d{4}$/.test(digits) ? digits : null));
  if (cardLast4) filter.cardLast4 = cardLast4;
  const id = read('reference', 'a reference as given at creation', readId);
  if (id) filter.id = id;
  const from = read('created_from', timeExpected, readTime);
  const to = read('created_to', timeExpected, readTime);
  Object.assign(filter, madeBetween(from ?? null, to ?? null));
  const afterId = read('cursor', 'the next_cursor of an earlier page', readId);
  if (afterId) filter.afterId = afterId;
  const limit = read('limit', pageSizeExpected, readPageSize);
  return faults.length > 0 ? { faults } : { filter, limit: limit ?? defaultPageSize };
}

/** Filters charges created in this period, with the id bounds that follow from it. */
export function madeBetween(
  from: Date | null,
  to: Date | null,
): Pick<ChargeFilter, 'createdFrom' | 'createdTo' | 'idFrom' | 'idTo'> {
  return {
    ...(from && {
      createdFrom: from,
      // A charge has the id of its session, which may be older by the token's lifetime.
      idFrom: firstIdAt(new Date(from.getTime() - tokenLifetimeSeconds * 1000 - clockSkewMs)),
    }),
    ...(to && { createdTo: to, idTo: firstIdAt(new Date(to.getTime() + clockSkewMs)) }),
  };
}

/** Ethereum writes 0x before it, Tron does not. */
function readHash(typed: string): string | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(typed)?.[1];
  return digits === undefined ? null : `0x${digits.toLowerCase()}`;
}
