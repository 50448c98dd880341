import type { FastifySchemaValidationError } from 'fastify';
import type { FieldFault } from '../ground/errors.ts';

/**
 * Turns what the schema validator found into sentences that say what to mend. A schema may carry
 * `expected`, its own sentence, e.g. "an ISO 4217 currency code, such as USD".
 */
export function faultsOf(errors: FastifySchemaValidationError[]): FieldFault[] {
  const faults = new Map<string, string>();
  for (const error of errors) {
    const field = fieldOf(error);
    // The first fault of a field says enough.
    if (!faults.has(field)) faults.set(field, messageOf(error));
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

function fieldOf(error: FastifySchemaValidationError): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword !== 'required') return path || 'body';
  const missing = String(error.params.missingProperty);
  return path ? `${path}.${missing}` : missing;
}

function messageOf(error: FastifySchemaValidationError): string {
  if (error.keyword === 'required') return 'is required';
  const { parentSchema } = error as { parentSchema?: { expected?: string } };
  if (parentSchema?.expected) return `must be ${parentSchema.expected}`;
  return error.message ?? 'is not valid';
}
