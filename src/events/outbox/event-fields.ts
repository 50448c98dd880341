import { Type } from 'typebox';
import { type EventType, eventTypes } from './event.ts';

/** The fields that every webhook has beside those of its payload, for the published description. */
export function eventFields(prefixes: readonly string[]) {
  const types = eventTypes.filter((type) => prefixes.some((prefix) => type.startsWith(`${prefix}.`)));
  return {
    eventType: Type.Enum<EventType[]>([...types], { description: 'What happened: to filter by' }),
    eventId: Type.String({
      format: 'uuid',
      description: 'The same at every send, and the header webhook-id: work on each once',
    }),
    sample: Type.Optional(
      Type.Boolean({ description: 'true: a test event about nothing real. Absent in all others' }),
    ),
  };
}
