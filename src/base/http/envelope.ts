import { type TSchema, Type } from 'typebox';

/** The answer of the transactional flow: `{ status, code, message, data }`. */
export function envelope<T extends TSchema>(data: T) {
  return Type.Object({
    status: Type.Literal('Success'),
    code: Type.Number(),
    message: Type.String(),
    data,
  });
}

export function success<T>(message: string, data: T, code = 200) {
  return { status: 'Success' as const, code, message, data };
}

const errorEnvelope = Type.Object({
  status: Type.Literal('Error'),
  code: Type.Number({ description: 'The HTTP status' }),
  message: Type.String({ description: 'For a person: what went wrong and what to mend' }),
  data: Type.Object({
    error: Type.String({ description: 'A stable code' }),
    fields: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
    request_id: Type.String(),
  }),
});

/** The errors that an operation documents; all have one shape. */
export function errors(...statuses: number[]): Record<number, typeof errorEnvelope> {
  return Object.fromEntries([...statuses, 429, 500, 503].map((status) => [status, errorEnvelope]));
}
