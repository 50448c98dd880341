import { randomBytes } from 'node:crypto';

/**
 * An API key reads `psk_<id>_<secret>`. The id is public: it names the key in lists and finds its
 * row. The whole key is shown once and stored only as a keyed hash.
 */
export interface ApiKey {
  id: string;
  merchantId: string;
  keyHash: Buffer;
  expiresAt: Date | null;
}

const idBytes = 6;
const secretBytes = 24;

export function newApiKey(random: (bytes: number) => Buffer = randomBytes): { id: string; key: string } {
  const id = random(idBytes).toString('hex');
  return { id, key: `psk_${id}_${random(secretBytes).toString('hex')}` };
}

const prefix = 'psk_';
const idEnd = prefix.length + idBytes * 2;
const keyLength = idEnd + 1 + secretBytes * 2;

/** The id inside a key, or null for what cannot be a key of ours. */
export function apiKeyId(key: string): string | null {
  const isShaped = key.length === keyLength && key.startsWith(prefix) && key[idEnd] === '_';
  return isShaped ? key.slice(prefix.length, idEnd) : null;
}
