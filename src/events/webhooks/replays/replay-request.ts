import { type Static, Type } from 'typebox';
import type { FieldFault } from '../../../base/ground/errors.ts';
import { type EventFilterFields, eventFilterSchema, readEventFilter } from '../event-query.ts';
import type { ReplayRequest } from './replay-events.ts';

const defaultPerSecond = 50;
/** Sends per second that one step of a replay can put back in one short statement. */
const maxPerSecond = 500;
const perSecondExpected = `a whole number from 1 to ${maxPerSecond}`;

export const replayRequestSchema = Type.Object(
  {
    ...eventFilterSchema.properties,
    dry_run: Type.Optional(Type.Boolean({ expected: 'true or false', description: 'Only count' })),
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        expected: 'a whole number',
        description: 'The count of the preview: with another one by now nothing is sent',
      }),
    ),
    per_second: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxPerSecond,
        expected: perSecondExpected,
        description: `Events sent again in a second; ${defaultPerSecond} if absent`,
      }),
    ),
  },
  { description: 'At least one of the fields that choose events must be there.' },
);
/** The statuses as typed: a command line has no schema check. */
type ReplayBody = Omit<Static<typeof replayRequestSchema>, 'delivery_status' | 'status'> & {
  delivery_status?: string;
  status?: string;
};

const filterNames = Object.keys(eventFilterSchema.properties);

export function readReplayRequest(
  body: ReplayBody,
  schemaFaults: FieldFault[],
): { kind: 'request'; request: ReplayRequest; dryRun: boolean } | { kind: 'faults'; faults: FieldFault[] } {
  const { filter, faults } = readEventFilter(body, schemaFaults);
  const perSecond = body.per_second ?? defaultPerSecond;
  if (
    !schemaFaults.some(({ field }) => field === 'per_second') &&
    !(perSecond >= 1 && perSecond <= maxPerSecond)
  ) {
    faults.push({ field: 'per_second', message: `must be ${perSecondExpected}` });
  }
  const given = Object.entries(body).filter(([name]) => filterNames.includes(name));
  if (given.length === 0 && faults.length === 0) {
    faults.push({
      field: 'body',
      message: `must choose events by at least one of ${filterNames.join(', ')}`,
    });
  }
  if (faults.length > 0) return { kind: 'faults', faults };
  const request: ReplayRequest = {
    fields: Object.fromEntries(given) as EventFilterFields,
    filter,
    perSecond,
    expectedCount: body.expected_count ?? null,
  };
  return { kind: 'request', request, dryRun: body.dry_run ?? false };
}
