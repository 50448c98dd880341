import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { isMailAddress } from '../../../accounts/mail/address.ts';
import { queueUnwritten } from '../../../accounts/mail/queue-mail.ts';
import { dropCodeMails } from '../../../accounts/mail/store.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { cardNumberFaults } from '../../../payments/charges/cards/card-number-text.ts';
import { lockPayout, type Payout, saveClaimSecret, saveEmail } from '../store.ts';
import { type Claim, mailingOf } from './claim.ts';
import { newClaimSecret } from './claim-secret.ts';
import { dropClaim, lockClaim, voidCode } from './claim-store.ts';
import { type MailCodeDeps, mailCode } from './mail-code.ts';

export type Correction =
  /** The address is unchanged and no mail to it was refused: nothing was done. */
  | { kind: 'same' }
  /** No code is needed now: one is mailed when the recipient enters a wallet. */
  | { kind: 'corrected' }
  | { kind: 'mailed' }
  /** For a refund: a new claim URL is mailed to the address, and the old one is void. */
  | { kind: 'link_mailed' }
  /** Too many codes were mailed or entered: the recipient can request the next one at `until`. */
  | { kind: 'later'; until: Date };

/**
 * Changes the e-mail address that gets the code, while the recipient has not confirmed a wallet. Only the merchant and
 * the operator may, never the page: anybody with the claim URL could send the code to their own mailbox, and the code
 * exists because claim URLs get leaked.
 *
 * The earlier code becomes void, and mail waiting for the old address is not sent. The counts of codes and wrong
 * attempts stay: the claim URL is unchanged, and so are the people who have it. If the address is unchanged, a refused
 * code is mailed once more, as often as the recipient could request one.
 */
export async function correctEmail(
  deps: MailCodeDeps & { sql: Sql; secrets: Secrets; now(): Date },
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  { email, actor, note }: { email: string; actor: string; note: string | null },
): Promise<Correction> {
  const faults = isMailAddress(email)
    ? cardNumberFaults({ email }, () => true)
    : [{ field: 'email', message: 'must be one plain e-mail address, such as "ana@customer.example"' }];
  if (faults.length > 0) throw validationFailed(faults);
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<Correction> => {
    const before = await lockPayout(tx, merchantId, id);
    if (before?.status !== 'open' || before.opensUntil <= now) {
      throw new PasarelaError(
        'payout_not_open',
        'Its wallet is confirmed or its time is over: no code is mailed for it any more.',
      );
    }
    const claim = await lockClaim(tx, before);
    const isOther = before.email !== email;
    if (!isOther && !claim?.refusedAt) return { kind: 'same' };
    const payout = { ...before, email };
    if (isOther) {
      await saveEmail(tx, payout, email);
      await dropCodeMails(tx, merchantId, id);
    }
    const correction =
      isOther && payout.kind === 'refund'
        ? await mailLinkAnew(deps, tx, payout)
        : claim
          ? await mailAnew(deps, tx, payout, claim, isOther, now)
          : corrected;
    if (isOther || correction.kind === 'mailed') {
      const details = { merchantId, from: before.email, to: email, ...(note !== null && { note }) };
      await appendAudit(tx, { actor, act: 'payout_email_corrected', subject: `payout ${id}`, details }, now);
    }
    return correction;
  });
}

/**
 * A refund's claim URL was mailed to an address that was not the customer's: it must become useless to its reader
 * there.
 */
async function mailLinkAnew(deps: { secrets: Secrets }, tx: Tx, payout: Payout): Promise<Correction> {
  const { linkHash, linkSealed } = newClaimSecret(deps.secrets);
  await saveClaimSecret(tx, payout, linkHash, linkSealed);
  await dropClaim(tx, payout);
  const { merchantId, id } = payout;
  await queueUnwritten(tx, { merchantId, kind: 'refund_link', payoutId: id });
  return { kind: 'link_mailed' };
}

const corrected: Correction = { kind: 'corrected' };

/** Mails a code for the entered wallet. If none may be mailed now, the earlier code becomes void anyway. */
async function mailAnew(
  deps: MailCodeDeps,
  tx: Tx,
  payout: Payout,
  claim: Claim,
  isOther: boolean,
  now: Date,
): Promise<Correction> {
  const merchant = await getMerchant(tx, payout.merchantId);
  const mailing = mailingOf(claim, now, isOther);
  if (merchant.settings.payoutCodeRequired && mailing.kind === 'may') {
    const language = claim.language ?? merchant.language;
    const wallet = { network: claim.network, address: claim.address };
    await mailCode(deps, tx, { payout, merchantName: merchant.name, wallet, language }, claim, now);
    return { kind: 'mailed' };
  }
  if (isOther) await voidCode(tx, claim);
  return merchant.settings.payoutCodeRequired && mailing.kind !== 'may'
    ? { kind: 'later', until: mailing.until }
    : corrected;
}
