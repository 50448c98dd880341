import { createVerifier, TokenError } from 'fast-jwt';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { isSame } from '../../../base/ground/is-same.ts';
import { hmacSha256 } from './hmac.ts';

/** Whom a token speaks for: a merchant, through one of its API keys, and only while that key works. */
export interface TokenHolder {
  merchantId: string;
  keyId: string;
}

/** One kind of signed token. Nothing is stored: the signature and the time in it are all there is. */
export interface SignedToken {
  readonly lifetimeSeconds: number;
  /** `subject` is what the token is about beside its holder; '' for nothing. */
  sign(holder: TokenHolder, subject: string, now: Date): string;
  verify(token: string): TokenHolder & { subject: string };
  /** The same of a token that is to the letter as `sign` makes it; null: ask `verify`. */
  recognize(token: string): (TokenHolder & { subject: string }) | null;
}

interface Claims {
  sub: string;
  key: string;
  sid: string;
  aud: string;
  exp: number;
}

/**
 * Signing is two lines of the standard (RFC 7515, compact form) and the dearest part of E1: a library that does
 * the same takes a third more of that request. So is knowing it again: the same header, a signature of ours, and a time that
 * is not over. Judging whatever else is sent stays with the library.
 */
const start = `${base64url('{"alg":"HS256","typ":"JWT"}')}.`;
/** Longer than any that we sign. */
const maxTokenLength = 1_000;

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** `audience` tells tokens of this kind from any other signed with the same keys. */
export function createSignedToken(keys: Buffer[], audience: string, lifetimeSeconds: number): SignedToken {
  const signatures = keys.map(hmacSha256);
  const signatureOf = signatures[0] as (text: string) => string;
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], allowedAud: audience }));

  return {
    lifetimeSeconds,
    sign({ merchantId, keyId }, subject, now) {
      // Rounded up: the token must not live a moment less than it says.
      const exp = Math.ceil(now.getTime() / 1000) + lifetimeSeconds;
      // Ids, which need no escaping.
      const claims = `{"sub":"${merchantId}","key":"${keyId}","sid":"${subject}","aud":"${audience}","exp":${exp}}`;
      const input = start + base64url(claims);
      return `${input}.${signatureOf(input)}`;
    },
    recognize(token) {
      if (token.length > maxTokenLength || !token.startsWith(start)) return null;
      const end = token.lastIndexOf('.');
      const input = token.slice(0, end);
      const signature = Buffer.from(token.slice(end + 1));
      if (!signatures.some((sign) => isSame(Buffer.from(sign(input)), signature))) return null;
      const claims: Claims = JSON.parse(Buffer.from(input.slice(start.length), 'base64url').toString());
      const isGood = claims.aud === audience && Date.now() < claims.exp * 1000 && isId(claims.sub);
      return isGood ? { merchantId: claims.sub, keyId: claims.key, subject: claims.sid } : null;
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

/** Whom a token of ours would speak for, of one that proves nothing: it has run out, or was never signed. */
export function merchantNamedIn(token: string): string | null {
  if (token.length > maxTokenLength || !token.startsWith(start)) return null;
  try {
    const { sub }: Partial<Claims> = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    return typeof sub === 'string' && isId(sub) ? sub : null;
  } catch {
    return null;
  }
}
