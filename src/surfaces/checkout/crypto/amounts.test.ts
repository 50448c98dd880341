import { expect, test } from 'vitest';
import { parseDecimal } from '../../../base/money/money.ts';
import { assetText, rateText } from './amounts.ts';

test.each([
  [10_500_000n, '10.50'],
  [10_000_000n, '10.00'],
  [10_500_001n, '10.500001'],
  [184_902_100n, '184.9021'],
  [1n, '0.000001'],
  [0n, '0.00'],
  [1_234_567_890_000n, '1234567.89'],
])('%s units are written %s, which a wallet reads as exactly that', (units, text) => {
  expect(assetText(units)).toBe(text);
  expect(parseDecimal(text, 6)).toBe(units);
});

test('a rate is written without its idle zeros', () => {
  expect(rateText(100_000_000n)).toBe('1.00');
  expect(rateText(99_989_000n)).toBe('0.99989');
});
