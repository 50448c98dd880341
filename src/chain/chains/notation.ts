import { formatUnits } from '../../base/money/asset.ts';
import { formatAddress } from './address/codec.ts';
import { type Network, networkById } from './networks.ts';
import type { Notation } from './port/notation.ts';
import { formatParts } from './token-amount.ts';
import { formatTransactionHash } from './transaction-hash.ts';

/** For code that shows an order to people. */
export const notation: Notation = {
  formatAddress: (network: string, address: string) => formatAddress(rowOf(network).family, address),
  formatTransactionHash: (network: string, hash: string) =>
    formatTransactionHash(rowOf(network).family, hash),
  formatAmount: (network: string | null, units: bigint) =>
    network === null ? formatUnits(units) : formatParts(rowOf(network), units),
};

function rowOf(id: string): Network {
  const row = networkById(id);
  if (!row) throw new Error(`there is no network ${id}`);
  return row;
}
