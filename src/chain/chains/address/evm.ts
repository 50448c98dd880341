import { getAddress } from 'viem/utils';
import { type AddressFault, looksLikeTron } from './fault.ts';

export function parseEvmAddress(given: string): string | AddressFault {
  const text = given.trim();
  if (looksLikeTron(text)) {
    return {
      code: 'address_of_tron',
      message: 'This is a Tron address. On this network an address starts with 0x.',
    };
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    return { code: 'address_malformed', message: 'An address here is 0x and 40 hexadecimal digits.' };
  }
  const address = text.toLowerCase();
  const digits = text.slice(2);
  // An address in a single case carries no EIP-55 checksum to verify.
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && formatEvmAddress(address) !== text) {
    return {
      code: 'address_checksum',
      message: 'The address has a typing mistake: its checksum does not fit.',
    };
  }
  return address;
}

export function formatEvmAddress(address: string): string {
  return getAddress(address);
}
