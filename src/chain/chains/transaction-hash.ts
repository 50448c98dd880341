import type { Family } from './family.ts';

/** Parses a pasted transaction hash, with or without 0x; null: not a hash. */
export function parseTransactionHash(text: string): string | null {
  const match = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim());
  return match?.[1] ? `0x${match[1].toLowerCase()}` : null;
}

/** In the notation of the network's explorers and wallets: Tron omits the 0x. */
export function formatTransactionHash(family: Family, hash: string): string {
  return family === 'tron' ? hash.slice(2) : hash;
}
