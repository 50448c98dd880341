import type { SearchResult } from './crypto-checkout.ts';

/** A failed search for a customer's transaction, with the text they typed. */
export interface FailedSearch {
  text: string;
  result: Exclude<SearchResult, 'found'>;
}

/** Longer than any explorer's URL of a transaction. */
export const maxSearchLength = 300;

/**
 * Finds the transaction hash in the customer's text: with or without 0x, in capitals, or inside the explorer URL that a
 * wallet shares. null: there is none, or more than one.
 */
export function readTransactionHash(text: string): string | null {
  const hashes = text.slice(0, maxSearchLength).match(/(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi) ?? [];
  const [hash] = hashes;
  return hash && hashes.length === 1 ? `0x${hash.slice(-64).toLowerCase()}` : null;
}
