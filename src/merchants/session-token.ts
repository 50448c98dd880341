import { isId, newIdOf } from '../db/ids.ts';
import { PasarelaError } from '../ground/errors.ts';
import { createSignedToken, type TokenHolder } from './signed-token.ts';

/**
 * The access token of E1: it lets a merchant act in one session for a minute. The session becomes
 * known to the database with the charge it makes.
 */
export interface SessionTokens {
  issue(holder: TokenHolder, now: Date): { accessToken: string; sessionId: string };
  verify(token: string): Session;
  /** The same of a token as it was issued, and for less; null: ask `verify`. */
  recognize(token: string): Session | null;
}

export interface Session extends TokenHolder {
  sessionId: string;
}

export const tokenLifetimeSeconds = 60;

export function createSessionTokens(keys: Buffer[]): SessionTokens {
  const token = createSignedToken(keys, 'pasarela:session', tokenLifetimeSeconds);
  return {
    issue(holder, now) {
      const sessionId = newIdOf(holder.merchantId);
      return { accessToken: token.sign(holder, sessionId, now), sessionId };
    },
    verify(text) {
      const session = toSession(token.verify(text));
      if (session) return session;
      throw new PasarelaError('token_invalid', 'The access token is not valid. Request a new one.');
    },
    recognize(text) {
      const known = token.recognize(text);
      return known && toSession(known);
    },
  };
}

/** The session becomes the charge's id, which the database takes as nothing else. */
function toSession({ merchantId, keyId, subject }: TokenHolder & { subject: string }): Session | null {
  return isId(subject) ? { merchantId, keyId, sessionId: subject } : null;
}
