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
      const { subject, ...holder } = token.verify(text);
      // The session becomes the charge's id, which the database takes as nothing else.
      if (!isId(subject)) {
        throw new PasarelaError('token_invalid', 'The access token is not valid. Request a new one.');
      }
      return { ...holder, sessionId: subject };
    },
  };
}
