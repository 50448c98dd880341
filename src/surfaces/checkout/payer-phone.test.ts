import { expect, test } from 'vitest';
import { readPhone } from './payer-phone.ts';

test.each([
  ['COL', '300 123 4567', '+573001234567'],
  ['COL', '+57 (300) 123-4567', '+573001234567'],
  ['PER', '987654321', '+51987654321'],
  ['BRA', '(11) 98765-4321', '+5511987654321'],
  ['MEX', '55 1234 5678', '+525512345678'],
  ['USA', '+1 202 555 0100', '+12025550100'],
])('in %s %s is %s', (country, typed, phone) => {
  expect(readPhone(country, typed)).toBe(phone);
});

test.each([
  ['COL', '601 123 4567'],
  ['COL', '300 123 456'],
  ['COL', '+51987654321'],
  ['PER', '887654321'],
  ['PER', 'call me'],
  ['USA', ''],
  ['USA', '1'.repeat(41)],
])('in %s %j is no mobile number', (country, typed) => {
  expect(readPhone(country, typed)).toBeNull();
});
