import { expect, test } from 'vitest';
import { isUnread } from './crypto-actions.ts';

test.each([
  ['TRC20', 60, false],
  ['TRC20', 61, true],
  ['ERC20', 120, false],
  ['ERC20', 121, true],
])(
  'who pays on %s is told that payments are not seen once the last block read is old: %i s, %s',
  (network, seconds, told) => {
    const now = new Date('2026-03-01T12:00:00Z');
    expect(isUnread(network, new Date(now.getTime() - seconds * 1000), now)).toBe(told);
  },
);
