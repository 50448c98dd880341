import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { bytesOfWebhookSecret } from '../../../accounts/merchants/webhook-secret.ts';

export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export interface SignInput {
  id: string;
  timestampSeconds: number;
  /** Exactly the text that is sent: a receiver hashes the bytes it gets, not the parsed JSON. */
  body: string;
  /**
   * One signature each. During a rotation this has both the new and the old secret, because a receiver may know either.
   */
  secrets: string[];
}

/** The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export function signatureHeaders({ id, timestampSeconds, body, secrets }: SignInput): SignatureHeaders {
  // A dot in the id would let the same signature match another id, time and body.
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

/** Cached per secret: making a key takes several times as long as a signature. */
const keys = new Map<string, KeyObject>();
const maxKeys = 1_000;

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= maxKeys) keys.clear();
  const made = createSecretKey(bytesOfWebhookSecret(secret));
  keys.set(secret, made);
  return made;
}
