import { createHash, createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { httpbis } from 'http-message-signatures';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { isSame } from '../../../base/ground/is-same.ts';
import { keyPrefix } from '../keys/api-key.ts';
import type { Asker } from '../keys/asker.ts';

/** How long a signature is valid, and how far the signer's clock may be ahead. */
const maxAgeSeconds = 300;
const aheadSeconds = 30;
/** The parts that must be signed: no one may change a request's destination or content. */
const covered = ['@method', '@path', 'content-digest'];

export interface SignedRequest {
  method: string;
  /** The request target as sent, with its query. */
  target: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes as sent. */
  body: Buffer;
}

/**
 * Requires a signature (RFC 9421) on an API key's request that moves a payout, if the key has a signing key or the
 * merchant demands it: a thief of the API key alone cannot pay out.
 */
export async function requireSignature(
  request: SignedRequest,
  { key }: Asker,
  isDemanded: boolean,
): Promise<void> {
  if (key === null || (key.signingKey === null && !isDemanded)) return;
  if (key.signingKey === null) {
    throw new PasarelaError(
      'signature_missing',
      `Payouts of this merchant have to be signed, and the API key ${keyPrefix(key.id)}… has no signing key. Make a key with one.`,
    );
  }
  const { signature, 'signature-input': input, 'content-digest': digest } = request.headers;
  if (signature === undefined || input === undefined || digest === undefined) {
    const message =
      'This request has to be signed: send Content-Digest, Signature-Input and Signature (RFC 9421).';
    throw new PasarelaError('signature_missing', message);
  }
  if (!isDigestOf(String(digest), request.body)) {
    throw invalid('Content-Digest is not sha-256 or sha-512 of the body as it was sent');
  }
  if (!(await isSignedBy(request, key.signingKey))) {
    throw invalid('it was not made by the private half of the signing key, or not over what was sent');
  }
}

/** RFC 9530: every given digest must match the body, and at least one must use an algorithm that we know. */
function isDigestOf(header: string, body: Buffer): boolean {
  const named = [...header.matchAll(/(sha-256|sha-512)=:([A-Za-z0-9+/=]{1,100}):/g)];
  return (
    named.length > 0 &&
    named.every(([, name = '', value = '']) => {
      const digest = createHash(name.replace('-', '')).update(body).digest();
      return isSame(Buffer.from(value, 'base64'), digest);
    })
  );
}

async function isSignedBy(request: SignedRequest, signingKey: Buffer): Promise<boolean> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: signingKey.toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const nowSeconds = Math.floor(Date.now() / 1000);
  try {
    const isGood = await httpbis.verifyMessage(
      {
        keyLookup: async () => ({
          algs: ['ed25519'],
          verify: async (data, signature) => verify(null, data, publicKey, signature),
        }),
        requiredFields: covered,
        requiredParams: ['created'],
        maxAge: maxAgeSeconds,
        notAfter: nowSeconds + aheadSeconds,
      },
      // Only its path and query are used.
      { method: request.method, url: new URL(request.target, 'http://localhost'), headers },
    );
    return isGood === true;
  } catch (error) {
    // The library's message says what is missing or malformed.
    throw invalid(error instanceof Error ? error.message : 'it cannot be read');
  }
}

function invalid(why: string): PasarelaError {
  return new PasarelaError('invalid_signature', `The signature was refused: ${why}.`);
}
