import { expect, test } from 'vitest';
import { firstTime } from './first-time.ts';

test.each(['one', 'another'])('passes', () => {});

test('fails the first time', () => {
  expect(firstTime('test')).toBe(false);
});

test('fails always', () => {
  expect(1).toBe(2);
});

test.skip('is skipped', () => {});
