import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { type AddressFault, looksLikeEvm } from './fault.ts';

/** The first of a Tron address's 21 bytes: makes every address start with T. */
const mainNetPrefix = 0x41;

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());

export function parseTronAddress(given: string): string | AddressFault {
  const text = given.trim();
  if (looksLikeEvm(text)) {
    return {
      code: 'address_of_ethereum',
      message: 'This is an Ethereum address. On Tron an address starts with T.',
    };
  }
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
    return { code: 'address_malformed', message: 'A Tron address is T and 33 further letters and digits.' };
  }
  const bytes = decode(text);
  if (bytes === null) {
    return {
      code: 'address_checksum',
      message: 'The address has a typing mistake: its checksum does not fit.',
    };
  }
  if (bytes.length !== 21 || bytes[0] !== mainNetPrefix) {
    return { code: 'address_malformed', message: 'This is not an address of the Tron network.' };
  }
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`;
}

export function formatTronAddress(address: string): string {
  const bytes = Buffer.from(address.slice(2), 'hex');
  return base58check.encode(Buffer.concat([Buffer.of(mainNetPrefix), bytes]));
}

function decode(text: string): Uint8Array | null {
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
}
