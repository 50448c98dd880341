import type { SearchResult } from './crypto-checkout.ts';

/** A search for a customer's transaction that did not find it, with what they had typed. */
export interface FailedSearch {
  text: string;
  result: Exclude<SearchResult, 'found'>;
}

/** More than any explorer's address of a transaction takes. */
export const maxSearchLength = 300;

/**
 * The transaction hash in what a customer pasted: with or without 0x, in capitals, or inside the
 * explorer's address that a wallet's "share" gives. null: there is none, or more than one.
 */
export function readTransactionHash(text: string): string | null {
  const hashes = text.slice(0, maxSearchLength).match(/(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi) ?? [];
  const [hash] = hashes;
  return hash && hashes.length === 1 ? `0x${hash.slice(-64).toLowerCase()}` : null;
}
