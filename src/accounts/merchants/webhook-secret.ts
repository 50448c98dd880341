import { randomBytes } from 'node:crypto';

/** Standard Webhooks requires 24 to 64 bytes; 32 is the size of the hash. */
const secretBytes = 32;
const minSecretBytes = 24;
const prefix = 'whsec_';

export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** The key that a secret encodes. */
export function bytesOfWebhookSecret(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : '', 'base64');
  // Node's decoder skips invalid base64: a damaged secret must not silently become a short or empty key.
  if (key.length < minSecretBytes)
    throw new Error('a webhook secret is whsec_ and at least 24 bytes in base64');
  return key;
}
