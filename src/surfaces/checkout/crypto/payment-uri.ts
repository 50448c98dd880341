import type { NetworkChoice } from './crypto-checkout.ts';

/** The first four bytes of the hash of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';

/** EIP-681: asks an Ethereum wallet for a transfer of the token. null: the network has no payment URIs. */
export function paymentUri(network: NetworkChoice, address: string, amountUnits: bigint): string | null {
  if (network.family !== 'evm' || network.chainId === null) return null;
  const query = `address=${network.formatAddress(address)}&uint256=${network.partsOf(amountUnits)}`;
  return `ethereum:${network.token}@${network.chainId}/transfer?${query}`;
}

/** The same transfer as call data, for a wallet in the browser. */
export function transferCallData(network: NetworkChoice, address: string, amountUnits: bigint): string {
  const words = [address.slice(2), network.partsOf(amountUnits).toString(16)].map((word) =>
    word.padStart(64, '0'),
  );
  return `0x${transferSelector}${words.join('')}`;
}
