import { createMerchant } from '../../src/accounts/merchants/create-merchant.ts';
import { issueApiKey } from '../../src/accounts/merchants/keys/issue-api-key.ts';
import { type KeyGrant, unboundGrant } from '../../src/accounts/merchants/keys/key-request.ts';
import { type KeyBounds, noBounds } from '../../src/accounts/merchants/keys/key-scopes.ts';
import { defaultSettings, type MerchantSettings } from '../../src/accounts/merchants/merchant.ts';
import { insertMerchant, updateMerchant } from '../../src/accounts/merchants/store.ts';
import { newId } from '../../src/base/db/ids.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import type { Secrets } from '../../src/base/ground/secrets.ts';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Credentials } from './client.ts';

/** The secrets of a running sandbox: the same in every process on its database. */
export async function secretsOf(server: { sql: Sql }): Promise<Secrets> {
  return await openInstallation(server.sql, readConfig({}));
}

/** Adds a key to a merchant with only the given permissions. */
export async function addKey(
  { sql }: { sql: Sql },
  merchantId: string,
  { bounds, ...grant }: Partial<Omit<KeyGrant, 'bounds'>> & { bounds?: Partial<KeyBounds> },
): Promise<Credentials> {
  const whole = { ...unboundGrant(null), ...grant, bounds: { ...noBounds, ...bounds } };
  const { key } = await issueApiKey({ sql, secrets: await secretsOf({ sql }) }, merchantId, 'the kit', whole);
  return { merchantId, apiKey: key };
}

/** A merchant without credentials, for tests without the API; returns its id. */
export async function insertStore(sql: Sql, settings: Partial<MerchantSettings> = {}): Promise<string> {
  const id = newId();
  await insertMerchant(
    sql,
    {
      id,
      name: 'Store',
      contactEmail: 'store@merchant.example',
      language: 'en',
      enabled: true,
      settings: { ...defaultSettings, ...settings },
      webhookUrl: null,
    },
    Buffer.alloc(0),
  );
  return id;
}

/** Adds a merchant beside the demo merchant, with the same permissions. */
export async function addMerchant(
  { sql }: { sql: Sql },
  settings: Partial<MerchantSettings> = {},
  secrets?: Secrets,
): Promise<Credentials> {
  const { merchant, apiKey } = await createMerchant(
    {
      sql,
      secrets: secrets ?? (await secretsOf({ sql })),
      urlPolicy: { allowHttp: true, allowLoopback: true },
    },
    { name: 'Another Store', contactEmail: 'another@merchant.example' },
    'the kit',
  );
  await updateMerchant(sql, merchant.id, { settings: { ...defaultSettings, ...settings } });
  return { merchantId: merchant.id, apiKey };
}
