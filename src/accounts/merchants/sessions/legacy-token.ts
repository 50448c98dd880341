import { createSignedToken, type SignedToken } from './signed-token.ts';
import { legacyTokenSeconds } from './token-lifetimes.ts';

/** The token of E3: it replaces the API key on the crypto endpoints and for reading, for an hour. */
export function createLegacyTokens(keys: Buffer[]): SignedToken {
  return createSignedToken(keys, 'pasarela:legacy', legacyTokenSeconds);
}
