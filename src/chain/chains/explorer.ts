import { formatAddress } from './address/codec.ts';
import type { Network } from './networks.ts';
import { formatTransactionHash } from './transaction-hash.ts';

export function explorerTransactionUrl(network: Network, transactionHash: string): string {
  return network.explorer.transaction + formatTransactionHash(network.family, transactionHash);
}

export function explorerAddressUrl(network: Network, address: string): string {
  return network.explorer.address + formatAddress(network.family, address);
}
