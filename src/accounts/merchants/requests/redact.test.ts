import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test.each([
  ['"ana@customer.example" is not an address', '"[email]" is not an address'],
  ['card 4242 4242 4242 4242 of her', 'card [number] of her'],
  ['call +57 300-123-45-67', 'call [number]'],
  [`key psk_0a1b2c3d4e5f_${'a'.repeat(48)}!`, 'key [secret]!'],
  ['no replay 01998c60-1a2b-7000-8000-000000000001.', 'no replay 01998c60-1a2b-7000-8000-000000000001.'],
  ['amount: must be at most 9999.00 USD', 'amount: must be at most 9999.00 USD'],
])('%s', (text, kept) => {
  expect(redact(text)).toBe(kept);
});

test('no card number is left, however it is spelt, and whatever stands around it', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0');
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.nat(9), { minLength: 13, maxLength: 19 }),
      separator,
      fc.string(),
      (before, digits, between, after) => {
        const kept = redact(`${before} ${digits.join(between)} ${after}`);
        expect(kept).not.toContain(digits.join(between));
      },
    ),
  );
});
