import { randomBytes } from 'node:crypto';
import { isPlainText, plainly } from '../../../base/ground/plain-text.ts';
import type { KeyBounds, KeyMaker, KeyScope } from './key-scopes.ts';

/**
 * An API key has the form `psk_<id>_<secret>`. The id is public: it identifies the key in lists and finds its row. The
 * whole key is shown once and stored only as a keyed hash.
 */
export interface ApiKey {
  id: string;
  merchantId: string;
  keyHash: Buffer;
  expiresAt: Date | null;
  /** null: all scopes, as for every key made before scopes existed. */
  scopes: KeyScope[] | null;
  bounds: KeyBounds;
  /** null: the command line made it. */
  maker: KeyMaker | null;
  /** The Ed25519 key that must sign its payouts; null: no signature needed. */
  signingKey: Buffer | null;
  /** null: it works from every address. */
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

/** The start of a key, by which people recognise it. */
export function keyPrefix(id: string): string {
  return `${prefix}${id}_`;
}

/** The id inside a key, or null for a text that cannot be one of our keys. */
export function apiKeyId(key: string): string | null {
  const isShaped = key.length === keyLength && key.startsWith(prefix) && key[idEnd] === '_';
  return isShaped ? key.slice(prefix.length, idEnd) : null;
}

const maxNameLength = 60;

/** Why a key cannot have this name; null: it can. */
export function nameFault(name: string | null): string | null {
  if (name === null || (name.length <= maxNameLength && isPlainText(name))) return null;
  return `expected at most ${maxNameLength} characters, ${plainly}`;
}
