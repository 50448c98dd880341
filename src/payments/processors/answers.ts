import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';

// Our own schemas are not checked against the meta-schema: compiling that takes longer than all of ours.
const ajv = new Ajv({ validateSchema: false });

/** Whether a processor's answer matches its definition. Compiles a schema on first use, and caches it. */
export function fits<Schema extends TSchema>(schema: Schema, body: unknown): body is Static<Schema> {
  return ajv.validate(schema, body);
}
