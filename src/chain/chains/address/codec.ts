import type { Family } from '../family.ts';
import { formatEvmAddress, parseEvmAddress } from './evm.ts';
import type { AddressFault } from './fault.ts';
import { formatTronAddress, parseTronAddress } from './tron.ts';

/**
 * Internally an address is its 20 bytes as lower-case 0x hex on every network. These two functions are the only
 * conversion from typed addresses and to displayed ones.
 */
export function parseAddress(family: Family, text: string): string | AddressFault {
  return family === 'tron' ? parseTronAddress(text) : parseEvmAddress(text);
}

export function formatAddress(family: Family, address: string): string {
  // Internal addresses come from the chain or from parseAddress: another shape is our own bug.
  if (!/^0x[0-9a-f]{40}$/.test(address)) throw new TypeError(`not an inner address: ${address}`);
  return family === 'tron' ? formatTronAddress(address) : formatEvmAddress(address);
}
