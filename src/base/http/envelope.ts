import { type TSchema, Type } from 'typebox';

/** The answer of the transactional flow: `{ status, code, message, data }`. */
export function envelope<T extends TSchema>(data: T) {
  return Type.Object({
    status: Type.Literal('Success'),
    code: Type.Integer(),
    message: Type.String(),
    data,
  });
}

export function success<T>(message: string, data: T, code = 200) {
  return { status: 'Success' as const, code, message, data };
}

/** The code of an error, as the description names it: with every value, and what to do about each. */
export const errorCodeSchema = Type.String({ 'x-name': 'ErrorCode' });

/** The faults of a request's fields. */
export const faultsSchema = Type.Array(
  Type.Object({ field: Type.String(), message: Type.String() }, { 'x-name': 'FieldFault' }),
);

const errorEnvelope = Type.Object(
  {
    status: Type.Literal('Error'),
    code: Type.Integer({ description: 'The HTTP status' }),
    message: Type.String({ description: 'For a person: what went wrong and what to mend' }),
    data: Type.Object({
      error: errorCodeSchema,
      fields: Type.Optional(faultsSchema),
      request_id: Type.String(),
    }),
  },
  { 'x-name': 'Error' },
);

/** The errors that an operation documents; all have one shape. */
export function errors(...statuses: number[]): Record<number, typeof errorEnvelope> {
  return Object.fromEntries([...statuses, 429, 500, 503].map((status) => [status, errorEnvelope]));
}
