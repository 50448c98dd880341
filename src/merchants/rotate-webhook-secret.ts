import type { Sql } from '../db/pool.ts';
import type { Secrets } from '../secrets.ts';
import { newWebhookSecret } from '../webhooks/sign.ts';
import { getMerchant } from './get-merchant.ts';
import { replaceWebhookSecret } from './store.ts';

/** The old secret signs along for this long: time for a merchant to put the new one in place. */
const overlapHours = 24;

/** A new webhook secret. It is readable here and never again. */
export async function rotateWebhookSecret(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
): Promise<{ webhookSecret: string; overlapHours: number }> {
  const merchant = await getMerchant(sql, merchantId);
  const webhookSecret = newWebhookSecret();
  await replaceWebhookSecret(
    sql,
    merchant.id,
    secrets.seal(webhookSecret, 'webhook-secret'),
    overlapHours * 3600,
  );
  return { webhookSecret, overlapHours };
}
