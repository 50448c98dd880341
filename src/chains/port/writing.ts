/** How networks write addresses and hashes. */
export interface Writing {
  formatAddress(network: string, address: string): string;
  formatTransactionHash(network: string, transactionHash: string): string;
}
