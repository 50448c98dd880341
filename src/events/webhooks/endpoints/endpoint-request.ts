import { Type } from 'typebox';
import { checkUrl, type UrlPolicy } from '../../../base/egress/guard.ts';
import type { FieldFault } from '../../../base/ground/errors.ts';
import { isPlainText, plainly } from '../../../base/ground/plain-text.ts';
import { eventPatterns } from '../../outbox/webhook-endpoint.ts';
import type { EndpointFields } from './store.ts';

const maxDescription = 200;
/** As many as there are types; more would only repeat some. */
const maxPatterns = 50;

const fields = {
  url: Type.String({ maxLength: 2048, expected: 'an address' }),
  description: Type.Optional(
    Type.String({ maxLength: maxDescription, expected: `text of at most ${maxDescription} characters` }),
  ),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      maxItems: maxPatterns,
      expected: 'a list of event types, such as ["charge.*", "order.success"]',
      description: 'Types (`eventType`), or `charge.*` for all of a kind; empty or absent: all',
    }),
  ),
};
export const newEndpointSchema = Type.Object(fields, { additionalProperties: false });
export const endpointChangeSchema = Type.Object(
  {
    ...fields,
    url: Type.Optional(fields.url),
    paused: Type.Optional(
      Type.Boolean({ expected: 'true or false', description: 'While true its messages wait' }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** What the schema cannot see; it has reported its own faults. */
export function endpointFaults(
  given: Partial<EndpointFields>,
  policy: UrlPolicy,
  schemaFaults: FieldFault[],
): FieldFault[] {
  const isOpen = (field: string): boolean =>
    !schemaFaults.some((fault) => fault.field === field || fault.field.startsWith(`${field}.`));
  const faults = [...schemaFaults];
  const urlFault = given.url === undefined || !isOpen('url') ? null : checkUrl(given.url, policy);
  if (urlFault) faults.push({ field: 'url', message: urlFault.message });
  if (given.description !== undefined && isOpen('description') && !isPlainText(given.description)) {
    faults.push({ field: 'description', message: `must be text ${plainly}` });
  }
  if (isOpen('events')) {
    for (const [at, pattern] of (given.events ?? []).entries()) {
      if (eventPatterns.includes(pattern)) continue;
      const message = `is no type of event; there are ${eventPatterns.join(', ')}`;
      faults.push({ field: `events.${at}`, message });
    }
  }
  return faults;
}
