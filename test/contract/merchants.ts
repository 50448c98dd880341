import { readConfig } from '../../src/config.ts';
import { newId } from '../../src/db/ids.ts';
import type { Sql } from '../../src/db/pool.ts';
import { openInstallation } from '../../src/installation.ts';
import { newApiKey } from '../../src/merchants/api-key.ts';
import { defaultSettings, type MerchantSettings } from '../../src/merchants/merchant.ts';
import { insertApiKey, insertMerchant } from '../../src/merchants/store.ts';
import type { Secrets } from '../../src/secrets.ts';
import type { Credentials } from '../client.ts';

/** The secrets of a running sandbox: every process on its database has the same. */
export async function secretsOf(server: { sql: Sql }): Promise<Secrets> {
  return await openInstallation(server.sql, readConfig({}));
}

/** One more merchant beside the demo merchant, able to do all that it can. */
export async function addMerchant(
  server: { sql: Sql },
  settings: Partial<MerchantSettings> = {},
  secrets?: Secrets,
): Promise<Credentials> {
  const keeper = secrets ?? (await secretsOf(server));
  const merchantId = newId();
  const { id, key } = newApiKey();
  await insertMerchant(
    server.sql,
    {
      id: merchantId,
      name: 'Another Store',
      contactEmail: 'another@merchant.example',
      language: 'es',
      enabled: true,
      settings: { ...defaultSettings, ...settings },
      webhookUrl: null,
    },
    keeper.seal('whsec_dGVzdA=='),
  );
  await insertApiKey(server.sql, { id, merchantId, keyHash: keeper.hashApiKey(key) });
  return { merchantId, apiKey: key };
}
