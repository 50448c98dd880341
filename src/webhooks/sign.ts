import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64 bytes; 32 is the size of the hash. */
const SECRET_BYTES = 32;
const MIN_SECRET_BYTES = 24;
const SECRET_PREFIX = 'whsec_';

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export interface SignInput {
  id: string;
  timestampSeconds: number;
  /** Exactly the text that is sent: a receiver hashes the bytes it gets, not the JSON it reads. */
  body: string;
  /** One signature each. While a secret is being rotated both the new and the old one are here, and a receiver may know either. */
  secrets: string[];
}

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export function signatureHeaders({ id, timestampSeconds, body, secrets }: SignInput): SignatureHeaders {
  // A dot in the id would let the same signature be read as another id, time and body.
  if (id === '' || id.includes('.')) throw new Error('a webhook id is not empty and contains no dot');
  if (!Number.isSafeInteger(timestampSeconds)) throw new Error('a webhook timestamp is whole seconds');
  if (secrets.length === 0) throw new Error('a webhook is signed with at least one secret');
  const signed = `${id}.${timestampSeconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((secret) => sign(signed, secret)).join(' '),
  };
}

function sign(signed: string, secret: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`;
}

/** Made once for each secret: making one takes several times as long as a signature. */
const keys = new Map<string, KeyObject>();
const maxKeys = 1_000;

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= maxKeys) keys.clear();
  const made = createSecretKey(bytesOf(secret));
  keys.set(secret, made);
  return made;
}

function bytesOf(secret: string): Buffer {
  const key = Buffer.from(
    secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '',
    'base64',
  );
  // Node's decoder skips what is not base64: a damaged secret must not quietly become a short or empty key.
  if (key.length < MIN_SECRET_BYTES)
    throw new Error('a webhook secret is whsec_ and at least 24 bytes in base64');
  return key;
}
