import type { AssetCode } from '../../base/money/asset.ts';

/**
 * When a block can no longer be reorganised away: when the node's tag says so (also for chains that become final with
 * their parent chain), at a depth in blocks, or at once on chains whose nodes only report accepted blocks.
 */
export type Finality = 'finalized_tag' | { depthBlocks: number } | 'accepted';

/** The contract's function that says whether an address is frozen; 'none': its issuer cannot freeze addresses. */
export type FreezeFunction = 'isBlackListed' | 'isBlocked' | 'isBlacklisted' | 'none';

/** The gas prices of a chain. */
export interface EvmFees {
  /**
   * Below `least` a transaction is not accepted, above `most` there is no gain; `usual` applies if recent blocks show
   * no tips.
   */
  tipWei: { least: bigint; usual: bigint; most: bigint };
  /** The most that one unit of gas may cost, including the tip, unless configured otherwise. */
  capGwei: number;
  /** The contract that reports the fee for the parent chain on top of gas; null: no such fee. */
  l1FeeOracle: string | null;
}

/** The most that a transfer on Tron may burn, and how long it may wait, unless configured otherwise. */
export interface TronFees {
  limitTrx: number;
  expirySeconds: number;
}

/** The facts of a chain, independent of the token. */
interface ChainFacts {
  /** Rows of several tokens on one chain share this name, and the nonce order of a wallet's transactions. */
  readonly chain: string;
  readonly chainId: bigint;
  /** The coin that pays its fees. */
  readonly coin: { code: string; decimals: number };
  /**
   * In whole coins: a hot wallet with less raises an alarm. Some fifty transfers at fees that are high for the chain.
   */
  readonly gasLowBelow: number;
  readonly finality: Finality;
  /** How long a customer waits for finality, and the level of the chain's fees: for the pages. */
  readonly finalWithin: 'quarter_hour' | 'minutes' | 'seconds';
  readonly feeLevel: 'varied' | 'dollars' | 'cents';
  /** Block explorer pages, completed by the address or hash in its displayed notation. */
  readonly explorer: { address: string; transaction: string };
  /** SLIP-44: the second number of a deposit address's path. */
  readonly coinType: number;
  /** The widest block range that nodes of this chain accept in one call. */
  readonly maxLogRangeBlocks: number;
  readonly blockSeconds: number;
}
type EvmChain = ChainFacts & { readonly family: 'evm'; readonly fees: EvmFees };
type TronChain = ChainFacts & { readonly family: 'tron'; readonly fees: TronFees };

interface TokenFacts {
  readonly id: string;
  readonly title: string;
  readonly asset: AssetCode;
  /** The contract, 20 bytes as 0x hex on both families. */
  readonly token: string;
  /** The contract's decimals; internal amounts are always in units of the asset. */
  readonly tokenDecimals: number;
  readonly freeze: FreezeFunction;
}

export type EvmNetwork = EvmChain & TokenFacts;
export type TronNetwork = TronChain & TokenFacts;
/** A token on a chain. All differences between networks are here, and nowhere else. */
export type Network = EvmNetwork | TronNetwork;

const gwei = 1_000_000_000n;
const ether = { code: 'ETH', decimals: 18 } as const;
const explorerAt = (host: string) => ({
  address: `https://${host}/address/`,
  transaction: `https://${host}/tx/`,
});

/** The defaults of Ethereum and compatible chains. */
const evm = {
  family: 'evm',
  // Ethereum's coin type, so that one account yields the addresses on all chains.
  coinType: 60,
  // The limit of the large providers; smaller ones report theirs and get smaller requests.
  maxLogRangeBlocks: 10_000,
  finality: 'finalized_tag',
  feeLevel: 'cents',
} as const;

const ethereum: EvmChain = {
  ...evm,
  chain: 'ethereum',
  chainId: 1n,
  coin: ether,
  gasLowBelow: 0.05,
  finalWithin: 'quarter_hour',
  feeLevel: 'varied',
  explorer: explorerAt('etherscan.io'),
  blockSeconds: 12,
  fees: { tipWei: { least: gwei / 10n, usual: gwei, most: 3n * gwei }, capGwei: 100, l1FeeOracle: null },
};

const polygon: EvmChain = {
  ...evm,
  chain: 'polygon',
  chainId: 137n,
  coin: { code: 'POL', decimals: 18 },
  gasLowBelow: 5,
  // Its milestones (PIP-11) move the tag every few blocks.
  finalWithin: 'seconds',
  explorer: explorerAt('polygonscan.com'),
  blockSeconds: 2,
  // Validators accept nothing below 25 gwei (PIP-35).
  fees: {
    tipWei: { least: 25n * gwei, usual: 30n * gwei, most: 200n * gwei },
    capGwei: 1_000,
    l1FeeOracle: null,
  },
};

const bnbSmartChain: EvmChain = {
  ...evm,
  chain: 'bnb',
  chainId: 56n,
  coin: { code: 'BNB', decimals: 18 },
  gasLowBelow: 0.01,
  // Fast finality (BEP-126): two blocks later, by the tag.
  finalWithin: 'seconds',
  explorer: explorerAt('bscscan.com'),
  // BEP-619.
  blockSeconds: 0.45,
  // The base fee is zero: only the tip is paid.
  fees: { tipWei: { least: gwei / 10n, usual: gwei / 10n, most: 5n * gwei }, capGwei: 20, l1FeeOracle: null },
};

const arbitrum: EvmChain = {
  ...evm,
  chain: 'arbitrum',
  chainId: 42_161n,
  coin: ether,
  gasLowBelow: 0.005,
  // The tag follows batches that are posted to Ethereum and final there.
  finalWithin: 'quarter_hour',
  explorer: explorerAt('arbiscan.io'),
  blockSeconds: 0.25,
  // First come, first served: a tip gains nothing. Not zero, so that a replacement can offer more.
  fees: { tipWei: { least: 1n, usual: 1n, most: 1n }, capGwei: 10, l1FeeOracle: null },
};

const base: EvmChain = {
  ...evm,
  chain: 'base',
  chainId: 8_453n,
  coin: ether,
  gasLowBelow: 0.005,
  finalWithin: 'quarter_hour',
  explorer: explorerAt('basescan.org'),
  blockSeconds: 2,
  fees: {
    tipWei: { least: gwei / 1_000n, usual: gwei / 1_000n, most: gwei },
    capGwei: 10,
    l1FeeOracle: '0x420000000000000000000000000000000000000f',
  },
};

const avalanche: EvmChain = {
  ...evm,
  chain: 'avalanche',
  chainId: 43_114n,
  coin: { code: 'AVAX', decimals: 18 },
  gasLowBelow: 0.5,
  // Nodes report only accepted blocks.
  finality: 'accepted',
  finalWithin: 'seconds',
  explorer: explorerAt('snowtrace.io'),
  blockSeconds: 2,
  fees: { tipWei: { least: 1n, usual: gwei / 1_000n, most: 2n * gwei }, capGwei: 300, l1FeeOracle: null },
};

const tron: TronChain = {
  family: 'tron',
  chain: 'tron',
  // The last four bytes of the genesis block's hash.
  chainId: 728_126_428n,
  coin: { code: 'TRX', decimals: 6 },
  gasLowBelow: 500,
  // This tag means Tron's solidified block.
  finality: 'finalized_tag',
  finalWithin: 'minutes',
  feeLevel: 'dollars',
  explorer: {
    address: 'https://tronscan.org/#/address/',
    transaction: 'https://tronscan.org/#/transaction/',
  },
  coinType: 195,
  // java-tron's own default (node.jsonrpc.maxBlockRange).
  maxLogRangeBlocks: 5_000,
  blockSeconds: 3,
  // A transfer to a wallet that never held USDT takes about 13 TRX, and took twice that before the price of 2025.
  fees: { limitTrx: 50, expirySeconds: 60 },
};

/** USDT of Tether's newer contract, and USDC issued by Circle itself. Both have six decimals on every chain. */
const tether = { asset: 'USDT', tokenDecimals: 6, freeze: 'isBlocked' } as const;
const circle = { asset: 'USDC', tokenDecimals: 6, freeze: 'isBlacklisted' } as const;

/** One row is one token on one chain. A new EVM network needs a row here and the address of a node. */
export const networks: readonly Network[] = [
  {
    ...ethereum,
    ...tether,
    id: 'ERC20',
    title: 'Ethereum (ERC-20)',
    token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    freeze: 'isBlackListed',
  },
  {
    ...tron,
    ...tether,
    id: 'TRC20',
    title: 'Tron (TRC-20)',
    // TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
    token: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    freeze: 'isBlackListed',
  },
  {
    ...polygon,
    ...tether,
    id: 'POLYGON',
    title: 'Polygon PoS',
    token: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  },
  {
    ...bnbSmartChain,
    ...tether,
    id: 'BEP20',
    title: 'BNB Smart Chain (BEP-20)',
    // Issued by Binance against USDT that it holds: 18 decimals, and a contract that cannot freeze addresses.
    token: '0x55d398326f99059ff775485246999027b3197955',
    tokenDecimals: 18,
    freeze: 'none',
  },
  {
    ...arbitrum,
    ...tether,
    id: 'ARBITRUM',
    title: 'Arbitrum One',
    token: '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
  },
  {
    ...base,
    ...tether,
    id: 'BASE',
    title: 'Base',
    // Bridged: the bridge's plain contract cannot freeze addresses.
    token: '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2',
    freeze: 'none',
  },
  {
    ...avalanche,
    ...tether,
    id: 'AVALANCHE',
    title: 'Avalanche C-Chain',
    token: '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
  },
  {
    ...ethereum,
    ...circle,
    id: 'USDC_ERC20',
    title: 'Ethereum (ERC-20)',
    token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  },
  {
    ...polygon,
    ...circle,
    id: 'USDC_POLYGON',
    title: 'Polygon PoS',
    // Circle's own token; 0x2791… is a different, bridged token of the same name.
    token: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
  },
  {
    ...arbitrum,
    ...circle,
    id: 'USDC_ARBITRUM',
    title: 'Arbitrum One',
    token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  },
  {
    ...base,
    ...circle,
    id: 'USDC_BASE',
    title: 'Base',
    token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  },
  {
    ...avalanche,
    ...circle,
    id: 'USDC_AVALANCHE',
    title: 'Avalanche C-Chain',
    token: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
  },
];

export function networkById(id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}

/** The asset of a network. */
export function assetOn(id: string): AssetCode {
  const network = networkById(id);
  if (!network) throw new Error(`there is no network ${id}`);
  return network.asset;
}

/** Other networks of the same family: an address is the same 20 bytes on all of them. */
export function peersOf(id: string): string[] {
  const family = networkById(id)?.family;
  return networks.filter((other) => other.family === family && other.id !== id).map((other) => other.id);
}
