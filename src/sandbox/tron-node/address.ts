import { utils } from 'tronweb';
import type { Hex } from 'viem';

/** What java-tron puts before the twenty bytes of an address on its main network. */
const PREFIX = '41';
const HEX_ADDRESS = /^(0x)?41[0-9a-fA-F]{40}$/;

/** A caller of the native API says by `visible` how both sides write addresses: base58check, or hex. */
export function readAddress(text: string, visible: boolean): Hex | null {
  if (visible) {
    const bytes = decodeBase58(text);
    return bytes && bytes.length === 21 && bytes[0] === 0x41
      ? `0x${Buffer.from(bytes.slice(1)).toString('hex')}`
      : null;
  }
  return HEX_ADDRESS.test(text) ? `0x${text.slice(-40).toLowerCase()}` : null;
}

function decodeBase58(text: string): number[] | false {
  try {
    return utils.crypto.decodeBase58Address(text);
  } catch {
    // A letter that is not of the alphabet.
    return false;
  }
}

export function writeAddress(address: Hex, visible: boolean): string {
  const bytes = addressBytes(address);
  return visible ? utils.crypto.getBase58CheckAddress([...bytes]) : bytes.toString('hex');
}

/** The 21 bytes as they stand in transactions. */
export function addressBytes(address: Hex): Buffer {
  return Buffer.from(PREFIX + address.slice(2), 'hex');
}

export function addressFromBytes(bytes: Uint8Array): Hex {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new RangeError('not a Tron address');
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`;
}
