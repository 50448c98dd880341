import { expect, test } from 'vitest';
import { formatFeeCoin } from './fee-coin.ts';

const ether = { code: 'ETH', decimals: 18 };

test.each([
  [ether, 1_234_567_890_123_456n, '0.001234 ETH'],
  [{ code: 'TRX', decimals: 6 }, 13_844_850n, '13.844850 TRX'],
  [{ code: 'POL', decimals: 18 }, 2_500_000_000_000_000n, '0.002500 POL'],
  [ether, 0n, '0.000000 ETH'],
])('a fee in %o of %d is told in whole coins with their name', (coin, units, text) => {
  expect(formatFeeCoin({ coin }, units)).toBe(text);
});
