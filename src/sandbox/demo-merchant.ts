import { newApiKey } from '../accounts/merchants/keys/api-key.ts';
import { unboundGrant } from '../accounts/merchants/keys/key-request.ts';
import { defaultSettings, type MerchantSettings } from '../accounts/merchants/merchant.ts';
import { insertApiKey, insertMerchant, updateMerchant } from '../accounts/merchants/store.ts';
import type { Sql } from '../base/db/pool.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { isAsset } from '../base/money/asset.ts';
import { priceCurrencies } from '../base/money/local-currency.ts';

export interface DemoMerchant {
  merchantId: string;
  apiKey: string;
  webhookSecret: string;
  contactEmail: string;
}

/** The demo merchant takes USDT and USDC for prices in every currency that there is. */
const demoSettings: MerchantSettings = {
  ...defaultSettings,
  methods: defaultSettings.methods.map((rule) =>
    isAsset(rule.methodCode) ? { ...rule, currencies: [...priceCurrencies] } : rule,
  ),
};

/**
 * The merchant of the sandbox. Its credentials are derived from the master secret, so every start and every process
 * returns the same ones, and none is stored in plain text.
 */
export async function ensureDemoMerchant(
  sql: Sql,
  secrets: Secrets,
  webhookUrl: string | null,
): Promise<DemoMerchant> {
  const hex = secrets.derive('demo-merchant-id', 16).toString('hex');
  const merchantId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  let drawn = 0;
  const { id, key } = newApiKey((bytes) => secrets.derive(`demo-api-key-${drawn++}`, bytes));
  const demo: DemoMerchant = {
    merchantId,
    apiKey: key,
    webhookSecret: `whsec_${secrets.derive('demo-webhook-secret', 32).toString('base64')}`,
    contactEmail: 'demo@merchant.example',
  };
  await insertMerchant(
    sql,
    {
      id: merchantId,
      name: 'Demo Store',
      contactEmail: demo.contactEmail,
      language: 'en',
      enabled: true,
      settings: demoSettings,
      webhookUrl,
    },
    secrets.seal(demo.webhookSecret, 'webhook-secret'),
  );
  const { bounds, ...grant } = unboundGrant(null);
  await insertApiKey(sql, { id, merchantId, keyHash: secrets.hashApiKey(key), ...grant, ...bounds });
  if (webhookUrl !== null) await updateMerchant(sql, merchantId, { webhookUrl });
  return demo;
}
