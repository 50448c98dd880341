import { Type } from 'typebox';

/** For operations that create something: a repeat with the same key and body returns the first result. */
export const idempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      expected: '1 to 255 visible ASCII characters',
      description:
        'The same key and body answer what the first request made, with the header `Idempotent-Replayed: true`, for at least 72 hours; another body is refused (409). A request that was refused leaves the key free.',
    }),
  ),
});
