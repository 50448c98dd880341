/** How each network writes addresses and hashes for people. */
export interface Notation {
  formatAddress(network: string, address: string): string;
  formatTransactionHash(network: string, transactionHash: string): string;
}
