import { expect, test } from 'vitest';
import { formatFeeCoin } from './fee-coin.ts';
import { networkById } from './networks.ts';

test.each([
  ['ERC20', 1_234_567_890_123_456n, '0.001234 ETH'],
  ['TRC20', 13_844_850n, '13.844850 TRX'],
  ['ERC20', 0n, '0.000000 ETH'],
] as const)('a fee on %s of %d is told in whole coins with their name', (network, units, text) => {
  const feeCoin = networkById(network)?.feeCoin;
  expect(feeCoin && formatFeeCoin(feeCoin, units)).toBe(text);
});
