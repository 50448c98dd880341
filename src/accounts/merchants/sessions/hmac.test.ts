import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256 } from './hmac.ts';

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 4_096 });

test('it signs as the standard library does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(ascii), (bytes, texts) => {
      const key = Buffer.from(bytes);
      const sign = hmacSha256(key);
      for (const text of texts) {
        expect(sign(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
      }
    }),
  );
});

test('it refuses what it was not made for', () => {
  expect(() => hmacSha256(Buffer.alloc(65))).toThrow(RangeError);
  expect(() => hmacSha256(Buffer.alloc(32))('x'.repeat(4_097))).toThrow(RangeError);
});
