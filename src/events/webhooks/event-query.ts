import { type Static, Type } from 'typebox';
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
import { deliveryStatuses } from '../outbox/delivery.ts';
import { eventStatuses } from '../outbox/event.ts';
import type { EventFilter } from '../outbox/event-store.ts';

const deliveryStatusExpected = `one of ${deliveryStatuses.join(', ')}`;
const statusExpected = `one of ${eventStatuses.join(', ')}`;
const one = { expected: 'text, given once' };

/** Selects events, for a list and for a replay. */
export const eventFilterSchema = Type.Object({
  delivery_status: Type.Optional(Type.Enum([...deliveryStatuses], { expected: deliveryStatusExpected })),
  status: Type.Optional(
    Type.Enum([...eventStatuses], {
      expected: statusExpected,
      description: 'What the event tells',
    }),
  ),
  reference: Type.Optional(Type.String({ ...one, description: 'The transaction the event tells of' })),
  endpoint: Type.Optional(
    Type.String({
      ...one,
      description:
        'The id of a further endpoint, or `all`: messages to it. Absent: those to the usual addresses',
    }),
  ),
  created_from: Type.Optional(Type.String({ ...one, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ ...one, description: 'ISO 8601, exclusive' })),
});
export type EventFilterFields = Static<typeof eventFilterSchema>;

export const eventQuerySchema = Type.Object({
  ...eventFilterSchema.properties,
  cursor: Type.Optional(Type.String({ ...one, description: 'next_cursor of the page before' })),
  limit: limitSchema,
});
type EventQuery = Static<typeof eventQuerySchema>;

/**
 * Reads a field that the schema accepted. `schemaFaults` are the faults the schema found; all other faults join them in
 * `faults`, so that the merchant sees all at once.
 */
function createReader<Fields extends object>(fields: Fields, schemaFaults: FieldFault[]) {
  const faults = [...schemaFaults];
  return {
    faults,
    read<T>(
      field: keyof Fields & string,
      expected: string,
      understand: (text: string) => T | null,
    ): T | undefined {
      const text = fields[field];
      if (typeof text !== 'string' || schemaFaults.some((fault) => fault.field === field)) return undefined;
      const understood = understand(text);
      if (understood === null) faults.push({ field, message: `must be ${expected}` });
      return understood ?? undefined;
    },
  };
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}

/** Fields as typed: a command line has no schema check. */
type Typed<Fields> = { [Field in keyof Fields]?: string | undefined };

export function readEventFilter(
  fields: Typed<EventFilterFields>,
  schemaFaults: FieldFault[],
): { filter: EventFilter; faults: FieldFault[] } {
  const { read, faults } = createReader(fields, schemaFaults);
  const deliveryStatus = read('delivery_status', deliveryStatusExpected, oneOf(deliveryStatuses));
  const status = read('status', statusExpected, oneOf(eventStatuses));
  const subjectId = read('reference', 'a reference as given at creation', readId);
  const endpoint = read('endpoint', 'the id of a webhook endpoint, or all', (text) =>
    text === 'all' ? text : readId(text),
  );
  const createdFrom = read('created_from', timeExpected, readTime);
  const createdTo = read('created_to', timeExpected, readTime);
  const filter: EventFilter = {
    ...(deliveryStatus && { deliveryStatus }),
    ...(status && { status }),
    ...(subjectId && { subjectId }),
    ...(endpoint && { endpoint }),
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
  };
  return { filter, faults };
}

export function readEventQuery(
  query: Typed<EventQuery>,
  schemaFaults: FieldFault[],
):
  | { kind: 'query'; filter: EventFilter; beforeId: string | undefined; limit: number }
  | { kind: 'faults'; faults: FieldFault[] } {
  const chosen = readEventFilter(query, schemaFaults);
  const { read, faults } = createReader(query, [
    ...chosen.faults,
    ...unknownFilters(query, eventQuerySchema),
  ]);
  const beforeId = read('cursor', 'the next_cursor of an earlier page', readId);
  const limit = read('limit', pageSizeExpected, readPageSize);
  if (faults.length > 0) return { kind: 'faults', faults };
  return { kind: 'query', filter: chosen.filter, beforeId, limit: limit ?? defaultPageSize };
}
