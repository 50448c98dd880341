import { describe, expect, test } from 'vitest';
import { formatAddress } from './address/codec.ts';
import { explorerAddressUrl, explorerTransactionUrl } from './explorer.ts';
import { networkById, networks } from './networks.ts';
import { parseTransactionHash } from './transaction-hash.ts';

const hash = `0x${'ab'.repeat(32)}`;

test('networks are known by the names of the contract with merchants', () => {
  expect(networks.map((network) => network.id)).toEqual(['ERC20', 'TRC20']);
  expect(networkById('TRC20')?.title).toContain('Tron');
  expect(networkById('BEP20')).toBeUndefined();
});

describe.each(networks)('$id', (network) => {
  test('has USDT with six decimals at an address that reads as one', () => {
    expect(network.tokenDecimals).toBe(6);
    expect(() => formatAddress(network.family, network.token)).not.toThrow();
  });
});

test('explorer links carry addresses and hashes as each network writes them', () => {
  const [ethereum, tron] = networks;
  if (!ethereum || !tron) throw new Error('a network is missing');
  expect(explorerAddressUrl(ethereum, ethereum.token)).toBe(
    'https://etherscan.io/address/0xdAC17F958D2ee523a2206206994597C13D831ec7',
  );
  expect(explorerTransactionUrl(ethereum, hash)).toBe(`https://etherscan.io/tx/${hash}`);
  expect(explorerAddressUrl(tron, tron.token)).toBe(
    'https://tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  );
  expect(explorerTransactionUrl(tron, hash)).toBe(`https://tronscan.org/#/transaction/${'ab'.repeat(32)}`);
});

test('a transaction hash is read with 0x and without, in either case, and nothing else is', () => {
  expect(parseTransactionHash(` ${hash} `)).toBe(hash);
  expect(parseTransactionHash('AB'.repeat(32))).toBe(hash);
  for (const wrong of [
    '',
    '0x',
    hash.slice(0, -1),
    `${hash}0`,
    hash.replace('a', 'g'),
    `0x0x${'ab'.repeat(31)}`,
  ]) {
    expect(parseTransactionHash(wrong)).toBeNull();
  }
});
