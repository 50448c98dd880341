import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { isSame } from '../../base/ground/is-same.ts';
import { type ApiKey, apiKeyId } from './keys/api-key.ts';
import type { KeyMaker } from './keys/key-scopes.ts';
import { sourceFilter } from './keys/key-sources.ts';
import type { Merchant } from './merchant.ts';
import {
  findMerchant,
  merchantOfKey,
  type SealedWebhookSecret,
  type StoredApiKey,
  usableApiKeys,
  webhookSecrets,
} from './store.ts';

/**
 * Merchants and their keys, in memory: a request touches no table. An entry is dropped when the database announces a
 * change of it, and in any case after `maxAgeMs`, so a revoked key stops working within that time even if the
 * announcement was lost.
 */
export interface Directory {
  get(merchantId: string): Promise<Listing | null>;
  /** Like `get`, but reloads a merchant if the key is not in memory: the key may be new. */
  withKey(merchantId: string, keyId: string): Promise<Listing | null>;
  /** The merchant that owns an API key, by the key's id. */
  findByKeyId(keyId: string): Promise<Listing | null>;
  close(): Promise<void>;
}

export interface Listing {
  merchant: Merchant;
  keys: ReadonlyMap<string, ApiKey>;
  /** Verified keys by id: while the listing lives, the keyed hash is computed once per key. */
  proven: Map<string, Buffer>;
  webhookSecrets: SealedWebhookSecret[];
}

/** How long loaded data is valid if the announcement of a change is lost. */
export const maxAgeMs = 4_000;
/** An unknown key triggers a reload of its merchant at most this often. */
const renewalMs = 100;
/** Bounds the memory that invented merchant ids can use. */
const maxEntries = 50_000;

interface Entry {
  listing: Promise<Listing | null>;
  loadedAtMs: number;
  /** When an unknown key last triggered a reload; 0: never. */
  renewedAtMs: number;
}

/** The present rights of these people at a merchant, by account id. People without any right are included. */
export type FindMakers = (
  personIds: readonly string[],
  merchantId: string,
) => Promise<ReadonlyMap<string, KeyMaker>>;

export async function openDirectory(sql: Sql, findMakers: FindMakers): Promise<Directory> {
  const entries = new Map<string, Entry>();
  const subscription = await sql.listen(
    'merchant_changed',
    (merchantId) => entries.delete(merchantId),
    // After a lost connection announcements may have been missed.
    () => entries.clear(),
  );

  async function load(merchantId: string): Promise<Listing | null> {
    const [merchant, keys, secrets] = await Promise.all([
      findMerchant(sql, merchantId),
      usableApiKeys(sql, merchantId),
      webhookSecrets(sql, merchantId),
    ]);
    const madeBy = [...new Set(keys.flatMap((key) => key.madeBy ?? []))];
    const makers = madeBy.length === 0 ? null : await findMakers(madeBy, merchantId);
    return (
      merchant && {
        merchant,
        keys: new Map(keys.map((key) => [key.id, loadedKey(key, makers)])),
        proven: new Map(),
        webhookSecrets: secrets,
      }
    );
  }

  async function read(merchantId: string, renewedAtMs: number): Promise<Listing | null> {
    if (entries.size >= maxEntries) entries.clear();
    const entry: Entry = { listing: load(merchantId), loadedAtMs: Date.now(), renewedAtMs };
    entries.set(merchantId, entry);
    try {
      return await entry.listing;
    } catch (error) {
      if (entries.get(merchantId) === entry) entries.delete(merchantId);
      throw error;
    }
  }

  const directory: Directory = {
    async get(merchantId) {
      if (!isId(merchantId)) return null;
      const known = entries.get(merchantId);
      if (known && Date.now() - known.loadedAtMs < maxAgeMs) return await known.listing;
      return await read(merchantId, 0);
    },
    async withKey(merchantId, keyId) {
      const listing = await directory.get(merchantId);
      const renewedAtMs = entries.get(merchantId)?.renewedAtMs ?? 0;
      const isThere = keyId === '' || listing?.keys.has(keyId);
      if (!listing || isThere || Date.now() - renewedAtMs < renewalMs) return listing;
      return await read(merchantId, Date.now());
    },
    async findByKeyId(keyId) {
      const merchantId = keyId && (await merchantOfKey(sql, keyId));
      return merchantId ? await directory.withKey(merchantId, keyId) : null;
    },
    close: () => subscription.unlisten(),
  };
  return directory;
}

/** An unknown maker has no rights. */
const unknownMaker: KeyMaker = { email: '', scopes: new Set(), permissions: new Set() };

function loadedKey(stored: StoredApiKey, makers: ReadonlyMap<string, KeyMaker> | null): ApiKey {
  const { id, merchantId, keyHash, expiresAt, scopes, madeBy, signingKey, ...bounds } = stored;
  const maker = madeBy === null ? null : (makers?.get(madeBy) ?? unknownMaker);
  const worksFrom = bounds.sources && sourceFilter(bounds.sources);
  return { id, merchantId, keyHash, expiresAt, scopes, bounds, maker, signingKey, worksFrom };
}

export function isUsable(key: ApiKey | undefined, now: Date): key is ApiKey {
  return key !== undefined && (key.expiresAt === null || key.expiresAt > now);
}

/** The presented key of a listing, if it is valid now. */
export function findKey(
  listing: Listing,
  key: string,
  matches: (key: string, hash: Buffer) => boolean,
  now: Date,
): ApiKey | null {
  const known = listing.keys.get(apiKeyId(key) ?? '');
  if (!isUsable(known, now)) return null;
  const proven = listing.proven.get(known.id);
  if (proven !== undefined) return isSame(proven, Buffer.from(key)) ? known : null;
  if (!matches(key, known.keyHash)) return null;
  listing.proven.set(known.id, Buffer.from(key));
  return known;
}
