import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardNumberFaults, looksLikeCardNumber, metadataFaults } from './card-number-text.ts';

test.each([
  '4242424242424242',
  'card 4242 4242 4242 4242, please',
  '4242-4242-4242-4242',
  '4242\u00a04242\u00a04242\u00a04242',
  '4242\u202f4242\u202f4242\u202f4242',
  '4242.4242.4242.4242',
  '4242\u20134242\u20134242\u20134242',
  '4242  4242  4242  4242',
  '4242 - 4242 - 4242 - 4242',
  'PAN4242424242424242',
  '12 4242 4242 4242 4242 123',
  '5555555555554444',
  '2223003122003222',
  '3782 822463 10005',
  '36227206271667',
  '6011111111111117',
  '4222222222222',
  '6304000000000000',
])('%j looks like a card number', (text) => {
  expect(looksLikeCardNumber(text)).toBe(true);
});

test.each([
  ['a wrong check digit', '4242424242424241'],
  ['a time in milliseconds', '1763239800123'],
  ['a time in microseconds', '1763239800123456'],
  ['a time written out', '20261115204500'],
  ['a date and time', '2026-11-15 20:45:00.123456'],
  ['phone numbers', '+57 300 123 4567, +55 11 91234-5678, +52 1 55 1234 5678'],
  ['the serial number of a phone', '356938035643809'],
  ['the serial number of a SIM card', '8934071100276980482'],
  ['a snowflake', '1326599999999999999'],
  ['a UUID', '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e'],
  ['more digits than a card has', '42424242424242424242'],
  ['fewer digits than a card has', '424242424242'],
  ['a hash', 'a4242424242424242f'],
  ['numbers that are apart', '4242, 4242, 4242, 4242'],
  ['an amount', '4.242.424.242.424,24'],
  ['a slip', '00190.50095 40144.816069 06809.350314 3 37370000000100'],
  ['an account', 'ES91 2100 0418 4502 0005 1332'],
])('%s does not', (_name, text) => {
  expect(looksLikeCardNumber(text)).toBe(false);
});

test('of ordinary long numbers hardly any does', () => {
  let found = 0;
  const numbers = fc.sample(fc.bigInt({ min: 10n ** 12n, max: 10n ** 18n - 1n }), {
    numRuns: 20_000,
    seed: 7,
  });
  for (const number of numbers) if (looksLikeCardNumber(String(number))) found++;
  expect(found / numbers.length).toBeLessThan(0.03);
});

test('every field that holds one is named, and a key that is one is not repeated', () => {
  const number = '4242424242424242';
  const fields = { a: number, b: 'fine', c: undefined, d: number };
  expect(cardNumberFaults(fields, (field) => field !== 'd').map(({ field }) => field)).toEqual(['a']);
  const faults = metadataFaults({ note: `paid with ${number}`, [number]: 'x', fine: 'x' });
  expect(faults.map(({ field }) => field)).toEqual(['metadata', 'metadata.note']);
  expect(JSON.stringify(faults)).not.toContain(number);
});
