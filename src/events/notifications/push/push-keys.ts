import { createECDH, type ECDH } from 'node:crypto';
import type { Secrets } from '../../../base/ground/secrets.ts';

/** The key pair by which push services know this installation (VAPID), as they write it. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Derived from SECRET_KEY, so that every process has the same and none is stored. After a change of SECRET_KEY browsers
 * subscribe anew when their person next opens the dashboard.
 */
export function pushKeysOf(secrets: Pick<Secrets, 'derive'>): PushKeys {
  const pair = keyPair(secrets, 0);
  return {
    publicKey: pair.getPublicKey('base64url'),
    // Without its leading zeros the key would be shorter than push services take.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
}

/** Almost every number of 256 bits is a key of the curve; the next one is taken if not. */
function keyPair(secrets: Pick<Secrets, 'derive'>, at: number): ECDH {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(secrets.derive(`web-push-${at}`, 32));
    return pair;
  } catch (error) {
    if (at >= 9) throw error;
    return keyPair(secrets, at + 1);
  }
}
