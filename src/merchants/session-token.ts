import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { isId, newId } from '../db/ids.ts';
import { PasarelaError } from '../errors.ts';

/**
 * The access token of E1: a signed statement that this merchant may act in this session. Nothing
 * is stored; the session becomes known to the database with the charge it makes.
 */
export interface SessionTokens {
  issue(merchantId: string, now: Date): { accessToken: string; sessionId: string };
  verify(token: string): Session;
}

export interface Session {
  merchantId: string;
  sessionId: string;
}

export const tokenLifetimeSeconds = 60;
/** Tells these tokens from any other kind signed with the same key. */
const audience = 'pasarela:session';

interface Claims {
  sub: string;
  sid: string;
  aud: string;
  exp: number;
}

export function createSessionTokens(keys: Buffer[]): SessionTokens {
  const sign = createSigner({ key: keys[0] as Buffer, algorithm: 'HS256', noTimestamp: true });
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], allowedAud: audience }));

  return {
    issue(merchantId, now) {
      const sessionId = newId();
      // Rounded up: the token must not live a moment less than it says.
      const exp = Math.ceil(now.getTime() / 1000) + tokenLifetimeSeconds;
      const claims: Claims = { sub: merchantId, sid: sessionId, aud: audience, exp };
      return { accessToken: sign(claims), sessionId };
    },
    verify(token) {
      let failure: unknown;
      for (const verify of verifiers) {
        try {
          const claims = verify(token) as Claims;
          if (!isId(claims.sub) || !isId(claims.sid)) break;
          return { merchantId: claims.sub, sessionId: claims.sid };
        } catch (error) {
          failure = error;
          if (error instanceof TokenError && error.code === TokenError.codes.expired) {
            throw new PasarelaError(
              'token_expired',
              `The access token has expired; it lives ${tokenLifetimeSeconds} seconds. Request a new one.`,
            );
          }
        }
      }
      throw new PasarelaError('token_invalid', 'The access token is not valid. Request a new one.', {
        cause: failure,
      });
    },
  };
}
