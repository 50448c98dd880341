import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Everything secret hangs on one master secret. Each purpose has its own key, derived from it, so
 * no two uses share one. After a change of the master secret the previous one still opens and
 * verifies what was made under it.
 */
export interface Secrets {
  /** Signs with the first, verifies with any. */
  tokenKeys: Buffer[];
  hashApiKey(key: string): Buffer;
  matchesApiKey(key: string, hash: Buffer): boolean;
  /** Sealed for a purpose; what is sealed for one does not open for another. */
  seal(plaintext: string, purpose: SealPurpose): Buffer;
  open(sealed: Buffer, purpose: SealPurpose): string;
  /** Recognises the same value again without revealing it: card numbers, client addresses. */
  fingerprint(value: string): Buffer;
  /** A value that every process with this master secret arrives at, for the demo merchant. */
  derive(purpose: string, bytes: number): Buffer;
}

export type SealPurpose = 'webhook-secret' | 'crypto-order' | 'payout-link' | 'secret-check';

const ivBytes = 12;
const tagBytes = 16;

export function createSecrets(masters: Buffer[]): Secrets {
  const [current] = masters;
  if (!current) throw new Error('createSecrets needs a master secret');
  const keysFor = (purpose: string): Buffer[] => masters.map((master) => derive(master, purpose, 32));
  const apiKeyKeys = keysFor('api-key-hash').map((key) => createSecretKey(key));
  const sealKeys = keysFor('seal');
  const fingerprintKey = createSecretKey(derive(current, 'fingerprint', 32));

  return {
    tokenKeys: keysFor('token'),
    hashApiKey: (key) => hmac(apiKeyKeys[0] as KeyObject, key),
    matchesApiKey: (key, hash) => apiKeyKeys.some((apiKeyKey) => timingSafeEqual(hmac(apiKeyKey, key), hash)),
    seal(plaintext, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKeys[0] as Buffer, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      for (const key of sealKeys) {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
        try {
          return Buffer.concat([body, decipher.final()]).toString('utf8');
        } catch {
          // Not sealed under this key: the next one may fit.
        }
      }
      throw new Error('A stored secret cannot be opened: SECRET_KEY is not the one it was sealed under.');
    },
    fingerprint: (value) => hmac(fingerprintKey, value),
    derive: (purpose, bytes) => derive(current, `derive:${purpose}`, bytes),
  };
}

function derive(master: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `pasarela:${purpose}`, bytes));
}

/** Under a key object: a Buffer is made into one at every call, which takes longer than the hash (15 µs, not 3). */
function hmac(key: KeyObject, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}
