import { describe, expect, test } from 'vitest';
import { assetDecimals } from '../../base/money/asset.ts';
import { formatAddress } from './address/codec.ts';
import { explorerAddressUrl, explorerTransactionUrl } from './explorer.ts';
import { assetOn, networkById, networks } from './networks.ts';
import { parseTransactionHash } from './transaction-hash.ts';

const hash = `0x${'ab'.repeat(32)}`;

test('networks are known by the names of the contract with merchants, and others by their own', () => {
  expect(networks.slice(0, 2).map((network) => network.id)).toEqual(['ERC20', 'TRC20']);
  expect(networkById('TRC20')?.title).toContain('Tron');
  expect(networkById('SOLANA')).toBeUndefined();
  expect(() => assetOn('SOLANA')).toThrow('there is no network SOLANA');
  expect(assetOn('USDC_BASE')).toBe('USDC');
});

test('no two rows have a name, or a token on a chain, in common', () => {
  const names = networks.map(({ id }) => id);
  const tokens = networks.map(({ chain, token }) => `${chain} ${token}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('rows on one chain tell the same of it, and of no other', () => {
  const facts = networks.map(({ chain, chainId, coin, finality, fees }) =>
    JSON.stringify({ chain, chainId, coin, finality, fees }, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );
  const chains = new Set(networks.map(({ chain }) => chain));
  const chainIds = new Set(networks.map(({ chainId }) => chainId));
  expect(new Set(facts).size).toBe(chains.size);
  expect(chainIds.size).toBe(chains.size);
});

describe.each(networks)('$id', (network) => {
  test('has its token, in no larger parts than the books are kept in, at an address that reads as one', () => {
    expect(network.tokenDecimals).toBeGreaterThanOrEqual(assetDecimals);
    expect(network.coin.decimals).toBeGreaterThanOrEqual(6);
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
