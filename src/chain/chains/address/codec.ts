import type { Family } from '../family.ts';
import { formatEvmAddress, parseEvmAddress } from './evm.ts';
import type { AddressFault } from './fault.ts';
import { formatTronAddress, parseTronAddress } from './tron.ts';

/**
 * Inside, an address is its 20 bytes as lower-case 0x hex on every network. These two are the only
 * way in from what people type and the only way out to what they read.
 */
export function parseAddress(family: Family, text: string): string | AddressFault {
  return family === 'tron' ? parseTronAddress(text) : parseEvmAddress(text);
}

export function formatAddress(family: Family, address: string): string {
  // Addresses inside come from the chain or from parseAddress: another shape is a fault of ours.
  if (!/^0x[0-9a-f]{40}$/.test(address)) throw new TypeError(`not an inner address: ${address}`);
  return family === 'tron' ? formatTronAddress(address) : formatEvmAddress(address);
}
