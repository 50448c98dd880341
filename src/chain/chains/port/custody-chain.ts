import type { Chain, TransferLog } from './chain.ts';

/** The port to a blockchain, for tracing what moved our wallets' tokens. */
export interface CustodyChain extends Chain {
  /**
   * Transfers from or to any of these few addresses in these blocks, both included, each once and in chain order.
   * Blocks that are not final are read as one node has them now.
   */
  transfersWith(addresses: readonly string[], fromBlock: bigint, toBlock: bigint): Promise<TransferLog[]>;
}
