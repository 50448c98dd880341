import type { Db, Tx } from '../../base/db/pool.ts';
import type { KeyBounds, KeyScope } from './keys/key-scopes.ts';
import { defaultSettings, type Merchant, type MerchantSettings } from './merchant.ts';

const merchantColumns = `
  id, name, contact_email AS "contactEmail", language, enabled, settings, webhook_url AS "webhookUrl"`;

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | null> {
  const [row] = await db<Merchant[]>`
    SELECT ${db.unsafe(merchantColumns)}
      FROM merchants
     WHERE id = ${merchantId}`;
  return row ? withDefaults(row) : null;
}

export async function listMerchants(db: Db): Promise<Merchant[]> {
  const rows = await db<Merchant[]>`
    SELECT ${db.unsafe(merchantColumns)}
      FROM merchants
     ORDER BY id`;
  return rows.map(withDefaults);
}

/** Merchants whose name or e-mail contains the text, or whose id equals it, newest first. */
export async function searchMerchants(
  db: Db,
  text: string,
  beforeId: string | null,
  limit: number,
): Promise<(Merchant & { createdAt: Date })[]> {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await db<(Merchant & { createdAt: Date })[]>`
    SELECT ${db.unsafe(merchantColumns)}, created_at AS "createdAt"
      FROM merchants
     WHERE ${beforeId === null ? db`true` : db`id < ${beforeId}`}
       AND ${text === '' ? db`true` : db`(name ILIKE ${part} OR contact_email ILIKE ${part} OR id::text = ${text.toLowerCase()})`}
     ORDER BY id DESC
     LIMIT ${limit}`;
  return rows.map(withDefaults);
}

/** A setting that is newer than the merchant has its default. */
function withDefaults<Row extends Merchant>(merchant: Row): Row {
  return { ...merchant, settings: { ...defaultSettings, ...merchant.settings } };
}

/** Names of merchants, by id. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name
      FROM merchants
     WHERE id = ANY (${[...ids]})`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** When a merchant, or the first of all, was created. Not every id contains its time: that of the sandbox is random. */
export async function madeAt(db: Db, merchantId: string | null): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    SELECT min(created_at) AS at
      FROM merchants
     WHERE ${merchantId === null ? db`true` : db`id = ${merchantId}`}`;
  return row?.at ?? null;
}

/** False if a merchant with that id already exists. */
export async function insertMerchant(db: Db, merchant: Merchant, webhookSecret: Buffer): Promise<boolean> {
  const rows = await db`
    INSERT INTO merchants (id, name, contact_email, language, enabled, settings, webhook_url, webhook_secret)
    VALUES (${merchant.id}, ${merchant.name}, ${merchant.contactEmail}, ${merchant.language}, ${merchant.enabled},
            ${db.json(merchant.settings)}, ${merchant.webhookUrl}, ${webhookSecret})
        ON CONFLICT (id) DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

export interface MerchantChanges {
  name?: string;
  contactEmail?: string;
  language?: string;
  enabled?: boolean;
  webhookUrl?: string | null;
  settings?: MerchantSettings;
}

export async function updateMerchant(db: Db, merchantId: string, changes: MerchantChanges): Promise<void> {
  const columns: Record<string, unknown> = {};
  if (changes.name !== undefined) columns.name = changes.name;
  if (changes.contactEmail !== undefined) {
    columns.contact_email = changes.contactEmail;
    // A new address has refused nothing yet.
    columns.contact_refused_at = db`CASE WHEN contact_email = ${changes.contactEmail} THEN contact_refused_at END`;
  }
  if (changes.language !== undefined) columns.language = changes.language;
  if (changes.enabled !== undefined) columns.enabled = changes.enabled;
  if (changes.webhookUrl !== undefined) columns.webhook_url = changes.webhookUrl;
  if (changes.settings !== undefined) columns.settings = db.json(changes.settings);
  if (Object.keys(columns).length === 0) return;
  await db`
    UPDATE merchants
       SET ${db.set(columns)}
     WHERE id = ${merchantId}`;
}

export interface ContactRefusal {
  at: Date;
  /** In the mail server's words. */
  answer: string;
}

/** The refusal of mail by the merchant's contact address; null: none known. */
export async function findContactRefusal(db: Db, merchantId: string): Promise<ContactRefusal | null> {
  const [row] = await db<ContactRefusal[]>`
    SELECT contact_refused_at AS at, coalesce(contact_refusal, '') AS answer
      FROM merchants
     WHERE id = ${merchantId}
       AND contact_refused_at IS NOT NULL`;
  return row ?? null;
}

/** No page shows more. */
const maxRefusedContacts = 500;

export async function listRefusedContacts(db: Db): Promise<{ merchant: string; at: Date }[]> {
  return await db<{ merchant: string; at: Date }[]>`
    SELECT name AS merchant, contact_refused_at AS at
      FROM merchants
     WHERE contact_refused_at IS NOT NULL
     ORDER BY contact_refused_at
     LIMIT ${maxRefusedContacts}`;
}

/** True if this is still the contact's address, and was not refused before. */
export async function markContactRefused(
  tx: Tx,
  merchantId: string,
  { email, answer }: { email: string; answer: string },
): Promise<boolean> {
  const rows = await tx`
    UPDATE merchants
       SET contact_refused_at = now(),
           contact_refusal = ${answer}
     WHERE id = ${merchantId}
       AND contact_email = ${email}
       AND contact_refused_at IS NULL
    RETURNING id`;
  return rows.length === 1;
}

export async function markContactReached(tx: Tx, merchantId: string, email: string): Promise<void> {
  await tx`
    UPDATE merchants
       SET contact_refused_at = NULL,
           contact_refusal = NULL
     WHERE id = ${merchantId}
       AND contact_email = ${email}
       AND contact_refused_at IS NOT NULL`;
}

/** A secret that signs webhooks, sealed; `until` is set on one that a rotation replaced. */
export interface SealedWebhookSecret {
  sealed: Buffer;
  until: Date | null;
}

/** Until when the previous secret also signs; null: it no longer does. */
export async function previousSecretUntil(db: Db, merchantId: string): Promise<Date | null> {
  const [row] = await db<{ until: Date }[]>`
    SELECT webhook_secret_previous_until AS until
      FROM merchants
     WHERE id = ${merchantId}
       AND webhook_secret_previous_until > now()`;
  return row?.until ?? null;
}

/** The present secret, and the previous one during their overlap. */
export async function webhookSecrets(db: Db, merchantId: string): Promise<SealedWebhookSecret[]> {
  return await db<SealedWebhookSecret[]>`
    SELECT webhook_secret AS sealed, NULL::timestamptz AS until
      FROM merchants
     WHERE id = ${merchantId}
     UNION ALL
    SELECT webhook_secret_previous, webhook_secret_previous_until
      FROM merchants
     WHERE id = ${merchantId}
       AND webhook_secret_previous_until > now()`;
}

export async function replaceWebhookSecret(
  db: Db,
  merchantId: string,
  sealed: Buffer,
  overlapSeconds: number,
): Promise<void> {
  await db`
    UPDATE merchants
       SET webhook_secret_previous = webhook_secret,
           webhook_secret_previous_until = now() + make_interval(secs => ${overlapSeconds}),
           webhook_secret = ${sealed}
     WHERE id = ${merchantId}`;
}

/** A stored key. */
export interface StoredApiKey extends KeyBounds {
  id: string;
  merchantId: string;
  keyHash: Buffer;
  expiresAt: Date | null;
  /** null: all scopes, as for every key made before scopes existed. */
  scopes: KeyScope[] | null;
  /** null: the command line made it. */
  madeBy: string | null;
  signingKey: Buffer | null;
}

export async function insertApiKey(db: Db, key: StoredApiKey & { name: string | null }): Promise<void> {
  await db`
    INSERT INTO api_keys (
      id, merchant_id, key_hash, name, expires_at, scopes, made_by, payout_max_minor, payouts_per_day_minor, networks,
      sources, signing_key)
    VALUES (
      ${key.id}, ${key.merchantId}, ${key.keyHash}, ${key.name}, ${key.expiresAt}, ${key.scopes}, ${key.madeBy},
      ${key.payoutMaxMinor}, ${key.payoutsPerDayMinor}, ${key.networks}, ${key.sources}, ${key.signingKey})
        ON CONFLICT (id) DO NOTHING`;
}

const boundColumns = `
  scopes, made_by AS "madeBy", payout_max_minor AS "payoutMaxMinor", payouts_per_day_minor AS "payoutsPerDayMinor",
  networks, sources, signing_key AS "signingKey"`;

/** The usable keys: neither revoked nor expired. */
export async function usableApiKeys(db: Db, merchantId: string): Promise<StoredApiKey[]> {
  return await db<StoredApiKey[]>`
    SELECT id, merchant_id AS "merchantId", key_hash AS "keyHash", expires_at AS "expiresAt",
           ${db.unsafe(boundColumns)}
      FROM api_keys
     WHERE merchant_id = ${merchantId}
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())`;
}

export async function merchantOfKey(db: Db, keyId: string): Promise<string | null> {
  const [row] = await db<{ merchantId: string }[]>`
    SELECT merchant_id AS "merchantId"
      FROM api_keys
     WHERE id = ${keyId}`;
  return row?.merchantId ?? null;
}

export interface ApiKeyListing extends KeyBounds {
  id: string;
  /** null: no name was given. */
  name: string | null;
  createdAt: Date;
  /** Accurate to about a minute; null: never, or before uses were recorded. */
  usedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  scopes: KeyScope[] | null;
  madeBy: string | null;
  signingKey: Buffer | null;
}

export async function listApiKeys(db: Db, merchantId: string): Promise<ApiKeyListing[]> {
  return await db<ApiKeyListing[]>`
    SELECT id, name, created_at AS "createdAt", used_at AS "usedAt", expires_at AS "expiresAt",
           revoked_at AS "revokedAt", ${db.unsafe(boundColumns)}
      FROM api_keys
      LEFT JOIN api_key_uses ON key_id = id
     WHERE merchant_id = ${merchantId}
     ORDER BY created_at, id`;
}

/** Sets an expiry on every usable key of a merchant except one. */
export async function expireOtherApiKeys(
  db: Db,
  merchantId: string,
  keepId: string,
  overlapSeconds: number,
): Promise<void> {
  await db`
    UPDATE api_keys
       SET expires_at = now() + make_interval(secs => ${overlapSeconds})
     WHERE merchant_id = ${merchantId}
       AND id <> ${keepId}
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now() + make_interval(secs => ${overlapSeconds}))`;
}

/** True if this call revoked a usable key. */
export async function revokeApiKey(db: Db, keyId: string): Promise<boolean> {
  const rows = await db`
    UPDATE api_keys
       SET revoked_at = now()
     WHERE id = ${keyId}
       AND revoked_at IS NULL
    RETURNING id`;
  return rows.length === 1;
}

/** Revokes the keys that a person made at a merchant, or everywhere. Returns their ids. */
export async function revokeKeysMadeBy(
  db: Db,
  personId: string,
  merchantId: string | null,
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    UPDATE api_keys
       SET revoked_at = now()
     WHERE made_by = ${personId}
       AND (${merchantId}::uuid IS NULL OR merchant_id = ${merchantId})
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** The number of working keys that each of these people made at a merchant. */
export async function countKeysMade(
  db: Db,
  personIds: readonly string[],
  merchantId: string,
): Promise<Map<string, number>> {
  const rows = await db<{ id: string; count: number }[]>`
    SELECT made_by AS id, count(*)::int AS count
      FROM api_keys
     WHERE made_by = ANY (${[...personIds]}::uuid[])
       AND merchant_id = ${merchantId}
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())
     GROUP BY made_by`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}
