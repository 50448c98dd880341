import type { Sql } from '../../../base/db/pool.ts';
import { lockPayout } from '../store.ts';
import { isSameWallet, type Mailing, mailingOf } from './claim.ts';
import { lockClaim } from './claim-store.ts';
import { type CodeRequest, type MailCodeDeps, mailCode } from './mail-code.ts';

export type ResendResult =
  | { kind: 'sent' }
  | { kind: 'not_open' }
  /** The wallet has changed since the recipient saw it. */
  | { kind: 'changed' }
  | Exclude<Mailing, { kind: 'may' }>;

/** Mails another code for the same wallet; the earlier one becomes void. */
export async function resendCode(
  deps: MailCodeDeps & { sql: Sql; now(): Date },
  request: CodeRequest,
): Promise<ResendResult> {
  const { payout, wallet } = request;
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<ResendResult> => {
    const locked = await lockPayout(tx, payout.merchantId, payout.id);
    if (locked?.status !== 'open' || locked.opensUntil <= now) return { kind: 'not_open' };
    const claim = await lockClaim(tx, payout);
    if (!claim || !isSameWallet(claim, wallet)) return { kind: 'changed' };
    const mailing = mailingOf(claim, now, false);
    if (mailing.kind !== 'may') return mailing;
    // Uses the locked row: its e-mail address may have been corrected since the page was loaded.
    await mailCode(deps, tx, { ...request, payout: locked }, claim, now);
    return { kind: 'sent' };
  });
}
