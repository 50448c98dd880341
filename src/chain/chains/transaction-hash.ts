import type { Family } from './family.ts';

/** A transaction hash as a customer pastes it, with or without 0x; null: it is none. */
export function parseTransactionHash(text: string): string | null {
  const match = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim());
  return match?.[1] ? `0x${match[1].toLowerCase()}` : null;
}

/** As the network's explorers and wallets write it: Tron leaves the 0x away. */
export function formatTransactionHash(family: Family, hash: string): string {
  return family === 'tron' ? hash.slice(2) : hash;
}
