import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { findPayoutByClaimHash, type Payout } from '../store.ts';

const tokenBytes = 32;
const tokenShape = /^[\w-]{43}$/;

/** The secret of a recipient's link, and how it is kept: by its hash, and sealed to be answered again. */
export function newClaimSecret(secrets: Secrets): { token: string; linkHash: Buffer; linkSealed: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, linkHash: hashOf(token), linkSealed: secrets.seal(token, 'payout-link') };
}

export function openClaimSecret(secrets: Secrets, linkSealed: Buffer): string {
  return secrets.open(linkSealed, 'payout-link');
}

/**
 * The payout that a link leads to. It is looked up by the hash of the secret: how long that takes tells
 * nothing about secrets that are near.
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
