import { expect, test } from 'vitest';
import { reminderAt } from './remind.ts';

const now = new Date('2026-03-02T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);

test.each([
  [72, 48],
  [49, 25],
  [48, 38.4],
  [24, 19.2],
  [1, 0.8],
])('of a voucher of %s hours, the customer is reminded after %s', (life, after) => {
  expect(reminderAt(inHours(life), now)).toEqual(inHours(after));
});

test.each([[0], [-1], [Number.NaN]])('of one that ends in %s hours, nobody is', (life) => {
  expect(reminderAt(inHours(life), now)).toBeNull();
});
