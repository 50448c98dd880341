import type { RouteOptions } from 'fastify';
import { type FieldFault, validationFailed } from '../../ground/errors.ts';
import { maxUnknownListed, shortName, unknownFieldMessage } from './unknown-fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes no body; one that is sent anyway is ignored. */
    ignoresBody?: true;
  }
}

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: unknown;
}

/** Routes have no tags if their body is not JSON or if they belong to our own pages. */
const isDocumented = ({ schema }: RouteOptions): boolean => schema !== undefined && 'tags' in schema;
const writes = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Makes every documented route refuse unknown fields: "amout" must never refund the full amount. A body that accepts
 * unknown fields says so with `additionalProperties`. Done for all routes in one place, so that none is forgotten.
 */
export function refuseUnknownFields(route: RouteOptions): void {
  if (!isDocumented(route) || !writes.has(String(route.method))) return;
  const { body } = route.schema as { body?: Schema };
  if (body) {
    route.schema = { ...route.schema, body: closed(body) };
  } else if (!route.config?.ignoresBody) {
    route.preValidation = async ({ body: sent }) => refuseFields(sent);
  }
}

function closed(schema: Schema): Schema {
  if (schema.allOf) throw new Error('a body of several schemas cannot refuse what none of them knows');
  const isOpen = schema.additionalProperties !== undefined || schema.patternProperties !== undefined;
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, part]) => [name, closed(part)]),
      ),
      ...(!isOpen && { additionalProperties: false }),
    }),
    ...(schema.items && { items: closed(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closed) }),
  };
}

/** For routes without a body: a client that sends a field expects it to have an effect. */
function refuseFields(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  const faults: FieldFault[] = [];
  for (const name of Object.keys(sent).slice(0, maxUnknownListed)) {
    faults.push({ field: shortName(name), message: unknownFieldMessage(name, []) });
  }
  if (faults.length > 0) throw validationFailed(faults);
}
