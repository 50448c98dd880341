import type { Network } from './networks.ts';

/** A network on which this installation accepts payments, and how to reach it. */
export interface ServedNetwork {
  /** In the sandbox, with the token and chain id of its local chain. */
  network: Network;
  rpcUrls: string[];
  /** Tron's native API, used for sending; empty on other networks. */
  fullNodeUrls: string[];
  /** How many nodes must agree before an answer counts. */
  quorum: 1 | 2;
  /** The first block to read on a network that was never read; null: its present head. */
  startBlock: bigint | null;
  /** Whether public explorers show it; they do not show a local chain. */
  isPublic: boolean;
}
