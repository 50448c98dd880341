import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { queueUnwritten } from '../../../accounts/mail/queue-mail.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { lockPayout, type Payout, saveClaimSecret } from '../store.ts';
import { newClaimSecret } from './claim-secret.ts';
import { dropClaim } from './claim-store.ts';

/**
 * Makes a new claim URL for the recipient and returns its secret, once. The old one becomes void together with
 * everything entered under it, including codes and their counts. Each call makes another. A refund's new claim URL is
 * also mailed to the customer, like the old one.
 */
export async function reissueClaim(
  deps: { sql: Sql; secrets: Secrets; now(): Date },
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  actor: string,
): Promise<string> {
  const now = deps.now();
  const { token, linkHash, linkSealed } = newClaimSecret(deps.secrets);
  await deps.sql.begin(async (tx) => {
    const payout = await lockPayout(tx, merchantId, id);
    if (payout?.status !== 'open' || payout.opensUntil <= now) {
      throw new PasarelaError(
        'payout_not_open',
        'Its wallet is confirmed or its time is over: a new link would only show what the old one shows.',
      );
    }
    const isMailed = payout.kind === 'refund';
    await saveClaimSecret(tx, payout, linkHash, isMailed ? linkSealed : null);
    await dropClaim(tx, payout);
    if (isMailed) await queueUnwritten(tx, { merchantId, kind: 'refund_link', payoutId: id });
    const details = { merchantId };
    await appendAudit(tx, { actor, act: 'payout_link_reissued', subject: `payout ${id}`, details }, now);
  });
  return token;
}
