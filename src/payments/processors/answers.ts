import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';

// Our own schemas are not checked against the schema of schemas: to compile that takes longer than all of ours.
const ajv = new Ajv({ validateSchema: false });

/** Whether what a processor answered is what its definition says. Compiles a schema the first time, and keeps it. */
export function fits<Schema extends TSchema>(schema: Schema, body: unknown): body is Static<Schema> {
  return ajv.validate(schema, body);
}
