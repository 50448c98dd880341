import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { findPayoutByClaimHash, type Payout } from '../store.ts';

const tokenBytes = 32;
const tokenShape = /^[\w-]{43}$/;

/** Makes the secret of a recipient's claim URL. It is kept as a hash, and sealed so that it can be returned again. */
export function newClaimSecret(secrets: Secrets): { token: string; linkHash: Buffer; linkSealed: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, linkHash: hashOf(token), linkSealed: secrets.seal(token, 'payout-link') };
}

export function openClaimSecret(secrets: Secrets, linkSealed: Buffer): string {
  return secrets.open(linkSealed, 'payout-link');
}

/**
 * The payout of a claim URL. The lookup uses the hash of the secret, so its duration reveals nothing about similar
 * secrets.
 */
export async function findPayoutByClaim(db: Db, token: string): Promise<Payout | null> {
  return isClaimToken(token) ? await findPayoutByClaimHash(db, hashOf(token)) : null;
}

export function isClaimToken(text: string): boolean {
  return tokenShape.test(text);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
