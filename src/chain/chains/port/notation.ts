/** The networks' notation of addresses, hashes and amounts. */
export interface Notation {
  formatAddress(network: string, address: string): string;
  formatTransactionHash(network: string, transactionHash: string): string;
  /** With the decimals of the network's contract; null: no network is chosen yet, so with those of the books. */
  formatAmount(network: string | null, units: bigint): string;
}
