import { createDecoder, createSigner, createVerifier, TokenError } from 'fast-jwt';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';

/** The merchant of a token, and the API key that obtained it. The token works only while that key does. */
export interface TokenHolder {
  merchantId: string;
  keyId: string;
}

/** One kind of signed token (JWT, HS256). Nothing is stored. */
export interface SignedToken {
  readonly lifetimeSeconds: number;
  /** `subject` is the token's subject beside its holder; '' for none. */
  sign(holder: TokenHolder, subject: string, now: Date): string;
  verify(token: string): TokenHolder & { subject: string };
}

interface Claims {
  sub: string;
  key: string;
  sid: string;
  aud: string;
  exp: number;
}

/** Longer than any token of ours. */
const maxTokenLength = 1_000;
const decode = createDecoder();

/**
 * Signs with the first key and verifies with any. `audience` prevents a token of one kind from being used as another.
 */
export function createSignedToken(keys: Buffer[], audience: string, lifetimeSeconds: number): SignedToken {
  const signWith = createSigner({ key: keys[0] as Buffer, algorithm: 'HS256', noTimestamp: true });
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], allowedAud: audience }));

  return {
    lifetimeSeconds,
    sign({ merchantId, keyId }, subject, now) {
      // Rounded up: a token must not expire earlier than stated.
      const exp = Math.ceil(now.getTime() / 1000) + lifetimeSeconds;
      const claims: Claims = { sub: merchantId, key: keyId, sid: subject, aud: audience, exp };
      return signWith(claims);
    },
    verify(token) {
      let failure: unknown;
      for (const verify of verifiers) {
        try {
          const { sub, key, sid } = verify(token) as Claims;
          if (isId(sub)) return { merchantId: sub, keyId: key, subject: sid };
        } catch (error) {
          failure = error;
          if (error instanceof TokenError && error.code === TokenError.codes.expired) {
            throw new PasarelaError(
              'token_expired',
              `The token has expired; it lives ${lifetimeSeconds} seconds. Request a new one.`,
            );
          }
        }
      }
      throw new PasarelaError('token_invalid', 'The token is not valid. Request a new one.', {
        cause: failure,
      });
    },
  };
}

/** The merchant named in a token, without verifying the token. For the log of refused requests. */
export function merchantNamedIn(token: string): string | null {
  if (token.length > maxTokenLength) return null;
  try {
    const { sub } = decode(token) as Partial<Claims>;
    return typeof sub === 'string' && isId(sub) ? sub : null;
  } catch {
    return null;
  }
}
