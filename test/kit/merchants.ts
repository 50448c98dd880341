import { readConfig } from '../../src/config.ts';
import type { Sql } from '../../src/db/pool.ts';
import { openInstallation } from '../../src/installation.ts';
import { createMerchant } from '../../src/merchants/create-merchant.ts';
import { defaultSettings, type MerchantSettings } from '../../src/merchants/merchant.ts';
import { updateMerchant } from '../../src/merchants/store.ts';
import type { Secrets } from '../../src/secrets.ts';
import type { Credentials } from './client.ts';

/** The secrets of a running sandbox: every process on its database has the same. */
export async function secretsOf(server: { sql: Sql }): Promise<Secrets> {
  return await openInstallation(server.sql, readConfig({}));
}

/** One more merchant beside the demo merchant, able to do all that it can. */
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
  );
  await updateMerchant(sql, merchant.id, { settings: { ...defaultSettings, ...settings } });
  return { merchantId: merchant.id, apiKey };
}
