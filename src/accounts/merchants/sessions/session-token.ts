import { isId, newIdOf } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { createSignedToken, type TokenHolder } from './signed-token.ts';

/**
 * The access token of E1: a merchant acts in one session for a minute. The session is first stored with the charge that
 * it creates.
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
      const { merchantId, keyId, subject } = token.verify(text);
      // The session becomes the charge's id, so it must be a valid id.
      if (isId(subject)) return { merchantId, keyId, sessionId: subject };
      throw new PasarelaError('token_invalid', 'The access token is not valid. Request a new one.');
    },
  };
}
