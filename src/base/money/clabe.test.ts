import { expect, test } from 'vitest';
import { isClabe } from './clabe.ts';

test.each(['032180000118359719', '646180205700001446'])('%s is an account', (text) => {
  expect(isClabe(text)).toBe(true);
});

test.each([
  '032180000118359718',
  '302180000118359719',
  '03218000011835971',
  '03218000011835971x',
  '0321800001183597190',
  '',
])('%j is none', (text) => {
  expect(isClabe(text)).toBe(false);
});
