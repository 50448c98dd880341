import { expect, test } from 'vitest';
import { waitedFor } from './cover.ts';
import { isPromotedFrom } from './identity.ts';

test.each([
  ['', 0],
  ['*', 1],
  ['db2', 1],
  ['db2, db3', 1],
  ['2 (db2, db3)', 2],
  ['FIRST 2 (*)', 2],
  ['any 3 (db2, db3, db4)', 3],
  ['"2nd"', 1],
])('a commit under "%s" waits for %i', (names, count) => {
  expect(waitedFor(names)).toBe(count);
});

test('only the next timeline of the same database is that of a standby of it', () => {
  expect(isPromotedFrom('71 00000009 5', '71 0000000A 5')).toBe(true);
  for (const other of ['71 00000009 5', '71 0000000B 5', '72 0000000A 5', '71 0000000A 6']) {
    expect(isPromotedFrom('71 00000009 5', other)).toBe(false);
  }
});
