/** How networks write addresses, hashes and amounts. */
export interface Notation {
  formatAddress(network: string, address: string): string;
  formatTransactionHash(network: string, transactionHash: string): string;
  /** With as many decimals as the network's contract has; null: no network is chosen yet, so with those of the books. */
  formatAmount(network: string | null, units: bigint): string;
}
