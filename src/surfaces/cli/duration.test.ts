import { expect, test } from 'vitest';
import { readDuration } from './duration.ts';

test.each([
  ['0', 0],
  ['45s', 45],
  ['30m', 1_800],
  ['24h', 86_400],
  ['7d', 604_800],
  ['24', null],
  ['1.5h', null],
  ['-1h', null],
  ['1w', null],
  ['h', null],
  ['', null],
])('"%s" is %s seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});
