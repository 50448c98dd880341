import { expect, test } from 'vitest';
import { requestIdFor } from './request-id.ts';

test.each([
  'order-1-try-2',
  '5b0f4a0e-8f0c-4d7e-9c43-6c1d0b1a2f3e',
  '12345678-1234-4123-8123-123456789012',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  'a.b_c-D9',
])('the id %s is taken from the caller', (id) => {
  expect(requestIdFor(id)).toBe(id);
});

test.each([
  undefined,
  ['twice-000', 'twice-000'],
  'short',
  'x'.repeat(129),
  'with a blank',
  'line\nbreak',
  '4242424242424242',
  'pay-4242-4242-4242-4242',
])('instead of %j a new one is made', (id) => {
  expect(requestIdFor(id)).toMatch(/^[0-9a-f-]{36}$/);
});
