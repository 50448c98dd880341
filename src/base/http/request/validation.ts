import type { FastifySchemaValidationError } from 'fastify';
import type { FieldFault } from '../../ground/errors.ts';
import { maxUnknownListed, shortName, unknownFieldMessage } from './unknown-fields.ts';

/**
 * Turns the schema validator's errors into sentences that say what to fix. A schema may carry `expected`, its own
 * sentence, e.g. "an ISO 4217 currency code, such as USD".
 */
export function faultsOf(errors: FastifySchemaValidationError[]): FieldFault[] {
  const faults = new Map<string, string>();
  let unknown = 0;
  for (const error of errors) {
    if (isUnknownField(error) && unknown++ === maxUnknownListed) break;
    const field = fieldOf(error);
    // One fault per field is enough.
    if (!faults.has(field)) faults.set(field, messageOf(error));
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

function fieldOf(error: FastifySchemaValidationError): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const name = isUnknownField(error)
    ? shortName(String(error.params.additionalProperty))
    : error.keyword === 'required' && String(error.params.missingProperty);
  if (name === false) return path || 'body';
  return path ? `${path}.${name}` : name;
}

interface Parent {
  expected?: string;
  properties?: object;
}
const parentOf = (error: FastifySchemaValidationError): Parent | undefined =>
  (error as { parentSchema?: Parent }).parentSchema;

/** A map with the caller's own names describes itself what it accepts. */
function isUnknownField(error: FastifySchemaValidationError): boolean {
  return error.keyword === 'additionalProperties' && parentOf(error)?.expected === undefined;
}

function messageOf(error: FastifySchemaValidationError): string {
  if (error.keyword === 'required') return 'is required';
  const parentSchema = parentOf(error);
  if (isUnknownField(error)) {
    return unknownFieldMessage(
      String(error.params.additionalProperty),
      Object.keys(parentSchema?.properties ?? {}),
    );
  }
  if (parentSchema?.expected) return `must be ${parentSchema.expected}`;
  return error.message ?? 'is not valid';
}
