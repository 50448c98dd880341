import type { Hex } from 'viem';
import { formatAddress, parseAddress } from '../../chain/chains/address/codec.ts';

/** java-tron's prefix of the twenty address bytes on its main network. */
const prefix = '41';
const hexAddress = /^(0x)?41[0-9a-fA-F]{40}$/;

/** In the native API, `visible` selects the notation of addresses on both sides: base58check, or hex. */
export function readAddress(text: string, visible: boolean): Hex | null {
  if (visible) {
    const address = parseAddress('tron', text);
    return typeof address === 'string' ? (address as Hex) : null;
  }
  return hexAddress.test(text) ? `0x${text.slice(-40).toLowerCase()}` : null;
}

export function writeAddress(address: Hex, visible: boolean): string {
  return visible ? formatAddress('tron', address) : addressBytes(address).toString('hex');
}

/** The 21 bytes of an address in transactions. */
export function addressBytes(address: Hex): Buffer {
  return Buffer.from(prefix + address.slice(2), 'hex');
}

export function addressFromBytes(bytes: Uint8Array): Hex {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new RangeError('not a Tron address');
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`;
}
