import type { Family } from './family.ts';
import type { FeeCoin } from './fee-coin.ts';

/** When a block can no longer be reorganised away: its node says so, or enough blocks lie on top. */
type Finality = 'finalized_tag' | { depthBlocks: number };

/** A network that carries USDT. What differs between networks is here, and nowhere else. */
export interface Network {
  readonly id: string;
  readonly family: Family;
  readonly title: string;
  /** The chain it lies on. Networks on one chain share its blocks, and the nonces of a key. */
  readonly chain: string;
  readonly chainId: bigint;
  /** The USDT contract, 20 bytes as 0x hex on both families. */
  readonly token: string;
  readonly tokenDecimals: number;
  readonly feeCoin: FeeCoin;
  readonly finality: Finality;
  /** Block explorer pages, completed by the address or the hash as people write it. */
  readonly explorer: { address: string; transaction: string };
  /** SLIP-44: the second number of a deposit address's path. */
  readonly coinType: number;
  /** The widest range of blocks that nodes of this network answer for in one call. */
  readonly maxLogRangeBlocks: number;
  readonly blockSeconds: number;
}

/** One row is one network. A further EVM network needs a row and the address of a node. */
export const networks: readonly Network[] = [
  {
    id: 'ERC20',
    family: 'evm',
    title: 'Ethereum (ERC-20)',
    chain: 'ethereum',
    chainId: 1n,
    token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    tokenDecimals: 6,
    feeCoin: { name: 'ETH', decimals: 18 },
    finality: 'finalized_tag',
    explorer: { address: 'https://etherscan.io/address/', transaction: 'https://etherscan.io/tx/' },
    coinType: 60,
    // What the large providers allow; smaller ones say so and are asked for less.
    maxLogRangeBlocks: 10_000,
    blockSeconds: 12,
  },
  {
    id: 'TRC20',
    family: 'tron',
    title: 'Tron (TRC-20)',
    chain: 'tron',
    // The last four bytes of the genesis block's hash.
    chainId: 728_126_428n,
    // TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
    token: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    tokenDecimals: 6,
    feeCoin: { name: 'TRX', decimals: 6 },
    // Tron's solidified block goes by this tag.
    finality: 'finalized_tag',
    explorer: {
      address: 'https://tronscan.org/#/address/',
      transaction: 'https://tronscan.org/#/transaction/',
    },
    coinType: 195,
    // java-tron's own default (node.jsonrpc.maxBlockRange).
    maxLogRangeBlocks: 5_000,
    blockSeconds: 3,
  },
];

export function networkById(id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}
