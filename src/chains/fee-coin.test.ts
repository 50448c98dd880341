import { expect, test } from 'vitest';
import { formatFeeCoin } from './fee-coin.ts';

test.each([
  ['evm', 1_234_567_890_123_456n, '0.001234 ETH'],
  ['tron', 13_844_850n, '13.844850 TRX'],
  ['evm', 0n, '0.000000 ETH'],
] as const)('a fee on %s of %d is told in whole coins with their name', (family, units, text) => {
  expect(formatFeeCoin(family, units)).toBe(text);
});
