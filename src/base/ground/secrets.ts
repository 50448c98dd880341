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
 * All secrets derive from one master secret. Each purpose has its own derived key, so no two uses share one. After a
 * change of the master secret the previous one still opens and verifies what was made under it, as long as it is
 * configured; RetiredKeys holds what must outlive even that.
 */
export interface Secrets {
  /** The first signs; any of them verifies. */
  tokenKeys: Buffer[];
  hashApiKey(key: string): Buffer;
  matchesApiKey(key: string, hash: Buffer): boolean;
  /** Sealed for one purpose; another purpose cannot open it. */
  seal(plaintext: string, purpose: SealPurpose): Buffer;
  open(sealed: Buffer, purpose: SealPurpose): string;
  /** Reseals under the present master secret; null: it already is. */
  reseal(sealed: Buffer, purpose: SealPurpose): Buffer | null;
  /** Recognises a value again without revealing it: card numbers, client addresses. */
  fingerprint(value: string): Buffer;
  /** The fingerprint under every master secret, the present one first: for values stored before a change. */
  fingerprints(value: string): Buffer[];
  /** A value that every process with this master secret derives alike, for the demo merchant. */
  derive(purpose: string, bytes: number): Buffer;
  /** The keys to keep of all master secrets except the present one. */
  retiredKeys: RetiredKeys[];
}

/**
 * The keys of a former master secret that are kept for good, sealed under the present one, because their values cannot
 * be recreated: API keys are known only by their hash, and merchants hold the hashes of crypto orders. Nothing else is
 * accepted under these keys.
 */
export interface RetiredKeys {
  /** In hex. */
  apiKeyHash: string;
  orderSeal: string;
}

export type SealPurpose =
  | 'webhook-secret'
  | 'crypto-order'
  | 'payout-link'
  | 'card-account'
  | 'bank-details'
  | 'sign-in-secret'
  | 'secret-check'
  | 'retired-keys';

export class UnreadableSecret extends Error {
  constructor() {
    super('A stored secret cannot be opened: SECRET_KEY is not the one it was sealed under.');
  }
}

const ivBytes = 12;
const tagBytes = 16;

export function createSecrets(masters: Buffer[], retired: RetiredKeys[] = []): Secrets {
  const [current] = masters;
  if (!current) throw new Error('createSecrets needs a master secret');
  const bytesFor = (purpose: string): Buffer[] => masters.map((master) => derive(master, purpose, 32));
  // Key objects: with a Buffer, Node.js imports the key at every call (measured: 12 µs of a sealing's 20).
  const keysFor = (purpose: string): KeyObject[] => bytesFor(purpose).map((key) => createSecretKey(key));
  const hashKeys = keysFor('api-key-hash');
  const sealKeys = keysFor('seal');
  const given = masters.map(
    (_, at): RetiredKeys => ({
      apiKeyHash: (hashKeys[at] as KeyObject).export().toString('hex'),
      orderSeal: (sealKeys[at] as KeyObject).export().toString('hex'),
    }),
  );
  const old = retired.filter((keys) => !given.some(({ apiKeyHash }) => apiKeyHash === keys.apiKeyHash));
  const apiKeyKeys = [...hashKeys, ...old.map(({ apiKeyHash }) => createSecretKey(apiKeyHash, 'hex'))];
  const orderKeys = [...sealKeys, ...old.map(({ orderSeal }) => createSecretKey(orderSeal, 'hex'))];
  const fingerprintKeys = keysFor('fingerprint');

  function openUnder(keys: KeyObject[], sealed: Buffer, purpose: SealPurpose): string {
    for (const key of keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const body = decipher.update(sealed.subarray(ivBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        // Sealed under another key, or truncated: the next key may fit.
      }
    }
    throw new UnreadableSecret();
  }

  function seal(plaintext: string, purpose: SealPurpose): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', sealKeys[0] as KeyObject, iv, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  return {
    tokenKeys: bytesFor('token'),
    hashApiKey: (key) => hmac(apiKeyKeys[0] as KeyObject, key),
    matchesApiKey: (key, hash) => apiKeyKeys.some((apiKeyKey) => timingSafeEqual(hmac(apiKeyKey, key), hash)),
    seal,
    open: (sealed, purpose) => openUnder(purpose === 'crypto-order' ? orderKeys : sealKeys, sealed, purpose),
    reseal(sealed, purpose) {
      try {
        openUnder(sealKeys.slice(0, 1), sealed, purpose);
        return null;
      } catch {
        return seal(openUnder(sealKeys.slice(1), sealed, purpose), purpose);
      }
    },
    fingerprint: (value) => hmac(fingerprintKeys[0] as KeyObject, value),
    fingerprints: (value) => fingerprintKeys.map((key) => hmac(key, value)),
    derive: (purpose, bytes) => derive(current, `derive:${purpose}`, bytes),
    retiredKeys: [...given.slice(1), ...old],
  };
}

function derive(master: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `pasarela:${purpose}`, bytes));
}

/**
 * Takes a key object: Node.js converts a Buffer into one at every call, which takes longer than the hash (15 µs, not
 * 3).
 */
function hmac(key: KeyObject, value: string): Buffer {
  return createHmac('sha256', key).update(value).digest();
}
