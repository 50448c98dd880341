import { expect, test } from 'vitest';
import { readTransactionHash } from './search.ts';

const digits = '5a0e1b7c'.repeat(8);

test.each([
  ['with 0x', `0x${digits}`],
  ['as Tron writes it', digits],
  ['in capitals', digits.toUpperCase()],
  ['in an explorer’s address', `https://tronscan.org/#/transaction/${digits}?lang=es`],
  ['among words', `TXID: 0x${digits}.`],
])('a hash is found %s', (_, text) => {
  expect(readTransactionHash(text)).toBe(`0x${digits}`);
});

test.each([
  ['nothing', ''],
  ['an address', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  ['too few digits', digits.slice(1)],
  ['too many digits', `${digits}0`],
  ['two hashes', `${digits} ${digits}`],
])('%s is no hash', (_, text) => {
  expect(readTransactionHash(text)).toBeNull();
});
