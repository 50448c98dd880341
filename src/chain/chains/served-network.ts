import type { Network } from './networks.ts';

/** A network that this installation takes payments on, and how it is reached. */
export interface ServedNetwork {
  /** In the sandbox with the token and the chain id of its local chain. */
  network: Network;
  rpcUrls: string[];
  /** Tron's native API, which transactions are sent by; empty on networks that have none. */
  fullNodeUrls: string[];
  /** How many nodes must agree before an answer counts. */
  quorum: 1 | 2;
  /** Where to begin on a network that was never read; null: at its present end. */
  startBlock: bigint | null;
  /** Whether the network's explorers know it: they do not know a local chain. */
  isPublic: boolean;
}
