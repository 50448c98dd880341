import { randomBytes } from 'node:crypto';
import { isPlainText, plainly } from '../../../base/ground/plain-text.ts';
import type { KeyBounds, KeyMaker, KeyScope } from './key-scopes.ts';

/**
 * An API key reads `psk_<id>_<secret>`. The id is public: it names the key in lists and finds its
 * row. The whole key is shown once and stored only as a keyed hash.
 */
export interface ApiKey {
  id: string;
  merchantId: string;
  keyHash: Buffer;
  expiresAt: Date | null;
  /** null: all, as every key had before there were scopes. */
  scopes: KeyScope[] | null;
  bounds: KeyBounds;
  /** null: the command line made it. */
  maker: KeyMaker | null;
  /** Ed25519, by which its payouts must be signed; null: they need not be. */
  signingKey: Buffer | null;
  /** null: it works from everywhere. */
  worksFrom: ((address: string) => boolean) | null;
}

const idBytes = 6;
const secretBytes = 24;

export function newApiKey(random: (bytes: number) => Buffer = randomBytes): { id: string; key: string } {
  const id = random(idBytes).toString('hex');
  return { id, key: keyPrefix(id) + random(secretBytes).toString('hex') };
}

const prefix = 'psk_';
const idEnd = prefix.length + idBytes * 2;
const keyLength = idEnd + 1 + secretBytes * 2;

/** How a key begins, by which people tell it. */
export function keyPrefix(id: string): string {
  return `${prefix}${id}_`;
}

/** The id inside a key, or null for what cannot be a key of ours. */
export function apiKeyId(key: string): string | null {
  const isShaped = key.length === keyLength && key.startsWith(prefix) && key[idEnd] === '_';
  return isShaped ? key.slice(prefix.length, idEnd) : null;
}

const maxNameLength = 60;

/** Why a key cannot be called this; null: it can. */
export function nameFault(name: string | null): string | null {
  if (name === null || (name.length <= maxNameLength && isPlainText(name))) return null;
  return `expected at most ${maxNameLength} characters, ${plainly}`;
}
