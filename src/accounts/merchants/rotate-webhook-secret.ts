import type { Sql } from '../../base/db/pool.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { type Act, appendAudit } from '../audit/audit-log.ts';
import { getMerchant } from './get-merchant.ts';
import { replaceWebhookSecret } from './store.ts';
import { newWebhookSecret } from './webhook-secret.ts';

/** The default time during which the old secret also signs: time for a merchant to install the new one. */
const usualOverlapHours = 24;
export const maxOverlapHours = 7 * 24;

/** Makes a new webhook secret. It is readable only here. */
export async function rotateWebhookSecret(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  merchantId: string,
  /** The actor, for the audit log. */
  actor: string,
  overlapHours = usualOverlapHours,
): Promise<{ webhookSecret: string; overlapHours: number }> {
  const webhookSecret = newWebhookSecret();
  await sql.begin(async (tx) => {
    const { id } = await getMerchant(tx, merchantId);
    await replaceWebhookSecret(tx, id, secrets.seal(webhookSecret, 'webhook-secret'), overlapHours * 3600);
    const act: Act = {
      actor,
      act: 'webhook_secret_rotated',
      subject: `merchant ${id}`,
      details: { overlapHours },
    };
    await appendAudit(tx, act, new Date());
  });
  return { webhookSecret, overlapHours };
}
