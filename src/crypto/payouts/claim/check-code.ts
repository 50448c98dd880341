import { queueMail } from '../../../accounts/mail/queue-mail.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import {
  type ClaimHashes,
  isSameWallet,
  judgeCode,
  maxWrongCodes,
  maxWrongCodesInAll,
  readCode,
  spentMs,
  type Wallet,
} from './claim.ts';
import { countWrongCode, lockClaim, markVerified } from './claim-store.ts';
import { wrongCodesMail } from './wrong-codes-text.ts';

export interface EnteredCode {
  merchantId: string;
  payoutId: string;
  /** The wallet shown beside the code's field. */
  wallet: Wallet;
  text: string;
}

export type CheckResult =
  /** `proof` is for the browser in which it was entered. */
  | { kind: 'right'; proof: string }
  | { kind: 'wrong'; triesLeft: number }
  /** Not six digits: does not count as an attempt. */
  | { kind: 'malformed' | 'expired' | 'used_up' }
  /** The wallet has changed since the recipient saw it. */
  | { kind: 'changed' };

/** Checks one code at a time, even if many are entered at once: a wrong one is counted before the next. */
export async function checkCode(
  deps: { sql: Sql; hashes: ClaimHashes; now(): Date },
  { merchantId, payoutId, wallet, text }: EnteredCode,
): Promise<CheckResult> {
  const code = readCode(text);
  if (code === null) return { kind: 'malformed' };
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<CheckResult> => {
    const claim = await lockClaim(tx, { merchantId, id: payoutId });
    if (!claim || !isSameWallet(claim, wallet)) return { kind: 'changed' };
    const judgement = judgeCode(claim, deps.hashes.codeHashes(claim, code), now);
    switch (judgement) {
      case 'right': {
        await markVerified(tx, claim, now);
        return { kind: 'right', proof: deps.hashes.proofs(claim)[0] as string };
      }
      case 'wrong': {
        await countWrongCode(tx, claim);
        if (claim.wrongCodesInAll + 1 === maxWrongCodesInAll) await tellMerchant(tx, merchantId, payoutId);
        const left = Math.min(maxWrongCodes - claim.wrongCodes, maxWrongCodesInAll - claim.wrongCodesInAll);
        return left > 1 ? { kind: 'wrong', triesLeft: left - 1 } : { kind: 'used_up' };
      }
      case 'expired':
      case 'used_up':
        return { kind: judgement };
    }
  });
}

/** Only the merchant can help at once, with a new claim URL that nobody else has. */
async function tellMerchant(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  const merchant = await findMerchant(tx, merchantId);
  if (!merchant) return;
  const mail = wrongCodesMail(merchant.language, payoutId, spentMs / 3_600_000);
  await queueMail(tx, { merchantId, kind: 'payout_tried', recipient: merchant.contactEmail, ...mail });
}
