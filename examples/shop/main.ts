import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openShop } from './open.ts';

/** `npm run shop`: an example shop beside the sandbox of DATA_DIR, or beside the installation of PASARELA_URL. */

const { env } = process;
const dataDir = env.DATA_DIR ?? '.data';

function account(): { baseUrl: string; apiKey: string; merchantId: string } {
  const { PASARELA_URL: baseUrl, PASARELA_API_KEY: apiKey, PASARELA_MERCHANT_ID: merchantId } = env;
  if (baseUrl && apiKey && merchantId) return { baseUrl, apiKey, merchantId };
  try {
    const { baseUrl, merchant } = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'));
    return { baseUrl, apiKey: merchant.apiKey, merchantId: merchant.merchantId };
  } catch {
    console.error(
      `There is no sandbox in ${dataDir}. Start one with "npm start", or set PASARELA_URL, PASARELA_API_KEY and PASARELA_MERCHANT_ID.`,
    );
    process.exit(1);
  }
}

const shop = await openShop({
  ...account(),
  file: join(dataDir, 'shop.json'),
  port: Number(env.SHOP_PORT ?? 4100),
});
console.log(`The example shop is open: ${shop.url}\nIts desk, for refunds:    ${shop.url}/desk`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => shop.close());
